// Bringing friends against a real database: caps and budgets under racing workers, crashes, and farming.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openLink,
  readDueReferrals,
  readOwnReferral,
  type Referral,
} from '@sachet/db/people/referrals';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import { readRefundable } from '@sachet/db/payments/refunds';
import { createTestLedger, type TestLedger } from '@sachet/db/testing/ledger-story';
import { storeGatewayOrderId, insertOrder } from '@sachet/db/payments/orders';
import { readOpenNotices } from '@sachet/db/admin/notices';
import type { GatewayPayment } from '@sachet/shared/payments/payment';
import { dayMs } from '@sachet/shared/time';
import { settleReferral, settleReferrals } from './referrals.ts';
import { signUp, type SignUp } from './sign-up.ts';
import { bookPayment } from '../payments/book-payment.ts';

let books: TestLedger;
let others: Ledger[];

beforeAll(async () => {
  books = await createTestLedger();
  // One admin may offer the budgets of these tests.
  await books.owner.query('update credits_limit set limit_paise = 100000000');
  // As in other worker processes.
  others = [1, 2].map(() => createLedger({ connectionString: books.database.appUrl }));
});
afterAll(async () => {
  await Promise.all(others.map((each) => each.close()));
  await books.close();
  await books.database.verify();
  await books.database.drop();
});

interface Terms {
  isOn: boolean;
  friendsAtMost: number;
  dayBudgetPaise: number;
}

async function setCampaign(terms: Partial<Terms> = {}): Promise<void> {
  const { isOn = true, friendsAtMost = 10, dayBudgetPaise = 100_000_00 } = terms;
  await books.owner.query(
    `update referral_campaign set is_on = $1, friends_at_most = $2, day_budget_paise = $3,
            friend_paise = 5000, inviter_paise = 5000, minimum_paise = 20000`,
    [isOn, friendsAtMost, dayBudgetPaise],
  );
  await books.owner.query(`delete from daily_allowance where name = 'referral'`);
}
beforeEach(() => setCampaign());

let people = 0;
const random = () => randomBytes(6).toString('hex');

/** Signs up a person with a new phone unless `change` has another. */
async function enter(change: Partial<SignUp> = {}) {
  people += 1;
  const { profile } = await signUp(books, {
    uid: `u_${random()}`,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: `+9198${String(people).padStart(8, '0')}`,
    email: null,
    emailVerified: false,
    organizationName: null,
    ...change,
  });
  return { uid: profile.uid, walletId: profile.wallet_id };
}

type Person = Awaited<ReturnType<typeof enter>>;

/** Pays as the gateway reports it; returns the payment's id. */
async function topUp(
  { uid, walletId }: Person,
  amountPaise = 200_00,
  vpa: string | null = null,
): Promise<string> {
  const now = new Date();
  const later = new Date(now.getTime() + dayMs);
  const { order } = await insertOrder(books.db, {
    uid,
    walletId,
    amountPaise,
    idempotencyKey: null,
    requestHash: null,
    expiresAt: later,
    nextCheckAt: later,
    openAtMost: 20,
    now,
  });
  const gatewayOrderId = `order_${random()}`;
  await storeGatewayOrderId(books.db, { id: order!.id, gatewayOrderId, nextCheckAt: later });
  return payOrder(gatewayOrderId, amountPaise, vpa);
}

/** Tops up ₹300 and spends it but ₹50, after the bonus and the credit that comes: ₹200 of it in all. */
async function payAndSpend(person: Person, vpa: string | null = null): Promise<void> {
  await topUp(person, 300_00, vpa);
  await spend(person, 500_00);
}

async function spend({ uid, walletId }: Person, amountPaise: number): Promise<void> {
  const outcome = await books.ledger.append({
    type: 'Charge',
    walletId,
    idempotencyKey: `charge:${random()}`,
    actor: `user:${uid}`,
    amountPaise,
    tool: 'general',
    memberUid: uid,
  });
  expect(outcome.ok).toBe(true);
}

