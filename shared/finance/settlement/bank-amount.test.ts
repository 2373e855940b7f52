import { describe, expect, test } from 'vitest';
import { csv, problemsOf, tryToRead } from './testing/read-statement.ts';

describe('an amount', () => {
  const readAmount = (cell: string) => tryToRead(csv('utr,date,amount', `U1,2026-04-06,"${cell}"`));

  test.each([
    ['4,882.00', 4_882_00],
    ['1,20,542.44', 1_20_542_44],
    ['120,542.44', 1_20_542_44],
    ['4882', 4_882_00],
    ['4882.5', 4_882_50],
    ['4882.0000', 4_882_00],
    ['4882,00', 4_882_00],
    ['1.20.542,44', 1_20_542_44],
    ['4.882,44', 4_882_44],
    ['4,882.00 Cr', 4_882_00],
    ['4,882.00Dr.', -4_882_00],
    ['4,882.00 (Dr)', -4_882_00],
    ['Cr 4,882.00', 4_882_00],
    ['-45,000.00', -45_000_00],
    ['−45,000.00', -45_000_00],
    ['45,000.00-', -45_000_00],
    ['(45,000.00)', -45_000_00],
    ['+17.70', 17_70],
    ['₹ 17.70', 17_70],
    ['-₹17.70', -17_70],
    ['Rs. 17.70', 17_70],
    ['Rs.17.70/-', 17_70],
    ['INR 1,00,000', 1_00_000_00],
    ['17.70 INR', 17_70],
    ['4,88,2.00', undefined],
    ['48,82', 48_82],
    ['4.880', undefined],
    ['4 882.00', undefined],
    ['1e5', undefined],
    ['0x10', undefined],
    ['--5', undefined],
    ['-5 Cr', undefined],
    ['(5', undefined],
    ['five', undefined],
    ['99999999999999999', undefined],
  ])('an amount is read or refused: %s', (cell, amountPaise) => {
    expect(readAmount(cell)).toMatchObject(
      amountPaise === undefined
        ? { ok: false, problems: [{ line: 2 }] }
        : { ok: true, lines: [{ amountPaise }] },
    );
  });

  test('all amounts of a file have the same decimal sign', () => {
    const text = csv('utr;date;amount', 'U1;2026-04-06;4882,50', 'U2;2026-04-07;4,882.00');
    expect(problemsOf(text)).toEqual([
      { line: 2, problem: expect.stringContaining('“4882,50” is not a valid amount.') },
    ]);
  });
});
