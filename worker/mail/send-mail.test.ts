import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { findInvitation } from '@sachet/db/organizations/received-invitations';
import { invite, type InviteName } from '@sachet/db/organizations/sent-invitations';
import { findMails, takeMail } from '@sachet/db/mails';
import { anonymizeProfile } from '@sachet/db/people/user-erasure';
import { signUp } from '@sachet/flows/people/sign-up';
import type { Database } from '@sachet/db/tables';
import { startInbox, type InboxAnswer } from '@sachet/dev/sandbox/inbox';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createMailer } from '../../adapters/mail/mail.ts';
import { sendMail } from './send-mail.ts';

const publicUrl = 'https://sachet.test';
const from = 'Sachet <no-reply@sachet.test>';
const log = pino({ level: 'silent' });

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;
let inbox: Awaited<ReturnType<typeof startInbox>>;

beforeAll(async () => {
  [database, inbox] = await Promise.all([
    createTestDatabase(),
    startInbox({ emulatorUrl: null, projectId: 'demo-x' }),
  ]);
  db = createKysely(createPool(database.appUrl));
  ledger = createLedger({ connectionString: database.appUrl });
});
afterAll(async () => {
  await inbox?.close();
  await ledger?.close();
  await db?.destroy();
  await database?.drop();
});

let people = 0;
const limits = { perOrganization: 10, perInviter: 10, perRecipient: 10 };

/** Creates an organization with an invitation of this address that is not mailed yet. */
async function invited(email: string, organizationName = 'Chai & Co'): Promise<InviteName> {
  people += 1;
  const { profile } = await signUp(
    { db, ledger },
    {
      uid: `admin-${people}`,
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: `+9198000${String(people).padStart(5, '0')}`,
      email: null,
      emailVerified: false,
      organizationName,
    },
  );
  const organizationId = profile.organization_id!;
  const asked = await invite(db, { organizationId, email, invitedBy: `admin-${people}` }, limits);
  expect(asked).toBe('to_mail');
  return { organizationId, email };
}

const deps = (smtpUrl = inbox.smtpUrl) => ({
  db,
  log,
  mail: { mailer: createMailer({ smtpUrl, from, deadlineMs: 60_000 }), publicUrl },
  noticeEmails: [],
});

const findId = async ({ organizationId }: InviteName): Promise<number | undefined> =>
  (await findMails(db, { kind: 'invitation', about: organizationId }))[0];

/** Does the job of the invitation's mail, if it waits. */
async function mailInvite(given: Parameters<typeof sendMail>[0], name: InviteName): Promise<void> {
  const mailId = await findId(name);
  if (mailId) await sendMail(given, { mailId, retryAfterMs: 600_000 });
}

const makeDue = ({ organizationId }: InviteName) =>
  db
    .updateTable('mail')
    .set({ due_at: new Date(0) })
    .where('about', '=', organizationId)
    .execute();

async function received(to: string) {
  const { messages } = (await (await fetch(`${inbox.url}/api/messages`)).json()) as InboxAnswer;
  return messages.filter((message) => message.to === to);
}

async function readStatus({ organizationId, email }: InviteName): Promise<string> {
  const row = await db
    .selectFrom('organization_invite')
    .select(['mail_status', 'mail_attempts'])
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return `${row.mail_status} ${row.mail_attempts}`;
}

describe('mailing an invitation', () => {
  test('an open invitation gets one mail that names inviter and organization and carries its secret', async () => {
    const name = await invited('ravi+chai@b.in');
    await mailInvite(deps(), name);
    await mailInvite(deps(), name);
    expect(await readStatus(name)).toBe('sent 1');
    const [mail, ...more] = await received('ravi+chai@b.in');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'You’re invited to join an organization on Sachet',
      link: expect.stringMatching(/^https:\/\/sachet\.test\/invitation#[\w-]{43}$/),
    });
    expect(mail!.text).toContain(
      '“Asha Rao” invites you to join the organization “Chai & Co” on Sachet. ' +
        'They chose both names. We haven’t verified them.',
    );
    const secret = mail!.link!.split('#')[1]!;
    const stopSecret = new URL(mail!.oneClick!).searchParams.get('secret')!;
    expect(stopSecret).toMatch(/^[\w-]{43}$/);
    expect(stopSecret).not.toBe(secret);
    expect(mail!.oneClick).toBe(`${publicUrl}/api/invitation/stop?secret=${stopSecret}`);
    expect(mail!.text).toContain(`${publicUrl}/invitation/stop#${stopSecret}`);
    expect(await findInvitation(db, { secret })).toMatchObject({ email: 'ravi+chai@b.in' });
  });

  test('a name in Hindi arrives unchanged', async () => {
    const name = await invited('hindi@b.in', 'चाय क्रिएटिव स्टूडियो ☕');
    await mailInvite(deps(), name);
    const [mail] = await received('hindi@b.in');
    expect(mail!.text).toContain('“चाय क्रिएटिव स्टूडियो ☕”');
  });

  test('a name with line breaks stays on one line and adds no recipient', async () => {
    const name = await invited(
      'injected@b.in',
      'Chai\r\nBcc: victim@b.in\r\nX-Evil: 1\r\n\r\n<b>body</b>',
    );
    await mailInvite(deps(), name);
    const [mail, ...more] = await received('injected@b.in');
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('You’re invited to join an organization on Sachet');
    expect(mail!.text).toContain('“Chai Bcc victim b. in X-Evil 1 <b>body< b>”');
    expect(await received('victim@b.in')).toEqual([]);
  });

  test('an invitation whose mail is refused permanently is marked as failed', async () => {
    const name = await invited('ravi+mail-refuse@b.in');
    await mailInvite(deps(), name);
    expect(await readStatus(name)).toBe('failed 1');
  });

  test('a mail that a busy server did not accept is sent by the next attempt', async () => {
    const name = await invited('ravi+mail-busy-1@b.in');
    await expect(mailInvite(deps(), name)).rejects.toThrow(/^mail: EENVELOPE 451$/);
    expect(await readStatus(name)).toBe('queued 0');
    await mailInvite(deps(), name);
    expect(await readStatus(name)).toBe('sent 1');
  });

  test('an invitation without a mail server is marked as failed', async () => {
    const name = await invited('nobody@b.in');
    await mailInvite({ ...deps(), mail: null }, name);
    expect(await readStatus(name)).toBe('failed 1');
  });
});

