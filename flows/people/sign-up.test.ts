import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { signUp, type SignUp } from './sign-up.ts';
import { signupBonusPaise } from './signup-bonus.ts';
import type { Database } from '@sachet/db/tables';
import { startDeafCable } from '@sachet/db/testing/deaf-cable';

let database: TestDatabase;
let db: Kysely<Database>;
let ledger: Ledger;

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

let number = 0;
let phone: string;
beforeEach(() => {
  number += 1;
  phone = `+91980000${String(number).padStart(4, '0')}`;
});

const someUid = () => randomBytes(8).toString('hex');

function somebody(change: Partial<SignUp> = {}): SignUp {
  return {
    uid: someUid(),
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: phone,
    email: null,
    emailVerified: false,
    organizationName: null,
    ...change,
  };
}

function enter(person: SignUp, through: Ledger = ledger) {
  return signUp({ db, ledger: through }, person);
}

const bonuses = (walletId: string) =>
  db
    .selectFrom('ledger_event')
    .select(['kind', 'amount_paise'])
    .where('wallet_id', '=', walletId)
    .execute();

test('a sign-up creates a profile and a wallet with ₹250', async () => {
  const person = somebody();
  const { profile, createdProfile } = await enter(person);
  expect(createdProfile).toBe(true);
  expect(profile).toMatchObject({
    uid: person.uid,
    account_type: 'individual',
    role: 'user',
    organization_id: null,
    balance_paise: 250_00,
    held_paise: 0,
    lifetime_spent_paise: 0,
    disabled_at: null,
  });
  expect(signupBonusPaise).toBe(250_00);
  expect(await bonuses(profile.wallet_id)).toEqual([
    { kind: 'SignupBonusCredited', amount_paise: 250_00 },
  ]);
});

test('twenty concurrent calls of one user sign up once', async () => {
  const person = somebody();
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(person)));
  expect(answers.filter(({ createdProfile }) => createdProfile)).toHaveLength(1);
  expect(new Set(answers.map(({ profile }) => profile.wallet_id)).size).toBe(1);
  expect(await bonuses(answers[0]!.profile.wallet_id)).toHaveLength(1);
});

test('ten concurrent uids with one phone get ten profiles and one bonus', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(somebody())));
  expect(answers.every(({ createdProfile }) => createdProfile)).toBe(true);
  const balances = answers.map(({ profile }) => profile.balance_paise).sort((a, b) => a - b);
  expect(balances).toEqual([...Array(9).fill(0), 250_00]);
});

test('an address that already had a bonus gets none when it signs up again', async () => {
  const email = `${someUid()}@people.test`;
  const change = { phoneNumber: null, email, emailVerified: true };
  expect((await enter(somebody(change))).profile.balance_paise).toBe(250_00);
  expect((await enter(somebody(change))).profile.balance_paise).toBe(0);
});

test('an organization that signs up ten times concurrently has one wallet and one admin', async () => {
  const founder = somebody({ organizationName: 'Kites Ltd' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(founder)));
  expect(answers.filter(({ createdProfile }) => createdProfile)).toHaveLength(1);
  const { profile } = answers[0]!;
  expect(profile).toMatchObject({
    account_type: 'organization',
    role: 'admin',
    organization_name: 'Kites Ltd',
    balance_paise: 250_00,
  });
  const wallet = await db
    .selectFrom('wallet')
    .selectAll()
    .where('owner_id', '=', profile.organization_id!)
    .execute();
  expect(wallet).toMatchObject([{ id: profile.wallet_id, owner_kind: 'organization' }]);
});

test('a uid that signs up concurrently as both kinds of account gets only one of them', async () => {
  const person = somebody();
  const founder = { ...person, organizationName: 'Kites Ltd' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => enter(i % 2 === 0 ? person : founder)),
  );
  expect(answers.filter(({ createdProfile }) => createdProfile)).toHaveLength(1);
  const { profile } = answers[0]!;
  expect(new Set(answers.map((each) => each.profile.wallet_id))).toEqual(
    new Set([profile.wallet_id]),
  );
  const credited = await db
    .selectFrom('ledger_event')
    .select('wallet_id')
    .where('actor', '=', `user:${person.uid}`)
    .execute();
  expect(credited).toEqual([{ wallet_id: profile.wallet_id }]);
});

test('a sign-up reports success if the answer to its commit was lost', async () => {
  const deaf = await startDeafCable(database.appUrl);
  const distant = createLedger({ connectionString: deaf.url });
  try {
    const { profile, createdProfile } = await enter(somebody(), distant);
    expect(deaf.answersLost()).toBe(1);
    expect(createdProfile).toBe(true);
    expect(await bonuses(profile.wallet_id)).toHaveLength(1);
  } finally {
    await distant.close();
    await deaf.close();
  }
});

test('a sign-up with a name that cannot be stored creates neither profile nor bonus', async () => {
  const person = somebody({ firstName: 'a\u0000b' });
  await expect(enter(person)).rejects.toMatchObject({ code: '22021' });
  const { profile } = await enter({ ...person, firstName: 'Asha' });
  expect(profile.balance_paise).toBe(250_00);
});

test('the ledger contains no personal data', async () => {
  const email = `${someUid()}@people.test`;
  const { profile } = await enter(somebody({ firstName: 'Xanthippe', email }));
  const events = await db
    .selectFrom('ledger_event')
    .selectAll()
    .where('wallet_id', '=', profile.wallet_id)
    .execute();
  const text = JSON.stringify(events);
  for (const personal of ['Xanthippe', email, phone, phone.slice(3)]) {
    expect(text).not.toContain(personal);
  }
});
