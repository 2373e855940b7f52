/** The sandbox's inbox: SMS codes and e-mail links of the Auth emulator, and mail of our own. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { listen } from './http.ts';
import { inboxPage } from './inbox-page.ts';

export type InboxMessage = {
  id: string;
  kind: 'sms' | 'email' | 'mail';
  to: string;
  subject: string;
  code: string | null;
  link: string | null;
  text: string | null;
  /** When the inbox first saw it, milliseconds: the emulator does not tell. */
  seenAt: number;
};

export type InboxAnswer = {
  messages: InboxMessage[];
  emulator: 'up' | 'down' | 'none';
};

type InboxOptions = {
  /** `http://host:port` of the Auth emulator; null where there is none. */
  emulatorUrl: string | null;
  projectId: string;
  port?: number;
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

/** Only a web link may become a link: what is shown came from elsewhere. */
const webLink = (link: string) => (/^https?:\/\//i.test(link) ? link : null);

function createInbox({ emulatorUrl, projectId }: InboxOptions) {
  const mails: InboxMessage[] = [];
  const seen = new Map<string, number>();
  let order = 0;
  const when = (id: string): number => {
    const known = seen.get(id);
    if (known !== undefined) return known;
    // A fraction keeps what arrived within one millisecond in the order of its arrival.
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
    async list(): Promise<InboxAnswer> {
      const { messages, emulator } = await fromEmulator();
      const all = [...messages, ...mails].sort((a, b) => b.seenAt - a.seenAt);
      return { messages: all.slice(0, maxListed), emulator };
    },
    receive(mail: { to: string; subject: string; text: string }): InboxMessage {
      const id = `mail:${Date.now()}:${order}`;
      const link = /https?:\/\/[^\s<>"']+/.exec(mail.text)?.[0] ?? null;
      const message: InboxMessage = {
        id,
        kind: 'mail',
        ...mail,
        code: null,
        link,
        seenAt: when(id),
      };
      mails.push(message);
      if (mails.length > maxMails) mails.shift();
      return message;
    },
  };
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim().length > 0 && value.length <= most;

function inboxApp(options: InboxOptions): Express {
  const inbox = createInbox(options);
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.set({
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    next();
  });
  app.get('/', (_request, response) => {
    response.type('html').send(inboxPage);
  });
  app.get('/api/messages', async (_request, response) => {
    response.json(await inbox.list());
  });
  app.post('/api/mail', express.json({ limit: '100kb' }), (request, response) => {
    const { to, subject, text } = (request.body ?? {}) as Record<string, unknown>;
    if (!isText(to, 320) || !isText(subject, 200) || !isText(text, 20_000)) {
      response.status(400).json({ error: 'A mail needs the texts to, subject and text.' });
      return;
    }
    response.status(201).json(inbox.receive({ to, subject, text }));
  });
  app.use((_request, response) => {
    response.status(404).json({ error: 'Not found.' });
  });
  app.use(
    (error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
      const status = error.status ?? 500;
      response
        .status(status)
        .json({ error: status < 500 ? 'The body cannot be read.' : 'Internal error.' });
    },
  );
  return app;
}

export function startInbox(
  options: InboxOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  return listen(inboxApp(options), options.port ?? 0);
}