describe('a waiting mail', () => {
  test('a mail that 20 workers take at the same moment is sent once, and its row is deleted', async () => {
    const name = await invited('race@b.in');
    await Promise.all(Array.from({ length: 20 }, () => mailInvite(deps(), name)));
    expect(await received('race@b.in')).toHaveLength(1);
    expect(await findId(name)).toBeUndefined();
  });

  test('a mail whose worker crashed before the mail server answered is sent when its lease has ended', async () => {
    const name = await invited('crashed@b.in');
    await takeMail(db, { id: (await findId(name))!, leaseMs: 60_000 });
    await mailInvite(deps(), name);
    expect(await received('crashed@b.in')).toEqual([]);
    await makeDue(name);
    await mailInvite(deps(), name);
    expect(await received('crashed@b.in')).toHaveLength(1);
  });

  test('a mail that failed three times waits before the next attempt, and is given up after a day', async () => {
    const name = await invited('ravi+mail-busy-9@b.in');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await expect(mailInvite(deps(), name)).rejects.toThrow('mail: EENVELOPE 451');
    }
    await mailInvite(deps(), name);
    await makeDue(name);
    await expect(mailInvite(deps(), name)).rejects.toThrow('mail: EENVELOPE 451');
    await makeDue(name);
    await db
      .updateTable('mail')
      .set({ asked_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('about', '=', name.organizationId)
      .execute();
    await mailInvite(deps(), name);
    expect(await readStatus(name)).toBe('failed 1');
    expect(await findId(name)).toBeUndefined();
  });

  test('a mail to a person whose account is deleted is deleted with it', async () => {
    const name = await invited('leaving@b.in');
    await signUp(
      { db, ledger },
      {
        uid: 'leaving',
        firstName: 'Mira',
        lastName: 'Das',
        phoneNumber: null,
        email: 'leaving@b.in',
        emailVerified: true,
        organizationName: null,
      },
    );
    await db.transaction().execute((trx) => anonymizeProfile(trx, 'leaving'));
    expect(await findId(name)).toBeUndefined();
  });
});

describe('an unusable mail server', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));

  /** Starts a server that answers with these lines, one for each message, and then falls silent. */
  async function serverThatSays(...answers: string[]): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      const left = [...answers];
      const answer = () => {
        const next = left.shift();
        if (next) socket.write(`${next}\r\n`);
      };
      answer();
      socket.on('data', answer);
    });
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const send = (smtpUrl: string, deadlineMs = 60_000) =>
    createMailer({ smtpUrl, from, deadlineMs }).send({
      to: 'ravi@b.in',
      subject: 'x',
      text: 'x',
      html: 'x',
    });

  test('a mail to a server that is silent from the start, or in the middle, is retried later', async () => {
    await expect(send(`smtp://${await serverThatSays()}`, 300)).rejects.toThrow(/^mail: /);
    const halfway = await serverThatSays('220 hello', '250 hello', '250 ok');
    await expect(send(`smtp://${halfway}`, 300)).rejects.toThrow(/^mail: /);
  });

  test('a mail is retried later when our password is wrong', async () => {
    const host = await serverThatSays('220 hello', '250-hello\r\n250 AUTH PLAIN', '535 5.7.8 no');
    const url = `smtp://user:word@${host}?requireTLS=false`;
    await expect(send(url)).rejects.toThrow('mail: EAUTH 535');
  });

  test('a mail is not sent without encryption when there is a password', async () => {
    const host = await serverThatSays('220 hello', '250-hello\r\n250 AUTH PLAIN', '500 what?');
    await expect(send(`smtp://user:word@${host}`)).rejects.toThrow(/^mail: (?!EAUTH)/);
  });
});

test('a header inside a subject or an address is not sent as a header', async () => {
  const { mailer } = deps().mail;
  const mail = { subject: 'x\r\nBcc: evil@b.in\r\n\r\nnew body', text: 'true body', html: 'x' };
  expect(await mailer.send({ ...mail, to: 'raw@b.in' })).toBe('sent');
  expect(await received('raw@b.in')).toMatchObject([
    { subject: expect.stringMatching(/^x Bcc: evil@b\.in +new body$/), text: 'true body' },
  ]);
  await mailer.send({ ...mail, to: 'list@b.in, evil@b.in' }).catch(() => {});
  await mailer.send({ ...mail, to: 'line@b.in>\r\nRCPT TO:<evil@b.in' }).catch(() => {});
  expect(await received('evil@b.in')).toEqual([]);
});
