// The bonuses that one person with many addresses can get.
import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { readOpenNotices } from '@sachet/db/admin/notices';
import { createKysely, createPool } from '@sachet/db/connect';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { readRefundable } from '@sachet/db/payments/refunds';
import type { Database } from '@sachet/db/tables';
import type { CommandOf } from '@sachet/shared/ledger/command';
import { Limits } from '@sachet/shared/configuration/limits';
import { signUp, type SignUp } from './sign-up.ts';
import { verifyEmail as verify } from './signup-bonus.ts';
import { spend as spendOne } from '../wallet/spend.ts';

let database: TestDatabase;
let db: Kysely<Database>;
/** Two ledgers, like those of two processes. */
let ledgers: Ledger[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  ledgers = [0, 1].map(() => createLedger({ connectionString: database.appUrl }));
});
afterAll(async () => {
  await Promise.all((ledgers ?? []).map((ledger) => ledger.close()));
  await db?.destroy();
  await database?.drop();
});

const some = () => randomBytes(8).toString('hex');
const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

type DayLimits = Pick<Limits, 'unverifiedSpendingRupeesPerDay' | 'verifiedBonusRupeesPerDay'>;
/** The allowance for unverified spending is used up. */
const usedUp: DayLimits = {
  unverifiedSpendingRupeesPerDay: 0,
  verifiedBonusRupeesPerDay: 1_000_000,
};

const verifyEmail = (who: { uid: string; email: string }, limits = usedUp) =>
  verify({ db, ledger: ledgers[0]!, settings: { limits } }, who);

/** A user with an unverified address, unless `change` says otherwise. */
async function enter(change: Partial<SignUp> = {}, ledger = ledgers[0]!) {
  const person = {
    uid: some(),
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: null,
    email: `${some()}@people.test`,
    emailVerified: false,
    organizationName: null,
    ...change,
  };
  return (await signUp({ db, ledger }, person)).profile;
}

interface Spender {
  readonly uid: string;
  readonly wallet_id: string;
}

function charge({ uid, wallet_id: walletId }: Spender, rupees: number): CommandOf<'Charge'> {
  return {
    type: 'Charge',
    walletId,
    idempotencyKey: some(),
    actor: `user:${uid}`,
    amountPaise: rupees * 100,
    tool: 'general',
    memberUid: uid,
  };
}

function hold(spender: Spender, rupees: number): CommandOf<'PlaceHold'> {
  const expiresAtMs = Date.now() + 600_000;
  return { ...charge(spender, rupees), type: 'PlaceHold', holdId: some(), expiresAtMs };
}

async function topUp({ wallet_id: walletId }: Spender, rupees: number): Promise<void> {
  const outcome = await ledgers[0]!.append({
    type: 'CreditTopUp',
    walletId,
    idempotencyKey: some(),
    actor: 'gateway',
    amountPaise: rupees * 100,
    orderId: some(),
    paymentId: some(),
  });
  expect(outcome.ok).toBe(true);
}

/** Spends concurrently from both processes. */
async function spend(
  commands: CommandOf<'Charge' | 'PlaceHold'>[],
  limits = usedUp,
): Promise<string[]> {
  const settings = { limits };
  const outcomes = await Promise.all(
    commands.map((each, i) => spendOne({ db, ledger: ledgers[i % 2]!, settings }, each)),
  );
  return outcomes.map((outcome) => (outcome.ok ? 'spent' : outcome.refusal));
}

const count = <T>(all: readonly T[], one: T): number => all.filter((each) => each === one).length;

