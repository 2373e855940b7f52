/**
 * A mail server that keeps received mail on this machine: any sender, any recipient, no login. Markers in an
 * address or a subject make it refuse (see `markers.ts`).
 */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { host, type Running } from './http.ts';
import type { ReceivedMail } from './inbox-messages.ts';
import { mailBehaviourForAddress, mailBehaviourForSubject, type MailBehaviour } from './markers.ts';

const maxBytes = 1024 * 1024;
const maxRecipients = 20;

/** An SMTP error, whose reply code says whether the sender should retry. */
class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

function refuse(behaviour: MailBehaviour): void {
  if (behaviour === 'busy') throw new SmtpRefusal(451, '4.3.0 A marker says: try again later');
  if (behaviour === 'refuse') throw new SmtpRefusal(550, '5.7.1 A marker says: refused');
}

async function receive(
  stream: SMTPServerDataStream,
  recipients: string[],
  keep: (mail: ReceivedMail) => void,
): Promise<void> {
  const raw = await buffer(stream);
  if (stream.sizeExceeded) throw new SmtpRefusal(552, `5.3.4 More than ${maxBytes} bytes`);
  const {
    subject = '',
    text,
    html = '',
    headers,
    attachments: files,
  } = await PostalMime.parse(raw);
  const to = recipients.join(', ');
  refuse(mailBehaviourForSubject(subject, to));
  const link = /https?:\/\/[^\s<>"']+/.exec(text ?? html)?.[0] ?? null;
  const attachments = files.map(({ filename, mimeType, content }) => ({
    name: filename ?? '',
    type: mimeType,
    bytes: typeof content === 'string' ? content.length : content.byteLength,
  }));
  const oneClick = getOneClickLink(headers);
  keep({ to, subject, text: (text ?? '').trim(), link, oneClick, attachments });
}

function getOneClickLink(headers: readonly { key: string; value: string }[]): string | null {
  const getValue = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  if (getValue('list-unsubscribe-post') !== 'List-Unsubscribe=One-Click') return null;
  return /<(https?:[^>]+)>/.exec(getValue('list-unsubscribe'))?.[1] ?? null;
}

/** Calls a handler's callback with the outcome of `work`. */
function reportDone(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error: Error) => done(error),
  );
}

async function checkRecipient(address: string, earlier: number): Promise<void> {
  if (earlier >= maxRecipients) {
    throw new SmtpRefusal(452, `4.5.3 More than ${maxRecipients} recipients`);
  }
  refuse(mailBehaviourForAddress(address));
}

/** Port 0 uses any free port; `url` is `smtp://host:port`. */
export function startSmtp(keep: (mail: ReceivedMail) => void, wished: number): Promise<Running> {
  const server = new SMTPServer({
    banner: 'Sachet sandbox: nothing leaves this machine',
    size: maxBytes,
    // No TLS: the certificate would be self-signed, and senders that check it would fail.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1_000,
    onRcptTo({ address }, { envelope }, done) {
      reportDone(checkRecipient(address, envelope.rcptTo.length), done);
    },
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      reportDone(receive(stream, recipients, keep), done);
    },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(wished, host, () => {
      server.off('error', reject);
      // A client that disconnects midway is not an error.
      server.on('error', () => {});
      const { port } = server.server.address() as AddressInfo;
      resolve({
        url: `smtp://${host}:${port}`,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}
