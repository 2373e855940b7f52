/** Sends mail through an SMTP server. */
import { createTransport, type NodemailerError } from 'nodemailer';

export interface Mail {
  /** A single address, not parsed as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: { filename: string; contentType: string; content: Buffer }[];
}

export interface Mailer {
  /**
   * `refused` when the server will never accept this mail. Throws when a retry may help: the server is
   * unreachable, slow, busy, or rejects our login.
   */
  send(mail: Mail): Promise<'sent' | 'refused'>;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** The timeout of one mail, from connecting to the server's final answer, in milliseconds. */
  readonly deadlineMs?: number;
}

export function createMailer({ smtpUrl, from, deadlineMs = 20_000 }: MailerOptions): Mailer {
  const transport = openTransport(smtpUrl);
  return {
    async send({ to, headers, ...mail }) {
      const failure = await transport
        .sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(deadlineMs),
        })
        .then(
          () => null,
          (error: NodemailerError) => error,
        );
      if (!failure) return 'sent';
      if (isPermanent(failure)) return 'refused';
      throw new Error(`mail: ${toLogReason(failure)}`);
    },
  };
}

export function openTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    // A password is never sent unencrypted unless the URL has `?requireTLS=false`.
    requireTLS: new URL(smtpUrl).password !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Whether the error is about this address or this message. A wrong password (EAUTH) is our fault, and the
 * mail is sent after we correct the password.
 */
function isPermanent({ code, responseCode }: NodemailerError): boolean {
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && (responseCode === undefined || responseCode >= 500);
}

/** A reply of the server may repeat the address, which must not be logged. */
export function toLogReason({ code, responseCode, message }: NodemailerError): string {
  return responseCode ? `${code} ${responseCode}` : message;
}
