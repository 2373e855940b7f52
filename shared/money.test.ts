import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatPrice,
  formatRupees,
  inRupees,
  paiseFromRupees,
  rupeesFromPaise,
  sumRupees,
} from './money.ts';

/** Up to ₹10 crore in either direction. */
const paise = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });

describe('paise and rupees', () => {
  test('every amount of paise survives conversion to rupees and back', () => {
    fc.assert(fc.property(paise, (amount) => paiseFromRupees(rupeesFromPaise(amount)) === amount));
  });

  test('rupees on the wire have at most two decimals', () => {
    fc.assert(
      fc.property(paise, (amount) => /^-?\d+(\.\d\d?)?$/.test(String(rupeesFromPaise(amount)))),
    );
  });

  test('the amounts of an object become rupees under their names without the unit', () => {
    const given = { day: '2026-03-01', heldPaise: 1_250, leftPaise: null, events: 3 };
    expect(inRupees(given)).toEqual({ day: '2026-03-01', held: 12.5, left: null, events: 3 });
  });

  test.each([
    [[0.1, 0.2], 0.3],
    [[1.1, -1], 0.1],
    [[4.35, 4.35, 4.35, -13.05], 0],
    [[], 0],
  ])('the sum of %j has no rounding error', (amounts, sum) => {
    expect(sumRupees(amounts)).toBe(sum);
  });

  test('a parsed amount is a whole number of paise, or null', () => {
    fc.assert(
      fc.property(fc.double(), (rupees) => {
        const read = paiseFromRupees(rupees);
        return read === null || Number.isSafeInteger(read);
      }),
    );
  });

  test('an amount with a third decimal is refused and not rounded', () => {
    // Amounts up to ₹1 lakh: for much larger amounts, a tenth of a paisa is within the tolerance.
    const upToOneLakh = fc.integer({ min: -100_000_000, max: 100_000_000 });
    const tenthsOfPaise = upToOneLakh.filter((amount) => amount % 10 !== 0);
    fc.assert(fc.property(tenthsOfPaise, (amount) => paiseFromRupees(amount / 1000) === null));
  });

  test.each([
    [0.1 + 0.2, 30],
    [19.99, 1999],
    [1.005, null],
    [0.001, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e15, null],
    [-250, -25_000],
    [0, 0],
  ])('%d rupees are %s paise', (rupees, expected) => {
    expect(paiseFromRupees(rupees)).toBe(expected);
  });
});

describe('money as people read it', () => {
  test.each([
    [0, '₹0.00'],
    [75, '₹75.00'],
    [1_00_000, '₹1,00,000.00'],
    [12_34_567.5, '₹12,34,567.50'],
    [-5000.25, '−₹5,000.25'],
  ])('the amount %d is formatted as %s', (rupees, text) => {
    expect(formatRupees(rupees)).toBe(text);
  });

  test.each([
    [75, '₹75'],
    [1_00_000, '₹1,00,000'],
    [75.5, '₹75.50'],
  ])('the price of %d is formatted as %s', (rupees, text) => {
    expect(formatPrice(rupees)).toBe(text);
  });

  test('every amount is grouped as Intl groups it', () => {
    const { format } = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
    fc.assert(
      fc.property(paise, (amount) => {
        const rupees = rupeesFromPaise(amount);
        expect(formatRupees(rupees)).toBe(
          `${amount < 0 ? '\u2212' : ''}₹${format(Math.abs(rupees))}`,
        );
      }),
    );
  });
});
