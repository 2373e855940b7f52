import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';
import { createKysely, createPool } from './connect.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import {
  cancelInvite,
  invite,
  invitesToMail,
  inviteToMail,
  markInviteMailed,
  readOpenInvites,
} from './organizations.ts';
import { readProfile } from './people.ts';
import { signUp } from '../flows/sign-up.ts';
import type { Database } from './tables.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;
let founder: string;
let organizationId: string;
let email: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  ledger = createLedger({ connectionString: database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await db?.destroy();
  await database?.drop();
});

const someUid = () => randomBytes(8).toString('hex');

async function enter(change: { email: string; organizationName?: string }) {
  const uid = someUid();
  const person = {
    uid,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: null,
    emailVerified: true,
    organizationName: null,
    bonusRequiresVerification: false,
    ...change,
  };
  return (await signUp({ db, ledger }, person)).profile;
}

beforeEach(async () => {
  email = `${someUid()}@people.test`;
  const profile = await enter({
    email: `${someUid()}@people.test`,
    organizationName: 'Chai & Co.',
  });
  founder = profile.uid;
  organizationId = profile.organization_id!;
});

const inviteThem = (address = email) =>
  invite(db, { organizationId, email: address, invitedBy: founder });

/** As if the invitation, and its last mail, were from earlier. */
const age = (interval: string) =>
  db
    .updateTable('organization_invite')
    .set({
      invited_at: sql`invited_at - ${interval}::interval`,
      mail_requested_at: sql`mail_requested_at - ${interval}::interval`,
    })
    .where('organization_id', '=', organizationId)
    .execute();

describe('the mail of an invitation', () => {
  test('is written once: it names who invites and into what, and is done when sent', async () => {
    expect(await inviteThem()).toBe('to_mail');
    expect(await inviteToMail(db, { organizationId, email })).toEqual({
      email,
      organizationName: 'Chai & Co.',
      inviterName: 'Asha Rao',
    });
    await markInviteMailed(db, { organizationId, email }, 'sent');
    expect(await inviteToMail(db, { organizationId, email })).toBeUndefined();
    expect(await readOpenInvites(db, organizationId)).toMatchObject([
      { mail_status: 'sent', mail_attempts: 1 },
    ]);
  });

  test('is found again when nobody has sent it', async () => {
    await inviteThem();
    const find = async () => {
      const found = await invitesToMail(db, { before: new Date(Date.now() - 60_000), limit: 500 });
      return found.filter((each) => each.organizationId === organizationId);
    };
    expect(await find()).toEqual([]);
    await age('2 minutes');
    expect(await find()).toEqual([{ organizationId, email }]);
    await markInviteMailed(db, { organizationId, email }, 'failed');
    expect(await find()).toEqual([]);
  });

  test('is not written for an invitation that was cancelled', async () => {
    await inviteThem();
    expect(await cancelInvite(db, { organizationId, email })).toBe(true);
    expect(await inviteToMail(db, { organizationId, email })).toBeUndefined();
    await markInviteMailed(db, { organizationId, email }, 'sent');
    expect(await cancelInvite(db, { organizationId, email })).toBe(false);
  });

  test('goes out again when asked for, but not for a second click, and five times at most', async () => {
    for (const attempt of [1, 2, 3, 4, 5]) {
      expect(await inviteThem(), `attempt ${attempt}`).toBe('to_mail');
      await markInviteMailed(db, { organizationId, email }, 'sent');
      expect(await inviteThem(), `a click after attempt ${attempt}`).toBe('mailed_just_now');
      await age('2 minutes');
    }
    expect(await inviteThem()).toBe('too_many');
    expect(await readOpenInvites(db, organizationId)).toHaveLength(1);
  });

  test('that could not be sent may be tried again at once', async () => {
    await inviteThem();
    await markInviteMailed(db, { organizationId, email }, 'failed');
    expect(await inviteThem()).toBe('to_mail');
    expect(await readOpenInvites(db, organizationId)).toMatchObject([{ mail_status: 'queued' }]);
  });
});

describe('too many invitations', () => {
  test('one address is invited three times a day, however often it is cancelled', async () => {
    for (let i = 0; i < 3; i += 1) {
      expect(await inviteThem()).toBe('to_mail');
      await cancelInvite(db, { organizationId, email });
    }
    expect(await inviteThem()).toBe('too_many');
    await age('25 hours');
    expect(await inviteThem()).toBe('to_mail');
  });

  test('an organisation invites a hundred a day, also when it asks for all at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 110 }, (_, i) => inviteThem(`${i}-${email}`)),
    );
    expect(outcomes.filter((outcome) => outcome === 'to_mail')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(10);
    expect(await readOpenInvites(db, organizationId)).toHaveLength(100);
  });
});

test('given one address, when it is invited ten times at once, then one invitation stands', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => inviteThem()));
  expect(new Set(outcomes)).toEqual(new Set(['to_mail']));
  expect(await readOpenInvites(db, organizationId)).toHaveLength(1);
});

test('given an invitation, when it is cancelled while the invited sign up, then each is in or out, and the row says which', async () => {
  for (let i = 0; i < 10; i += 1) {
    const address = `${i}-${email}`;
    await inviteThem(address);
    const [cancelled, profile] = await Promise.all([
      cancelInvite(db, { organizationId, email: address }),
      enter({ email: address }),
    ]);
    expect(profile.organization_id).toBe(cancelled ? null : organizationId);
    const row = await db
      .selectFrom('organization_invite')
      .selectAll()
      .where('email', '=', address)
      .executeTakeFirstOrThrow();
    expect([row.accepted_by, row.cancelled_at !== null]).toEqual(
      cancelled ? [null, true] : [profile.uid, false],
    );
  }
});

test('given invitations from two organisations, then the newest is joined and the other is closed', async () => {
  await inviteThem();
  const other = await enter({ email: `${someUid()}@people.test`, organizationName: 'Kites Ltd' });
  await invite(db, { organizationId: other.organization_id!, email, invitedBy: other.uid });
  const member = await enter({ email });
  expect(member.organization_id).toBe(other.organization_id);
  expect(await readOpenInvites(db, organizationId)).toEqual([]);
  expect(await inviteThem()).toBe('has_account');
  expect(
    await invite(db, { organizationId: other.organization_id!, email, invitedBy: other.uid }),
  ).toBe('already_member');
});

test('given an invitation, when twenty calls sign the same person up, then one makes them a member', async () => {
  await inviteThem();
  const person = {
    uid: someUid(),
    firstName: 'Meera',
    lastName: 'Nair',
    phoneNumber: null,
    email,
    emailVerified: true,
    organizationName: 'A company of my own',
    bonusRequiresVerification: false,
  };
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => signUp({ db, ledger }, person)),
  );
  expect(outcomes.filter((outcome) => outcome.ok && outcome.createdProfile)).toHaveLength(1);
  expect(await readProfile(db, person.uid)).toMatchObject({
    role: 'user',
    organization_id: organizationId,
    balance_paise: 250_00,
  });
  const events = await db
    .selectFrom('ledger_event')
    .select('actor')
    .where('actor', '=', `user:${person.uid}`)
    .execute();
  expect(events).toEqual([]);
});
