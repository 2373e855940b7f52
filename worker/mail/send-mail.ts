/**
 * Sends a mail of the outbox (`db/mails.ts`). A worker takes the row for a minute before it sends, so that no
 * two workers send the same mail. A crash between the mail server's answer and the end of the row sends it again.
 */
import type { Transaction } from 'kysely';
import {
  addressMail,
  endMail,
  postponeMail,
  readDueMails,
  takeMail,
  type WaitingMail,
} from '@sachet/db/mails';
import type { Database, MailKind } from '@sachet/db/tables';
import type { Mail } from '@sachet/adapters/mail/mail';
import { whenBack } from '@sachet/flows/when-back';
import { minuteMs } from '@sachet/shared/time';
import { noticeMails } from '../admin/notice-mail.ts';
import type { Dependencies } from '../dependencies.ts';
import { reportMails } from '../moderation/report-mail.ts';
import { inviteMails } from '../organizations/invite-mail.ts';
import { documentMails } from '../tax/document-mail.ts';

/** The rules of one kind of mails. */
export interface MailRules {
  /** The mail is given up when it has waited for this long: the server will not accept it any more. */
  readonly givenUpAfterMs: number;
  /** Null if the mail is no longer wanted. */
  compose(context: MailContext, mail: WaitingMail): Promise<Mail | null>;
  /** Stores whether a mail server has accepted the mail. */
  end?(trx: Transaction<Database>, mail: WaitingMail, status: 'sent' | 'failed'): Promise<void>;
}

export interface MailContext {
  readonly db: Dependencies['db'];
  /** Has no trailing slash. */
  readonly publicUrl: string;
}

const rules: Record<MailKind, MailRules> = {
  document: documentMails,
  invitation: inviteMails,
  notice: noticeMails,
  report: reportMails,
};

/** Longer than making a PDF and the mailer's deadline. */
const leaseMs = minuteMs;
/** The queue tries a job again immediately until this attempt; then the mail waits. */
const quickAttempts = 3;

type MailDependencies = Pick<Dependencies, 'db' | 'log' | 'mail' | 'noticeEmails'>;

/** Throws when a retry may help. A mail that failed several times is due again after `retryAfterMs`. */
export async function sendMail(
  { db, log, mail: server, noticeEmails }: MailDependencies,
  { mailId, retryAfterMs }: { mailId: number; retryAfterMs: number },
): Promise<void> {
  const mail = await takeMail(db, { id: mailId, leaseMs });
  if (!mail) return;
  const { id, kind } = mail;
  // A sweep queues the addressed mails.
  if (mail.recipient === '') return addressMail(db, mail, noticeEmails);
  const { givenUpAfterMs, compose, end } = rules[kind];
  const finish = (status: 'sent' | 'failed') =>
    db.transaction().execute(async (trx) => {
      if (await endMail(trx, mail)) await end?.(trx, mail, status);
    });
  if (mail.ageMs > givenUpAfterMs) {
    log.warn({ mail: id, kind }, 'a mail timed out');
    return finish('failed');
  }
  if (!server) {
    log.warn({ mail: id, kind }, 'a mail was not sent: SMTP_URL is not set');
    return finish('failed');
  }
  const send = async () => {
    const content = await compose({ db, publicUrl: server.publicUrl }, mail);
    return content ? server.mailer.send(content) : 'unwanted';
  };
  const outcome = await send().catch(async (error: unknown) => {
    await postponeMail(db, mail, mail.attempts < quickAttempts ? 0 : retryAfterMs);
    throw error;
  });
  if (outcome === 'unwanted') return void (await endMail(db, mail));
  if (outcome === 'refused') log.warn({ mail: id, kind }, 'the mail server refused a mail');
  // A failure here must not send the mail again while the database can come back.
  await whenBack(() => finish(outcome === 'sent' ? 'sent' : 'failed'));
}

const perSweep = 500;

/** Queues the mails that are due: new ones, and those that a crash, a lost queue or a mail server left behind. */
export async function sweepMails({ db, queue }: Pick<Dependencies, 'db' | 'queue'>): Promise<void> {
  for (const mailId of await readDueMails(db, perSweep)) await queue.add({ name: 'mail', mailId });
}
