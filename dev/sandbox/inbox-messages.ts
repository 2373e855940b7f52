/** Received messages: SMS codes and email links of the Auth emulator, and our own mail. */

type Attachment = { name: string; type: string; bytes: number };

export type InboxMessage = {
  id: string;
  kind: 'sms' | 'email' | 'mail';
  to: string;
  subject: string;
  code: string | null;
  link: string | null;
  text: string | null;
  /** Target of a mail program's unsubscribe button (RFC 8058); only in our own mail. */
  oneClick?: string | null;
  /** Only in our own mail. */
  attachments?: Attachment[];
  /** When the inbox first saw it, in milliseconds: the emulator has no timestamps. */
  seenAt: number;
};

export type InboxAnswer = {
  messages: InboxMessage[];
  emulator: 'up' | 'down' | 'none';
};

export type EmulatorPlace = {
  /** `http://host:port` of the Auth emulator; null if there is none. */
  emulatorUrl: string | null;
  projectId: string;
};

export type ReceivedMail = {
  to: string;
  subject: string;
  text: string;
  link: string | null;
  oneClick: string | null;
  attachments: Attachment[];
};

export type Messages = {
  /** Returns the messages, newest first. */
  list(): Promise<InboxAnswer>;
  /** Stores a mail. Only the last 200 are kept. */
  receive(mail: ReceivedMail): void;
};

const maxMails = 200;
const maxListed = 200;
const maxRemembered = 2000;
const emulatorTimeoutMs = 1500;

const subjects: Record<string, string> = {
  VERIFY_EMAIL: 'Verify your e-mail address',
  PASSWORD_RESET: 'Reset your password',
  EMAIL_SIGNIN: 'Sign in with this link',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm your new e-mail address',
};

type SmsCode = { phoneNumber: string; sessionInfo?: string; code: string };
type OobCode = { email: string; requestType: string; oobCode: string; oobLink: string };

async function read(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(emulatorTimeoutMs) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Only http(s) URLs become links: messages are untrusted. */
const webLink = (link: string) => (/^https?:\/\//i.test(link) ? link : null);

export function createMessages({ emulatorUrl, projectId }: EmulatorPlace): Messages {
  const mails: InboxMessage[] = [];
  const seen = new Map<string, number>();
  let order = 0;
  const when = (id: string): number => {
    const known = seen.get(id);
    if (known !== undefined) return known;
    // A fraction keeps the order of messages within one millisecond.
    const now = Date.now() + (order++ % 1000) / 1000;
    seen.set(id, now);
    if (seen.size > maxRemembered) {
      const oldest = seen.keys().next().value;
      if (oldest !== undefined) seen.delete(oldest);
    }
    return now;
  };

  const fromSms = ({ phoneNumber, sessionInfo, code }: SmsCode): InboxMessage => {
    const id = `sms:${sessionInfo ?? phoneNumber}:${code}`;
    const subject = 'Your verification code';
    return {
      id,
      kind: 'sms',
      to: phoneNumber,
      subject,
      code,
      link: null,
      text: null,
      seenAt: when(id),
    };
  };
  const fromOob = ({ email, requestType, oobCode, oobLink }: OobCode): InboxMessage => {
    const id = `email:${oobCode}`;
    const subject = subjects[requestType] ?? requestType;
    return {
      id,
      kind: 'email',
      to: email,
      subject,
      code: null,
      link: webLink(oobLink),
      text: null,
      seenAt: when(id),
    };
  };

  async function fromEmulator(): Promise<{
    messages: InboxMessage[];
    emulator: InboxAnswer['emulator'];
  }> {
    if (!emulatorUrl) return { messages: [], emulator: 'none' };
    const base = `${emulatorUrl.replace(/\/$/, '')}/emulator/v1/projects/${encodeURIComponent(projectId)}`;
    try {
      const [sms, oob] = await Promise.all([
        read(`${base}/verificationCodes`),
        read(`${base}/oobCodes`),
      ]);
      const codes = (sms.verificationCodes ?? []) as SmsCode[];
      const links = (oob.oobCodes ?? []) as OobCode[];
      return { messages: [...codes.map(fromSms), ...links.map(fromOob)], emulator: 'up' };
    } catch {
      return { messages: [], emulator: 'down' };
    }
  }

  return {
    async list() {
      const { messages, emulator } = await fromEmulator();
      const all = [...messages, ...mails].sort((a, b) => b.seenAt - a.seenAt);
      return { messages: all.slice(0, maxListed), emulator };
    },
    receive(mail) {
      const id = `mail:${Date.now()}:${order}`;
      mails.push({ ...mail, id, kind: 'mail', code: null, seenAt: when(id) });
      if (mails.length > maxMails) mails.shift();
    },
  };
}