async function readMoney({ wallet_id }: Spender) {
  const { balance_paise, held_paise } = await db
    .selectFrom('wallet')
    .selectAll()
    .where('id', '=', wallet_id)
    .executeTakeFirstOrThrow();
  const { count: events } = await db
    .selectFrom('ledger_event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('wallet_id', '=', wallet_id)
    .executeTakeFirstOrThrow();
  return { balance: balance_paise / 100, held: held_paise / 100, events };
}

const readTaken = async (name: 'unverified_spending' | 'verified_bonus') =>
  (await db.selectFrom('daily_allowance').select('used').where('name', '=', name).execute()).reduce(
    (sum, { used }) => sum + used / 100,
    0,
  );

/** Limits that leave these rupees of the allowance for unverified spending. */
const leave = async (rupees: number): Promise<DayLimits> => ({
  ...usedUp,
  unverifiedSpendingRupeesPerDay: (await readTaken('unverified_spending')) + rupees,
});

/** The rupees that events have released from the allowance. */
async function readReleased(): Promise<number> {
  const { paise } = await db
    .selectFrom('ledger_event')
    .select(({ fn }) => fn.sum<number>('locked_paise').as('paise'))
    .where('kind', '=', 'BonusReleased')
    .where('reason', 'like', 'allowance %')
    .executeTakeFirstOrThrow();
  return -Number(paise ?? 0) / 100;
}

test('fifty unverified accounts that spend concurrently spend at most the allowance of the day', async () => {
  const people = await Promise.all(many(50, (i) => enter({}, ledgers[i % 2])));
  const before = await readReleased();
  const said = await spend(
    people.flatMap((each) => [charge(each, 98), hold(each, 250), charge(each, 60)]),
    await leave(1_000),
  );
  const released = (await readReleased()) - before;
  expect(released).toBeLessThanOrEqual(1_000);
  expect(released, 'less than the lowest price is left').toBeGreaterThan(1_000 - 60);
  expect(await readTaken('unverified_spending'), 'refusals give back').toBe(await readReleased());
  let gone = 0;
  for (const each of people) {
    const { balance, held } = await readMoney(each);
    gone += 250 - balance + held;
  }
  expect(gone).toBe(released);
  expect(count(said, 'unverified_funds')).toBeGreaterThan(100);
  const notices = await readOpenNotices(db, { kind: 'daily_budget_used', limit: 10 });
  expect(notices).toMatchObject([{ data: { budget: 'unverified_spending' } }]);
  const verified = people.at(-1)!;
  await verifyEmail({ uid: verified.uid, email: verified.email! });
  expect(await spend([charge(verified, 10)])).toEqual(['spent']);
});

test('each purchase of an unverified user releases what it needs of the bonus', async () => {
  const person = await enter();
  await topUp(person, 30);
  const limits = await leave(1_000);
  expect(await spend([charge(person, 75)], limits)).toEqual(['spent']);
  expect(await spend([hold(person, 175)], limits)).toEqual(['spent']);
  const events = await db
    .selectFrom('ledger_event')
    .select(['kind', 'locked_paise'])
    .where('wallet_id', '=', person.wallet_id)
    .orderBy('seq')
    .execute();
  expect(events.map(({ kind, locked_paise }) => [kind, locked_paise])).toEqual([
    ['SignupBonusCredited', 250_00],
    ['TopUpCredited', null],
    ['BonusReleased', -45_00],
    ['Charged', null],
    ['BonusReleased', -175_00],
    ['HoldPlaced', null],
  ]);
});

test('a repeated purchase takes nothing more, and a hold that is voided leaves its release to the next one', async () => {
  const person = await enter();
  const limits = await leave(1_000);
  const before = await readTaken('unverified_spending');
  const purchase = hold(person, 100);
  const said = await spend(
    many(6, () => purchase),
    limits,
  );
  expect(count(said, 'spent')).toBe(6);
  expect((await readTaken('unverified_spending')) - before).toBe(100);
  const voided = await ledgers[0]!.append({
    type: 'VoidHold',
    walletId: person.wallet_id,
    holdId: purchase.holdId,
    idempotencyKey: `void:${purchase.holdId}`,
    actor: 'worker',
  });
  expect(voided.ok).toBe(true);
  expect(await spend([charge(person, 100)])).toEqual(['spent']);
  expect((await readTaken('unverified_spending')) - before).toBe(100);
});

test('a purchase whose statements fail releases nothing and gives back what it took', async () => {
  const person = await enter();
  const before = await readTaken('unverified_spending');
  const settings = { limits: await leave(1_000) };
  const broken = sql`select 1 / 0`.compile(db);
  await expect(
    spendOne({ db, ledger: ledgers[0]!, settings }, charge(person, 50), [broken]),
  ).rejects.toThrow('division by zero');
  expect(await readTaken('unverified_spending')).toBe(before);
  expect(await readMoney(person)).toEqual({ balance: 250, held: 0, events: 1 });
});

test('concurrent purchases from one wallet spend the whole bonus and no more', async () => {
  const person = await enter();
  await topUp(person, 50);
  const said = await spend(
    many(12, () => charge(person, 60)),
    await leave(1_000),
  );
  expect(count(said, 'spent')).toBe(5);
  expect(count(said, 'insufficient_funds')).toBe(7);
  expect(await readTaken('unverified_spending')).toBe(await readReleased());
});

test('a verified email releases the bonus while the sum for such bonuses lasts, and a purchase does so later', async () => {
  const none = { ...usedUp, verifiedBonusRupeesPerDay: await readTaken('verified_bonus') };
  const person = await enter();
  await verifyEmail({ uid: person.uid, email: person.email! }, none);
  expect(await spend([charge(person, 10)], none)).toEqual(['unverified_funds']);
  expect(await spend([charge(person, 10)], { ...none, ...(await leave(10)) })).toEqual(['spent']);
  expect(await spend([charge(person, 240)])).toEqual(['spent']);
});

test('with ₹300 paid in and a locked bonus, three of ten concurrent purchases of ₹100 succeed', async () => {
  const person = await enter();
  await topUp(person, 300);
  const said = await spend(many(10, (i) => (i % 2 ? charge(person, 100) : hold(person, 100))));
  expect(count(said, 'spent')).toBe(3);
  expect(count(said, 'unverified_funds')).toBe(7);
  const { balance, held } = await readMoney(person);
  expect(balance - held).toBe(250);
});

test('the refundable amount excludes a locked bonus after paid money was spent', async () => {
  const person = await enter();
  await topUp(person, 500);
  expect(await spend([charge(person, 300)])).toEqual(['spent']);
  expect(await readRefundable(db, person.wallet_id)).toBe(200_00);
  await verifyEmail({ uid: person.uid, email: person.email! });
  expect(await readRefundable(db, person.wallet_id), 'a bonus is spent first').toBe(450_00);
});

test('each purchase during the verification is refused or paid, and its retries pay only once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await enter();
    const commands = many(8, () => charge(person, 20));
    const [said] = await Promise.all([
      spend(commands),
      verifyEmail({ uid: person.uid, email: person.email! }),
      verifyEmail({ uid: person.uid, email: person.email! }),
    ]);
    expect(count(said, 'spent') + count(said, 'unverified_funds')).toBe(8);
    expect(await readMoney(person)).toMatchObject({ balance: 250 - 20 * count(said, 'spent') });
    // The same keys again, twice: no conflict, and no second charge.
    expect(count(await spend([...commands, ...commands]), 'spent')).toBe(16);
    expect(await readMoney(person)).toMatchObject({ balance: 90, held: 0, events: 10 });
  }
});