async function payOrder(
  gatewayOrderId: string,
  amountPaise: number,
  vpa: string | null,
): Promise<string> {
  const payment: GatewayPayment = {
    id: `pay_${random()}`,
    gatewayOrderId,
    amountPaise,
    currency: 'INR',
    status: 'captured',
    captured: true,
    refundedPaise: 0,
    vpa,
    reason: null,
  };
  await bookPayment({ ...books, gateway: null }, payment);
  return payment.id;
}

async function bring(inviter: Person, change: Partial<SignUp> = {}): Promise<Person> {
  return enter({ friendCode: await openLink(books.db, inviter.uid), ...change });
}

/** The refund windows of these friends are over. */
async function passWindows(friends: readonly Person[]): Promise<void> {
  await books.owner.query(
    `update referral set due_at = now() - interval '1 minute', next_look_at = now() - interval '1 minute'
      where status = 'waiting' and friend_uid = any($1)`,
    [friends.map(({ uid }) => uid)],
  );
}

const settleAll = () => settleReferrals(books, 1_000);

/** Paise that wallets got for bringing or being brought, by wallet. */
async function readCredits(walletIds: readonly string[]): Promise<number[]> {
  const { rows } = await books.owner.query<{ id: string; paise: number }>(
    `select w.id, coalesce(sum(e.amount_paise), 0)::int8 as paise
       from unnest($1::text[]) as w(id)
       left join ledger_event e on e.wallet_id = w.id and e.kind = 'ReferralCredited'
      group by w.id`,
    [walletIds],
  );
  const byId = new Map(rows.map(({ id, paise }) => [id, paise]));
  return walletIds.map((id) => byId.get(id) ?? 0);
}

const stateOf = async ({ uid }: Person) => {
  const found = await readOwnReferral(books.db, uid);
  return found && [found.status, found.ended_because ?? found.inviter_without].filter(Boolean);
};

async function readReferral({ uid }: Person): Promise<Referral> {
  return books.db
    .selectFrom('referral')
    .selectAll()
    .where('friend_uid', '=', uid)
    .executeTakeFirstOrThrow();
}

