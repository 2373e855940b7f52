import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxUse, type UsedPaise } from './output-tax.ts';
import { splitTax } from './tax.ts';

const terms = { gstin: '29AAGCB7383J1Z4', rateBasisPoints: 1800 };
const account = 'revenue:image';
const use = (day: string, paidPaise: number, of: UsedPaise['terms'] = terms): UsedPaise => ({
  day,
  account,
  paidPaise,
  terms: of,
});
const readTax = (rows: ReturnType<typeof taxUse>) => rows.map(({ taxPaise }) => taxPaise);

test('use that is not invoiced has the tax of its rate, and none without a registration', () => {
  const rows = taxUse([use('2026-10-01', 118_00, null), use('2026-10-02', 118_00)], []);
  expect(readTax(rows)).toEqual([0, 18_00]);
});

test('the last day has the difference between the documents and the rate', () => {
  const invoiced = { month: '2026-10', gstin: terms.gstin, account, netPaise: 200, taxPaise: 32 };
  const days = [use('2026-10-02', 100), use('2026-10-03', 100), use('2026-11-01', 100)];
  expect(readTax(taxUse(days, [invoiced]))).toEqual([15, 17, 15]);
  // Half of the month is not invoiced yet.
  const half = { ...invoiced, netPaise: 100, taxPaise: 16 };
  expect(readTax(taxUse(days, [half]))).toEqual([15, 16, 15]);
});

test('the days of an open month sum to the tax of the whole, in any order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -1e9, max: 1e9 }))),
      (amounts) => {
        const rows = amounts.map(([day, paise]) =>
          use(`2026-10-${String(day).padStart(2, '0')}`, paise),
        );
        const total = amounts.reduce((sum, [, paise]) => sum + paise, 0);
        const { taxablePaise } = splitTax(total, { ...terms, isIntraState: false });
        const tax = readTax(taxUse(rows, [])).reduce((sum, paise) => sum + paise, 0);
        expect(tax).toBe(total - taxablePaise);
      },
    ),
  );
});
