// The bonuses that one person with many addresses can get.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';
import { readOpenNotices } from '@sachet/db/admin/notices';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { readRefundable } from '@sachet/db/payments/refunds';
import type { Database } from '@sachet/db/tables';
import type { Command, CommandOf } from '@sachet/shared/ledger/command';
import { signUp, type SignUp } from './sign-up.ts';
import { verifyEmail } from './signup-bonus.ts';

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
const plenty = { perDayPaise: 1_000_000_00, perAddressBlock: 10_000 };

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
    ipAddress: '203.0.113.7',
    bonusLimits: plenty,
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

function hold(spender: Spender, rupees: number): Command {
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
async function spend(commands: Command[]): Promise<string[]> {
  const outcomes = await Promise.all(commands.map((each, i) => ledgers[i % 2]!.append(each)));
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

test('fifty unverified accounts that try to spend their bonuses concurrently spend nothing', async () => {
  const people = await Promise.all(many(50, (i) => enter({}, ledgers[i % 2])));
  const said = await spend(people.flatMap((each) => [charge(each, 98), hold(each, 250)]));
  expect(count(said, 'unverified_funds')).toBe(100);
  for (const each of people) {
    expect(await readMoney(each)).toEqual({ balance: 250, held: 0, events: 1 });
  }
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
  await verifyEmail(db, { uid: person.uid, email: person.email! });
  expect(await readRefundable(db, person.wallet_id), 'a bonus is spent first').toBe(450_00);
});

test('each purchase during the verification is refused or paid, and its retries pay only once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await enter();
    const commands = many(8, () => charge(person, 20));
    const [said] = await Promise.all([
      spend(commands),
      verifyEmail(db, { uid: person.uid, email: person.email! }),
      verifyEmail(db, { uid: person.uid, email: person.email! }),
    ]);
    expect(count(said, 'spent') + count(said, 'unverified_funds')).toBe(8);
    expect(await readMoney(person)).toMatchObject({ balance: 250 - 20 * count(said, 'spent') });
    // The same keys again, twice: no conflict, and no second charge.
    expect(count(await spend([...commands, ...commands]), 'spent')).toBe(16);
    expect(await readMoney(person)).toMatchObject({ balance: 90, held: 0, events: 9 });
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
  await verifyEmail(db, { uid: founder.uid, email: founder.email! });
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

test('verifying a mailbox unlocks only one bonus, even if many accounts changed their address to it', async () => {
  const people = await Promise.all(many(5, () => enter()));
  const name = some();
  await Promise.all(
    people.map(({ uid }, i) => verifyEmail(db, { uid, email: `${name}+${i}@gmail.com` })),
  );
  const said = await spend(people.map((each) => charge(each, 250)));
  expect(count(said, 'spent')).toBe(1);
  const thrownAway = await enter();
  await verifyEmail(db, { uid: thrownAway.uid, email: `${some()}@mailinator.com` });
  expect(await spend([charge(thrownAway, 1)])).toEqual(['unverified_funds']);
});

test('a mailbox that is verified in two accounts at the same moment unlocks one bonus', async () => {
  const mailbox = some();
  const first = await enter({ email: `${mailbox}+one@people.test` });
  const owner = createPool(database.ownerUrl, { max: 1 });
  const client = await owner.connect();
  await client.query('begin');
  await client.query('select from wallet where id = $1 for update', [first.wallet_id]);
  const countWaiting = async () => {
    const waiting = `select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    return (await client.query(waiting)).rowCount;
  };
  const verifying = verifyEmail(db, { uid: first.uid, email: first.email! });
  await expect.poll(countWaiting).toBe(1);
  let hasEntered = false;
  const entering = enter({ email: `${mailbox}+two@people.test`, emailVerified: true }).finally(
    () => (hasEntered = true),
  );
  const isOverOrWaits = async () => hasEntered || (await countWaiting()) === 2;
  await expect.poll(isOverOrWaits).toBe(true);
  await client.query('rollback');
  client.release();
  await owner.end();
  await verifying;
  const second = await entering;
  const spent = await spend([charge(first, 250), charge(second, 250)]);
  expect(count(spent, 'spent')).toBe(1);
});

test('the owner of a mailbox gets the bonus after a stranger claimed it unverified', async () => {
  const name = some();
  const squatter = await enter({ email: `${name[0]}.${name.slice(1)}@gmail.com` });
  const owner = await enter({ email: `${name}@gmail.com`, emailVerified: true });
  expect(owner).toMatchObject({ balance_paise: 250_00, bonus_withheld: null });
  await verifyEmail(db, { uid: squatter.uid, email: squatter.email! });
  const said = await spend([charge(owner, 250), charge(squatter, 1)]);
  expect(said).toEqual(['spent', 'unverified_funds']);
});

test.each([
  ['an IPv4 /24', (i: number) => `198.51.100.${i}`, '198.51.101.1'],
  ['an IPv6 /48', (i: number) => `2001:db8:7:${i}::1`, '2001:db8:8::1'],
])(
  'five of fifty concurrent sign-ups by email from %s get a bonus',
  async (_, neighbour, elsewhere) => {
    const bonusLimits = { ...plenty, perAddressBlock: 5 };
    const people = await Promise.all(
      many(50, (i) =>
        enter({ ipAddress: neighbour(i), emailVerified: true, bonusLimits }, ledgers[i % 2]),
      ),
    );
    const reasons = people.map(({ bonus_withheld }) => bonus_withheld);
    expect(count(reasons, null)).toBe(5);
    expect(count(reasons, 'address_block')).toBe(45);
    expect(
      count(
        people.map(({ balance_paise }) => balance_paise),
        250_00,
      ),
    ).toBe(5);
    const phoneNumber = `+91${some()}`;
    const others = [
      await enter({ ipAddress: neighbour(1), phoneNumber, email: null, bonusLimits }),
      await enter({ ipAddress: elsewhere, bonusLimits }),
    ];
    for (const other of others) expect(other).toMatchObject({ balance_paise: 250_00 });
  },
);

test.each(['unknown', '', '198.51.100.9:1234', 'fe80::1%eth0'])(
  'a sign-up with %j instead of an address continues',
  async (ipAddress) => {
    expect(await enter({ ipAddress })).toMatchObject({ balance_paise: 250_00 });
  },
);

test('ten of fifty concurrent sign-ups get the last ten bonuses of the day, and admins are notified once', async () => {
  const { used } = await db
    .selectFrom('daily_allowance')
    .select('used')
    .where('name', '=', 'bonus')
    .executeTakeFirstOrThrow();
  const bonusLimits = { ...plenty, perDayPaise: used + 10 * 250_00 };
  const before = await db.selectFrom('user_profile').select('uid').execute();
  const people = await Promise.all(
    many(50, (i) =>
      enter({ phoneNumber: `+91${some()}`, email: null, bonusLimits }, ledgers[i % 2]),
    ),
  );
  const reasons = people.map(({ bonus_withheld }) => bonus_withheld);
  expect(count(reasons, null)).toBe(10);
  expect(count(reasons, 'daily_budget')).toBe(40);
  expect(
    count(
      people.map(({ balance_paise }) => balance_paise),
      250_00,
    ),
  ).toBe(10);
  const after = await db.selectFrom('user_profile').select('uid').execute();
  expect(after.length - before.length).toBe(50);
  const notices = await readOpenNotices(db, { kind: 'daily_budget_used', limit: 10 });
  expect(notices).toMatchObject([
    { data: { budget: 'bonus', limit: bonusLimits.perDayPaise / 100 } },
  ]);
  expect(await enter(), 'a larger budget is a larger budget').toMatchObject({
    balance_paise: 250_00,
  });
});

test('a verified sign-up gets a bonus after unverified ones used up their half', async () => {
  const read = async (name: 'bonus' | 'unverified_bonus') =>
    (await db.selectFrom('daily_allowance').selectAll().where('name', '=', name).executeTakeFirst())
      ?.used ?? 0;
  const unverified = await read('unverified_bonus');
  const perDayPaise = 2 * (unverified + 4 * 250_00);
  expect(perDayPaise).toBeGreaterThan((await read('bonus')) + 20 * 250_00);
  const bonusLimits = { ...plenty, perDayPaise };
  const people = await Promise.all(many(50, (i) => enter({ bonusLimits }, ledgers[i % 2])));
  const reasons = people.map(({ bonus_withheld }) => bonus_withheld);
  expect(count(reasons, null)).toBe(4);
  expect(count(reasons, 'daily_budget')).toBe(46);
  const verified = await enter({ emailVerified: true, bonusLimits });
  expect(verified).toMatchObject({ balance_paise: 250_00 });
});
