// The database sums the current lines of each bank reference when lines are added, changed or removed.
import { createTestDatabase, type TestDatabase } from '@sachet/dev/local/testing/database';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';
import { createKysely, createPool } from '../connect.ts';
import type { Database } from '../tables.ts';
import { storeGoneLines, storeSettlementLines } from './settlements.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Kysely<Database>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.ownerUrl);
  db = createKysely(createPool(database.appUrl));
});
afterAll(async () => {
  await db.destroy();
  await owner.end();
  await database.drop();
});

const days = ['2026-11-20', '2026-11-21'];

const someLine = fc
  .record({
    kind: fc.constantFrom('payment', 'refund'),
    number: fc.integer({ min: 1, max: 8 }),
    amountPaise: fc.integer({ min: 1, max: 3 }),
    settledOn: fc.constantFrom(null, ...days),
    utr: fc.constantFrom(null, 'utr_1', 'utr_2'),
  })
  .map(({ kind, number, amountPaise, settledOn, utr }): SettlementLine => ({
    kind: kind as SettlementLine['kind'],
    entityId: `${kind}_${number}`,
    amountPaise,
    debitPaise: 0,
    creditPaise: amountPaise,
    feePaise: 0,
    taxPaise: 0,
    currency: 'INR',
    onHold: false,
    createdOn: days[0]!,
    settledOn,
    settlementId: settledOn === null ? null : 'setl_1',
    utr: settledOn === null ? null : utr,
    paymentId: null,
    disputeId: null,
    method: null,
  }));
/**
 * A report, and whether it is complete. A complete report removes the lines of its day that it does not
 * contain.
 */
const someReport = fc.record({
  lines: fc.array(someLine, { maxLength: 12 }),
  wholeDay: fc.constantFrom(null, ...days),
});

async function importReport({
  lines,
  wholeDay,
}: {
  lines: SettlementLine[];
  wholeDay: string | null;
}) {
  await db.transaction().execute(async (trx) => {
    const raw = lines.map((line) => ({ line, raw: {} }));
    const { ids } = await storeSettlementLines(trx, raw);
    if (wholeDay !== null) await storeGoneLines(trx, { day: wholeDay, seen: ids });
  });
}

const readSums = async () =>
  (await owner.query('select * from settlement_sum where payments <> 0 order by utr')).rows;

const sumLines = async () =>
  (
    await owner.query(`
      select l.utr, count(*) as payments, sum(l.amount_paise)::bigint as amount_paise
        from settlement_current c join settlement_line l on l.id = c.line_id
       where l.kind = 'payment' and not l.is_gone and l.utr is not null group by l.utr order by l.utr`)
  ).rows;

test('after any sequence of reports, the settlement sums equal those of the current lines', async () => {
  let references = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(someReport, { minLength: 1, maxLength: 4 }), async (reports) => {
      for (const report of reports) {
        await importReport(report);
        const sums = await sumLines();
        expect(await readSums()).toEqual(sums);
        references += sums.length;
      }
    }),
    { numRuns: 30 },
  );
  expect(references).toBeGreaterThan(0);
});

test('the application can read the settlement sums, but cannot change them', async () => {
  const app = createPool(database.appUrl);
  await app.query('select from settlement_sum');
  await expect(app.query('update settlement_sum set payments = 0')).rejects.toThrow(
    'permission denied',
  );
  await app.end();
});

test('the fee of a line that is settled later counts once on its day', async () => {
  const created = '2026-10-05';
  const unsettled: SettlementLine = {
    kind: 'payment',
    entityId: 'pay_later',
    amountPaise: 10_000,
    debitPaise: 0,
    creditPaise: 9_764,
    feePaise: 236,
    taxPaise: 36,
    currency: 'INR',
    onHold: false,
    createdOn: created,
    settledOn: null,
    settlementId: null,
    utr: null,
    paymentId: 'pay_later',
    disputeId: null,
    method: 'upi',
  };
  const settled = { ...unsettled, settledOn: '2026-10-07', settlementId: 'setl_later' };
  for (const line of [unsettled, settled, unsettled]) {
    await importReport({ lines: [line], wholeDay: null });
    const { rows } = await owner.query('select * from settlement_day_sum where day = $1', [
      created,
    ]);
    expect(rows).toEqual([{ day: created, fee_paise: 200, tax_paise: 36, charges_paise: 0 }]);
  }
});
