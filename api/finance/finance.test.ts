// Compares finance's daily figures with the ledger's events, and checks which requests are refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  FinanceResponse,
  RestatementResponse,
} from '@sachet/shared/finance/contracts/admin-finance';
import { dayMs, istDay, startOfIstDay, addDays } from '@sachet/shared/time';
import { closeDueDays, closesAfterMs } from '@sachet/db/finance/day-close';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { createKysely, createPool } from '@sachet/db/connect';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import { createLedger } from '@sachet/db/ledger/ledger';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';

let open: SharedStack;
let finance: Customer;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  open = await shareStack();
  finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
  pool = createPool(open.stack.database.appUrl);
});
afterAll(async () => {
  await pool?.end();
  await open?.stop();
});

const today = istDay(Date.now());
const read = async (from = today, to = today) =>
  (await finance.send<FinanceResponse>(`/api/admin/finance?from=${from}&to=${to}`)).body;

/** `countNewEvents` does nothing while the stack's worker is counting. */
async function countEvents(): Promise<void> {
  const db = createKysely(pool);
  await countNewEvents(db);
  await projectNewEvents(db, () => undefined);
  await expect.poll(async () => (await read()).uncounted).toBe(0);
}

describe('a range of days', () => {
  test.each([
    ['a reversed range', today, addDays(today, -1), 'to'],
    ['a range of more than a year', addDays(today, -366), today, 'from'],
  ])('daily figures for %s are refused', async (_name, from, to, field) => {
    const asked = await finance.send(`/api/admin/finance?from=${from}&to=${to}`);
    expectRefusal(asked, 'invalid', field);
  });

  test('a year without events is a year of zeros', async () => {
    const { days, total, opening, closes } = await read('2020-03-01', '2021-03-01');
    expect(days).toHaveLength(366);
    expect([total.used, total.owed, opening, closes]).toEqual([0, 0, 0, []]);
  });
});

test('the daily figures equal the sums of the events, and lead from the opening to the closing amount owed', async () => {
  const ledger = createLedger({ connectionString: open.stack.database.appUrl });
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  try {
    await countEvents();
    const before = (await read()).total;
    const orderId = `order_${customer.uid}`;
    const paymentId = `pay_${customer.uid}`;
    for (const each of [
      { type: 'CreditTopUp', amountPaise: 500_00, orderId, paymentId },
      { type: 'RefundTopUp', amountPaise: 50_25, paymentId },
      { type: 'AdjustByAdmin', amountPaise: 1_00, reason: 'an apology' },
    ] as const) {
      const idempotencyKey = `finance_${each.type}`;
      const outcome = await ledger.append({ walletId, actor: 'worker', idempotencyKey, ...each });
      expect(outcome.ok).toBe(true);
    }
    await countEvents();
    const { total: after, days, opening, uncounted } = await read();
    expect([after.topUps, after.paidBack, after.given]).toEqual(
      [before.topUps + 500, before.paidBack + 50.25, before.given + 1].map((rupees) =>
        expect.closeTo(rupees, 6),
      ),
    );
    expect(uncounted).toBe(0);
    expect(days.map(({ day }) => day)).toEqual([today]);
    const { topUps, paidBack, given, cleared, used, owed, margin, cost } = after;
    const { revenue, owedPaid, forfeited, fees } = after;
    // The customer paid 500 and got 50.25 back; an admin's credits and the bonus count as given, not paid.
    expect(owedPaid - before.owedPaid).toBeCloseTo(449.75, 6);
    expect(opening + topUps - paidBack + given - cleared - used).toBeCloseTo(owed, 6);
    expect(revenue + forfeited - fees - cost).toBeCloseTo(margin, 6);
    // Other wallets of the stack may change between two requests.
    await expect
      .poll(async () => {
        await countEvents();
        // Another test of the stack may have wallets whose clock is years ahead.
        const [wallets] = await open.books.query<{ owed: number }>(
          `select (sum(balance_paise) - coalesce((
                    select sum(amount_paise) from ledger_event where recorded_at >= $1), 0)
                  )::float8 / 100 as owed from wallet`,
          [new Date(startOfIstDay(addDays(today, 1)))],
        );
        return (await read()).total.owed - wallets!.owed;
      })
      .toBeCloseTo(0, 6);
  } finally {
    await ledger.close();
  }
});

describe('a closed day', () => {
  const restatement = (query: string) =>
    finance.send<RestatementResponse>(`/api/admin/finance/day?${query}`);

  test('a closed day shows the events that were recorded for it after its close', async () => {
    const ledger = createLedger({ connectionString: open.stack.database.appUrl });
    const db = createKysely(pool);
    const { wallet } = await createCustomer(open.stack);
    const { walletId } = await wallet();
    const adjust = async (paise: number) => {
      const outcome = await ledger.append({
        type: 'AdjustByAdmin',
        amountPaise: paise,
        reason: 'found in the post',
        walletId,
        idempotencyKey: `restated_${paise}`,
        actor: 'worker',
        effectiveAtMs: Date.now(),
      });
      if (!outcome.ok) throw new Error(outcome.refusal);
      return outcome.event;
    };
    try {
      await closeDueDays(
        { db, pool },
        readSigningKey('the key of these tests'),
        startOfIstDay(today) + dayMs + closesAfterMs,
      );
      const { seq } = await adjust(3_00);
      await countEvents();
      const { closes } = await read();
      expect(closes).toMatchObject([{ day: today, restatedEvents: 1, restatedBy: 3 }]);
      const { body } = await restatement(`day=${today}`);
      expect(body).toMatchObject({
        day: today,
        on: today,
        eventCount: 1,
        events: [{ walletId, seq }],
      });
      const adjusted = { kind: 'AdjustedByAdmin', account: 'adjustments', events: 1, amount: 3 };
      expect(body.difference).toMatchObject([adjusted]);
    } finally {
      await ledger.close();
    }
  });

  test.each([
    [`day=${today}&on=${addDays(today, -1)}`, 'invalid', 'on'],
    ['day=2020-01-01', 'not_found', undefined],
  ] as const)('a restatement of %s is refused', async (query, code, field) => {
    expectRefusal(await restatement(query), code, field);
  });
});
