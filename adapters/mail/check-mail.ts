/** Checks for `doctor` whether the mail server accepts connection, encryption and login. Sends no mail. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';
import type { NodemailerError } from 'nodemailer';
import { openTransport, toLogReason } from './mail.ts';

/** Never throws. */
export async function checkMail(smtpUrl: string, timeoutMs: number): Promise<SetupProblem[]> {
  const transport = openTransport(smtpUrl);
  const answered = new AbortController();
  const tooLate = sleep(timeoutMs, new Error('no answer') as NodemailerError, answered);
  tooLate.catch(() => {});
  const verified = transport.verify().then(
    () => null,
    (error: NodemailerError) => error,
  );
  const failure = await Promise.race([verified, tooLate]);
  answered.abort();
  transport.close();
  return failure ? [describeFailure(failure)] : [];
}

const isOfTls = /TLS|SSL|CERT|SIGNED|ISSUER|SIGNATURE/;

function describeFailure(error: NodemailerError & { originalCode?: string }): SetupProblem {
  const { code = '', originalCode = code } = error;
  if (code === 'EAUTH') {
    return {
      level: 'error',
      problem: `SMTP_URL: the mail server refuses the login (${toLogReason(error)})`,
      remedy: 'Check user and password of the address, which are percent-encoded.',
    };
  }
  if (isOfTls.test(originalCode)) {
    return {
      level: 'error',
      problem: `SMTP_URL: no encrypted connection to the mail server (${originalCode})`,
      remedy: 'Check its certificate and the port: smtps:// is for 465, smtp:// for 587.',
    };
  }
  return {
    level: 'error',
    problem: `SMTP_URL: the mail server cannot be reached (${toLogReason(error)})`,
    remedy: 'Check host and port, and that a firewall allows them. Until then mails wait.',
  };
}
