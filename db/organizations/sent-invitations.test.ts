import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import {
  cancelInvite,
  deleteOldInviteMails,
  invite,
  inviteToMail,
  markInviteMailed,
  readOpenInvites,
  type InviteLimits,
} from './sent-invitations.ts';
import { signUp } from '../../flows/people/sign-up.ts';
import type { Database } from '../tables.ts';

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

const limits: InviteLimits = { perOrganization: 50, perInviter: 30, perRecipient: 3 };
const plenty: InviteLimits = { perOrganization: 1000, perInviter: 1000, perRecipient: 1000 };

const inviteThem = (address = email, within = plenty) =>
  invite(db, { organizationId, email: address, invitedBy: founder }, within);

/** Makes the invitation and its last mail older. */
const age = async (interval: string) => {
  // The application's role may not change requested mails, which are kept until they are forgotten.
  const owner = createPool(database.ownerUrl, { max: 1 });
  await owner.query(
    'update invite_mail_request set requested_at = requested_at - $1::interval where organization_id = $2',
    [interval, organizationId],
  );
  await owner.end();
  await db
    .updateTable('organization_invite')
    .set({
      invited_at: sql`invited_at - ${interval}::interval`,
      mail_requested_at: sql`mail_requested_at - ${interval}::interval`,
    })
    .where('organization_id', '=', organizationId)
    .execute();
};

describe('the mail of an invitation', () => {
  test('no mail is written for a cancelled invitation', async () => {
    await inviteThem();
    expect(await cancelInvite(db, { organizationId, email })).toBe(true);
    expect(await inviteToMail(db, { organizationId, email })).toBeUndefined();
    await markInviteMailed(db, { organizationId, email }, 'sent');
    expect(await cancelInvite(db, { organizationId, email })).toBe(false);
  });

  test("an invitation's mail is sent again on request, but not for a second click, and at most five times", async () => {
    for (const attempt of [1, 2, 3, 4, 5]) {
      expect(await inviteThem(), `attempt ${attempt}`).toBe('to_mail');
      await markInviteMailed(db, { organizationId, email }, 'sent');
      expect(await inviteThem(), `a click after attempt ${attempt}`).toBe('mailed_just_now');
      await age('2 minutes');
    }
    expect(await inviteThem()).toBe('too_many_for_invite');
    expect(await readOpenInvites(db, organizationId)).toHaveLength(1);
  });

  test("an invitation's mail that failed can be requested again immediately", async () => {
    await inviteThem();
    await markInviteMailed(db, { organizationId, email }, 'failed');
    expect(await inviteThem()).toBe('to_mail');
    expect(await readOpenInvites(db, organizationId)).toMatchObject([{ mail_status: 'queued' }]);
  });
});

describe('limits of a day', () => {
  const sent = (outcomes: string[], outcome = 'to_mail') =>
    outcomes.filter((each) => each === outcome).length;

  test('one mailbox gets at most three mails, in any spelling and from any organization', async () => {
    const [name, domain] = email.split('@') as [string, string];
    const rival = await enter({ email: `${someUid()}@people.test`, organizationName: 'Kites' });
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0
          ? inviteThem(`${name}+${i}@${domain}`, limits)
          : invite(
              db,
              {
                organizationId: rival.organization_id!,
                email: `${name}+${i}@${domain}`,
                invitedBy: rival.uid,
              },
              limits,
            ),
      ),
    );
    expect(sent(outcomes)).toBe(3);
    expect(sent(outcomes, 'too_many_for_recipient')).toBe(47);
  });

  test('cancelled and repeated mails count against the limit, which ends after a day', async () => {
    for (let i = 0; i < 3; i += 1) {
      expect(await inviteThem(email, limits)).toBe('to_mail');
      await cancelInvite(db, { organizationId, email });
    }
    expect(await inviteThem(email, limits)).toBe('too_many_for_recipient');
    await age('25 hours');
    expect(await inviteThem(email, limits)).toBe('to_mail');
    await deleteOldInviteMails(db);
    expect(await inviteThem(`2-${email}`, limits)).toBe('to_mail');
  });

  test('fifty concurrent invitations exceed neither the limit of an inviter nor that of an organization', async () => {
    const ofOne = await Promise.all(
      Array.from({ length: 50 }, (_, i) => inviteThem(`${i}-${email}`, limits)),
    );
    expect(sent(ofOne)).toBe(30);
    expect(sent(ofOne, 'too_many_of_inviter')).toBe(20);
    const second = await enter({ email: `${someUid()}@people.test` });
    const ofAnother = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        invite(db, { organizationId, email: `${100 + i}-${email}`, invitedBy: second.uid }, limits),
      ),
    );
    expect(sent(ofAnother)).toBe(20);
    expect(sent(ofAnother, 'too_many_of_organization')).toBe(30);
    expect(await readOpenInvites(db, organizationId)).toHaveLength(50);
  });
});

test('ten concurrent invitations of one address make one', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => inviteThem()));
  expect(new Set(outcomes)).toEqual(new Set(['to_mail']));
  expect(await readOpenInvites(db, organizationId)).toHaveLength(1);
});
