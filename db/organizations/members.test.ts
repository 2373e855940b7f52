import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { readMembers, setMemberBudget } from './members.ts';
import { readInvitations } from './received-invitations.ts';
import { invite } from './sent-invitations.ts';
import { readProfile } from '../people/profiles.ts';
import { acceptInvitation } from '../../flows/organizations/join-organization.ts';
import { signUp } from '../../flows/people/sign-up.ts';
import type { Database } from '../tables.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let ledgers: Ledger[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  // Two ledgers, like those of two processes.
  ledgers = [1, 2].map(() => createLedger({ connectionString: database.appUrl }));
});
afterAll(async () => {
  for (const ledger of ledgers ?? []) await ledger.close();
  await db?.destroy();
  await database?.drop();
});

async function enter(organizationName: string | null, email: string): Promise<string> {
  const uid = randomBytes(8).toString('hex');
  await signUp(
    { db, ledger: ledgers[0]! },
    {
      uid,
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: null,
      email,
      emailVerified: true,
      organizationName,
    },
  );
  return uid;
}

/** An organization with ₹250 and one member without a budget. */
async function foundOrganization() {
  const name = randomBytes(4).toString('hex');
  const founder = await enter('Kites Ltd', `founder-${name}@people.test`);
  const { organization_id, wallet_id: walletId } = (await readProfile(db, founder))!;
  const organizationId = organization_id!;
  const email = `member-${name}@people.test`;
  const limits = { perOrganization: 1, perInviter: 1, perRecipient: 1 };
  await invite(db, { organizationId, email, invitedBy: founder }, limits);
  const member = await enter(null, email);
  const [invitation] = await readInvitations(db, email);
  const proof = { id: String(invitation!.id), verifiedEmail: email };
  const address = { email, isVerified: true };
  expect(await acceptInvitation(db, { uid: member, proof, address })).toBe('joined');
  return { organizationId, walletId, founder, member };
}

let charges = 0;
function charge(ledger: Ledger, walletId: string, memberUid: string) {
  charges += 1;
  return ledger.append({
    type: 'Charge',
    walletId,
    idempotencyKey: `charge:${charges}`,
    actor: `user:${memberUid}`,
    amountPaise: 1_00,
    tool: 'image',
    memberUid,
  });
}

test("a budget that is set during a member's concurrent purchases is never exceeded from that moment on", async () => {
  const { organizationId, walletId, member } = await foundOrganization();
  for (const budgetPaise of [40_00, 80_00, 60_00, 120_00]) {
    const spending = Array.from({ length: 60 }, (_, i) =>
      charge(ledgers[i % 2]!, walletId, member),
    );
    const change = setMemberBudget(db, {
      organizationId,
      walletId,
      uid: member,
      budgetPaise,
      adminUid: 'boss',
    });
    const changed = await change;
    if (typeof changed === 'string') throw new Error(changed);
    const outcomes = await Promise.all(spending);
    const [, now] = await readMembers(db, { organizationId, atMs: Date.now() });
    const spentThen = changed.spent_this_month_paise;
    expect(now!.spent_this_month_paise).toBeGreaterThanOrEqual(spentThen);
    expect(now!.spent_this_month_paise).toBeLessThanOrEqual(Math.max(spentThen, budgetPaise));
    const refused = outcomes.filter(({ ok }) => !ok);
    for (const outcome of refused) expect(outcome).toMatchObject({ refusal: 'budget_exceeded' });
  }
  const events = await db
    .selectFrom('ledger_event')
    .select((select) => select.fn.sum<string>('amount_paise').as('sum'))
    .where('wallet_id', '=', walletId)
    .where('member_uid', '=', member)
    .executeTakeFirstOrThrow();
  const [, member_] = await readMembers(db, { organizationId, atMs: Date.now() });
  expect(-Number(events.sum)).toBe(member_!.spent_this_month_paise);
});

test('the member list counts only the spending of the requested month', async () => {
  const { organizationId, walletId, founder, member } = await foundOrganization();
  await charge(ledgers[0]!, walletId, member);
  await charge(ledgers[0]!, walletId, member);
  await charge(ledgers[0]!, walletId, founder);
  const spent = async (atMs: number) =>
    (await readMembers(db, { organizationId, atMs })).map((each) => [
      each.role,
      each.spent_this_month_paise,
    ]);
  expect(await spent(Date.now())).toEqual([
    ['admin', 1_00],
    ['user', 2_00],
  ]);
  const longAgoMs = Date.UTC(2020, 0, 15);
  expect(await spent(longAgoMs)).toEqual([
    ['admin', 0],
    ['user', 0],
  ]);
});