test('the bonus of a user with a verified phone or address can be spent immediately', async () => {
  const byPhone = await enter({ phoneNumber: `+9198${Date.now() % 1e8}`, email: null });
  const byEmail = await enter({ emailVerified: true });
  expect(await spend([charge(byPhone, 250), charge(byEmail, 250)])).toEqual(['spent', 'spent']);
});

test('the bonus of an organization waits until its founder is verified', async () => {
  const founder = await enter({ organizationName: 'Kites Ltd' });
  const member = { uid: some(), wallet_id: founder.wallet_id };
  expect(await spend([charge(founder, 10), hold(member, 10)])).toEqual(
    many(2, () => 'unverified_funds'),
  );
  await topUp(founder, 10);
  expect(await spend([charge(member, 10), charge(member, 10)])).toContain('unverified_funds');
  await verifyEmail({ uid: founder.uid, email: founder.email! });
  expect(await spend([charge(member, 250)])).toEqual(['spent']);
});

/** Addresses of one mailbox, from a name of letters and digits. */
const spellings: [provider: string, spell: (name: string, i: number) => string][] = [
  [
    'Gmail',
    (name, i) =>
      `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@${i % 2 ? 'gmail' : 'googlemail'}.com`,
  ],
  [
    'a domain in two scripts',
    (name, i) => `${name}+${i}@${i % 2 ? 'डाटामेल.भारत' : 'xn--c2bd4bq1db8d.xn--h2brj9c'}`,
  ],
];