describe('a friend', () => {
  it('has ₹50 after a top-up of ₹200 and its window, and brings ₹50 once ₹200 are spent', async () => {
    const inviter = await enter();
    const friend = await bring(inviter);
    expect(await stateOf(friend)).toEqual(['joined']);
    await topUp(friend, 199_99);
    expect(await stateOf(friend)).toEqual(['joined']);
    await topUp(friend);
    expect(await stateOf(friend)).toEqual(['waiting']);
    await settleAll();
    expect(await readCredits([inviter.walletId, friend.walletId])).toEqual([0, 0]);

    await passWindows([friend]);
    await settleAll();
    await settleAll();
    expect(await readCredits([inviter.walletId, friend.walletId])).toEqual([0, 50_00]);
    // The bonus and the credit are gifts; only the two top-ups go back to their payer.
    expect(await readRefundable(books.db, friend.walletId)).toBe(399_99);

    await spend(friend, 499_99);
    await passWindows([friend]);
    await settleAll();
    expect(await readCredits([inviter.walletId])).toEqual([0]);
    await spend(friend, 1);
    await passWindows([friend]);
    await settleAll();
    await settleAll();
    expect(await readCredits([inviter.walletId, friend.walletId])).toEqual([50_00, 50_00]);
    expect(await stateOf(friend)).toEqual(['credited']);
    expect(await readRefundable(books.db, inviter.walletId)).toBe(0);
  });

  it('brings nothing once the campaign is off, and what was promised comes when it is on again', async () => {
    const inviter = await enter();
    const friend = await bring(inviter);
    await payAndSpend(friend);
    await setCampaign({ isOn: false });
    const late = await bring(inviter);
    expect(await stateOf(late)).toBeUndefined();
    await passWindows([friend]);
    await settleAll();
    expect(await stateOf(friend)).toEqual(['waiting']);
    await setCampaign();
    await passWindows([friend]);
    await settleAll();
    expect(await stateOf(friend)).toEqual(['credited']);
  });

  it('brings nothing with a top-up that was refunded, disputed, or paid by another account’s UPI address', async () => {
    const inviter = await enter();
    const [refunded, disputed, same] = [
      await bring(inviter),
      await bring(inviter),
      await bring(inviter),
    ];
    const facts = [
      ['RefundTopUp', refunded, 1_00],
      ['DisputeTopUp', disputed, 200_00],
    ] as const;
    for (const [type, { walletId, uid }, amountPaise] of facts) {
      const paymentId = await topUp({ walletId, uid });
      const base = { walletId, idempotencyKey: `${type}:${paymentId}`, actor: 'gateway' };
      await books.ledger.append({ type, ...base, amountPaise, paymentId });
    }
    await topUp(inviter, 500_00, 'asha@okbank');
    await topUp(same, 200_00, ' Asha@OKBank');
    await passWindows([refunded, disputed, same]);
    await settleAll();
    expect(await stateOf(refunded)).toEqual(['ended', 'refunded']);
    expect(await stateOf(disputed)).toEqual(['ended', 'refunded']);
    expect(await stateOf(same)).toEqual(['ended', 'same_payer']);
    expect(await readCredits([inviter, refunded, disputed, same].map((p) => p.walletId))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('brings nothing with another account’s UPI address, even if a card pays the same order again', async () => {
    const inviter = await enter();
    const friend = await bring(inviter);
    const vpa = `${random()}@okbank`;
    await topUp(inviter, 500_00, vpa);
    const paymentId = await topUp(friend, 200_00, vpa);
    const order = await books.db
      .selectFrom('payment_order')
      .select('gateway_order_id')
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
    await payOrder(order.gateway_order_id!, 200_00, null);
    await passWindows([friend]);
    await settleAll();
    expect(await stateOf(friend)).toEqual(['ended', 'same_payer']);
    expect(await readCredits([inviter.walletId, friend.walletId])).toEqual([0, 0]);
  });

  it('waits while a refund or dispute is in progress, or until the address is verified', async () => {
    const inviter = await enter();
    const contested = await bring(inviter);
    const email = `${random()}@people.test`;
    const unverified = await bring(inviter, { phoneNumber: null, email });
    const paymentId = await topUp(contested);
    await topUp(unverified);
    await books.owner.query(
      `insert into payment_dispute (id, payment_id, amount_paise, deducted_paise, currency, status)
       values ($1, $2, 20000, 0, 'INR', 'open')`,
      [`disp_${random()}`, paymentId],
    );
    await passWindows([contested, unverified]);
    await settleAll();
    expect(await stateOf(contested)).toEqual(['waiting']);
    expect(await stateOf(unverified)).toEqual(['waiting']);
    expect(await readCredits([inviter.walletId])).toEqual([0]);
  });

  it('gets the credit alone when the inviter’s cap is reached or their account is closed', async () => {
    await setCampaign({ friendsAtMost: 1 });
    const [inviter, gone] = [await enter(), await enter()];
    const friends = [await bring(inviter), await bring(inviter), await bring(gone)];
    for (const friend of friends) await payAndSpend(friend);
    await books.owner.query('update user_profile set disabled_at = now() where uid = $1', [
      gone.uid,
    ]);
    await passWindows(friends);
    await settleAll();
    expect(await readCredits(friends.map(({ walletId }) => walletId))).toEqual([
      50_00, 50_00, 50_00,
    ]);
    expect(await readCredits([inviter.walletId, gone.walletId])).toEqual([50_00, 0]);
    expect((await Promise.all(friends.map(stateOf))).flat().toSorted()).toEqual([
      'capped',
      'closed',
      'credited',
      'credited',
      'credited',
    ]);
  });

  it('is a new person with a new account, and not the inviter', async () => {
    const inviter = await enter();
    const phoneNumber = `+9197${String((people += 1)).padStart(8, '0')}`;
    await enter({ phoneNumber });
    expect(await stateOf(await bring(inviter, { phoneNumber }))).toBeUndefined();
    const uid = `u_${random()}`;
    const self = await enter({ uid });
    const again = await enter({ uid, friendCode: await openLink(books.db, uid) });
    expect(again).toEqual(self);
    expect(await stateOf(self)).toBeUndefined();
    expect(await stateOf(await enter({ friendCode: 'unknown000' }))).toBeUndefined();
  });
});

it('throwaway accounts that alias, underpay or take their money back bring nothing', async () => {
  const farmer = await enter();
  const accounts: Person[] = [];
  const count = 15;
  for (let i = 0; i < count; i += 1) {
    const email =
      i % 5 === 0
        ? `${random()}@mailinator.com`
        : i % 5 === 1
          ? // Another spelling of one mailbox.
            `farmer+${i}@gmail.com`
          : `${random()}@people.test`;
    accounts.push(await bring(farmer, { phoneNumber: null, email, emailVerified: true }));
  }
  // Those who got in at all never pay, pay too little, or take the money back within the window.
  for (const [i, account] of accounts.entries()) {
    if (i % 3 === 0) continue;
    const paymentId = await topUp(account, i % 3 === 1 ? 100_00 : 200_00);
    if (i % 3 === 2) {
      await books.ledger.append({
        type: 'RefundTopUp',
        walletId: account.walletId,
        idempotencyKey: `refund:${paymentId}`,
        actor: 'gateway',
        amountPaise: 200_00,
        paymentId,
      });
    }
  }
  await passWindows(accounts);
  await settleAll();
  expect(await readCredits([farmer, ...accounts].map(({ walletId }) => walletId))).toEqual(
    Array(count + 1).fill(0),
  );
});

it('throwaway accounts that pay with one UPI address bring nothing', async () => {
  const farmer = await enter();
  const accounts = [];
  for (let i = 0; i < 5; i += 1) accounts.push(await bring(farmer));
  for (const account of accounts) await topUp(account, 200_00, 'farmer@okbank');
  await passWindows(accounts);
  await settleAll();
  expect((await readCredits([farmer.walletId]))[0]).toBe(0);
});

it('accounts that pay, wait and take their money back bring the inviter nothing', async () => {
  const farmer = await enter();
  const accounts = [];
  for (let i = 0; i < 3; i += 1) accounts.push(await bring(farmer));
  for (const account of accounts) await topUp(account);
  await passWindows(accounts);
  await settleAll();
  await books.owner.query('update user_profile set disabled_at = now() where uid = any($1)', [
    accounts.map(({ uid }) => uid),
  ]);
  await passWindows(accounts);
  await settleAll();
  expect((await readCredits([farmer.walletId]))[0]).toBe(0);
  expect(await Promise.all(accounts.map(stateOf))).toEqual(
    accounts.map(() => ['credited', 'unspent']),
  );
});

describe('racing workers', () => {
  it('never exceed the cap of a person or the budget of a day, and give each credit once', async () => {
    const property = fc.asyncProperty(
      fc.record({
        friendsAtMost: fc.integer({ min: 1, max: 4 }),
        // Not a multiple of a credit.
        budgetCredits: fc.integer({ min: 2, max: 14 }),
        friends: fc.array(fc.nat(2), { minLength: 1, maxLength: 9 }),
        workers: fc.integer({ min: 2, max: 4 }),
      }),
      async ({ friendsAtMost, budgetCredits, friends, workers }) => {
        const dayBudgetPaise = budgetCredits * 50_00 + 17_00;
        await setCampaign({ friendsAtMost, dayBudgetPaise });
        const inviters = [await enter(), await enter(), await enter()];
        const brought: Person[] = [];
        for (const i of friends) brought.push(await bring(inviters[i]!));
        for (const friend of brought) await payAndSpend(friend);
        await passWindows(brought);
        const due = await Promise.all(brought.map(readReferral));
        const settle = async (ledger: Ledger, order: readonly Referral[]) => {
          await Promise.all(order.map((each) => settleReferral({ db: books.db, ledger }, each)));
        };
        const ledgers = [books.ledger, ...others];
        await Promise.all(
          Array.from({ length: workers }, (_, i) =>
            settle(ledgers[i % 3]!, i % 2 === 0 ? due : due.toReversed()),
          ),
        );
        const toIds = (group: readonly Person[]) => group.map(({ walletId }) => walletId);
        const mine = await readCredits(toIds(inviters));
        const theirs = await readCredits(toIds(brought));
        const total = [...mine, ...theirs].reduce((a, b) => a + b, 0);
        expect(total).toBeLessThanOrEqual(dayBudgetPaise);
        for (const paise of mine) expect(paise).toBeLessThanOrEqual(friendsAtMost * 50_00);
        for (const paise of theirs) expect([0, 50_00]).toContain(paise);

        // On the following days all get what is left of the promise, exactly once.
        for (let day = 0; day < 10; day += 1) {
          await setCampaign({ friendsAtMost, dayBudgetPaise });
          await passWindows(brought);
          await settle(books.ledger, await readDueReferrals(books.db, 100));
        }
        expect(await readCredits(toIds(brought))).toEqual(brought.map(() => 50_00));
        const expected = inviters.map(
          (_, i) => 50_00 * Math.min(friendsAtMost, friends.filter((each) => each === i).length),
        );
        expect(await readCredits(toIds(inviters))).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 5 });
    const notices = await readOpenNotices(books.db, { kind: 'daily_budget_used', limit: 5 });
    expect(notices.length).toBeLessThanOrEqual(1);
  });
});

/** Fails before or after a command, as a process that ends there. */
function crashing(at: number, when: 'before' | 'after'): Ledger {
  let calls = 0;
  return {
    ...books.ledger,
    async append(command, also) {
      calls += 1;
      if (calls === at && when === 'before') throw new Error('crashed');
      const outcome = await books.ledger.append(command, also);
      if (calls === at) throw new Error('crashed');
      return outcome;
    },
  };
}

it.each([
  [1, 'before'],
  [1, 'after'],
  [2, 'before'],
  [2, 'after'],
] as const)('a crash at command %i, %s it, gives both credits exactly once', async (at, when) => {
  const inviter = await enter();
  const friend = await bring(inviter);
  await payAndSpend(friend);
  await passWindows([friend]);
  const stale = await readReferral(friend);
  await expect(settleReferral({ db: books.db, ledger: crashing(at, when) }, stale)).rejects.toThrow(
    'crashed',
  );
  // A worker that read the row before the crash, and the sweep after it.
  await settleReferral(books, stale);
  await settleAll();
  expect(await readCredits([inviter.walletId, friend.walletId])).toEqual([50_00, 50_00]);
  expect(await stateOf(friend)).toEqual(['credited']);
});

it('a credit that meets a referral ended in the meantime is not given', async () => {
  const inviter = await enter();
  const friend = await bring(inviter);
  await topUp(friend);
  await passWindows([friend]);
  const ledger: Ledger = {
    ...books.ledger,
    append: vi.fn<Ledger['append']>(async (command, also) => {
      await books.owner.query(
        `update referral set status = 'ended', ended_because = 'refunded', next_look_at = null
          where friend_uid = $1`,
        [friend.uid],
      );
      return books.ledger.append(command, also);
    }),
  };
  await settleReferral({ db: books.db, ledger }, await readReferral(friend));
  expect(await readCredits([inviter.walletId, friend.walletId])).toEqual([0, 0]);
});