test.each(spellings)(
  'ten spellings of one mailbox that sign up concurrently get one bonus, verified or not: %s',
  async (_, spell) => {
    for (const emailVerified of [false, true]) {
      const name = some();
      const people = await Promise.all(
        many(10, (i) => enter({ email: spell(name, i), emailVerified }, ledgers[i % 2])),
      );
      const balances = people.map(({ balance_paise }) => balance_paise);
      expect(count(balances, 250_00)).toBe(1);
      expect(count(balances, 0)).toBe(9);
      const reasons = people.map(({ bonus_withheld }) => bonus_withheld);
      expect(count(reasons, 'claimed')).toBe(9);
    }
  },
);

test('an address at a disposable domain or below it gets an account and no bonus', async () => {
  for (const domain of ['mailinator.com', 'inbox.mailinator.com', 'yopmail.com']) {
    const email = `${some()}@${domain}`;
    const person = await enter({ email, emailVerified: true });
    expect(person).toMatchObject({ balance_paise: 0, bonus_withheld: 'disposable_address' });
  }
});

test('a phone number gets the bonus although the address beside it is disposable', async () => {
  const phoneNumber = `+9198${Math.floor(Math.random() * 1e8)}`.padEnd(13, '0');
  const person = await enter({ phoneNumber, email: `${some()}@mailinator.com` });
  expect(person).toMatchObject({ balance_paise: 250_00, bonus_withheld: null });
});

test('verifying a mailbox unlocks only one bonus, even if many accounts changed their address to it', async () => {
  const people = await Promise.all(many(5, () => enter()));
  const name = some();
  await Promise.all(
    people.map(({ uid }, i) => verifyEmail({ uid, email: `${name}+${i}@gmail.com` })),
  );
  const said = await spend(people.map((each) => charge(each, 250)));
  expect(count(said, 'spent')).toBe(1);
  const thrownAway = await enter();
  await verifyEmail({ uid: thrownAway.uid, email: `${some()}@mailinator.com` });
  expect(await spend([charge(thrownAway, 1)])).toEqual(['unverified_funds']);
});

test('a mailbox that is verified in two accounts at the same moment unlocks one bonus', async () => {
  for (let round = 0; round < 5; round += 1) {
    const mailbox = some();
    const first = await enter({ email: `${mailbox}+one@people.test` });
    const [second] = await Promise.all([
      enter({ email: `${mailbox}+two@people.test`, emailVerified: true }, ledgers[1]),
      verifyEmail({ uid: first.uid, email: first.email! }),
    ]);
    const spent = await spend([charge(first, 250), charge(second, 250)]);
    expect(count(spent, 'spent')).toBe(1);
  }
});

test('a sign-up while the ledger is busy can be repeated', async () => {
  const busy = createLedger({ connectionString: database.appUrl, maxWaiting: 0 });
  const person = { uid: some(), email: `${some()}@people.test` };
  await expect(enter(person, busy)).rejects.toThrow(LedgerUnavailable);
  await busy.close();
  expect((await enter(person)).balance_paise).toBe(250_00);
});

test('the owner of a mailbox gets the bonus after a stranger claimed it unverified', async () => {
  const name = some();
  const squatter = await enter({ email: `${name[0]}.${name.slice(1)}@gmail.com` });
  const owner = await enter({ email: `${name}@gmail.com`, emailVerified: true });
  expect(owner).toMatchObject({ balance_paise: 250_00, bonus_withheld: null });
  await verifyEmail({ uid: squatter.uid, email: squatter.email! });
  const said = await spend([charge(owner, 250), charge(squatter, 1)]);
  expect(said).toEqual(['spent', 'unverified_funds']);
});
