import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundablePaise } from './refund.ts';

type Funds = { given: number; spent: number; available: number; locked?: number };

describe('the refundable amount of a wallet', () => {
  it.each([
    ['only a bonus: nothing', { given: 250, spent: 0, available: 250 }, 0],
    ['a bonus and 500 paid in: the 500', { given: 250, spent: 0, available: 750 }, 500],
    ['100 spent: the bonus went first', { given: 250, spent: 100, available: 650 }, 500],
    [
      '300 spent: the bonus is used up, and 50 of the payment',
      { given: 250, spent: 300, available: 450 },
      450,
    ],
    ['all spent: nothing', { given: 250, spent: 750, available: 0 }, 0],
    ['reserved money does not go back', { given: 250, spent: 0, available: 650 }, 400],
    ['an admin took more than was given', { given: -100, spent: 0, available: 400 }, 400],
    ['overdrawn by a dispute: nothing', { given: 0, spent: 500, available: -500 }, 0],
    [
      'a locked bonus, 500 paid in and 300 of it spent: the other 200',
      { given: 250, spent: 300, available: 450, locked: 250 },
      200,
    ],
  ])('%s', (_, { given, spent, available, locked = 0 }: Funds, expected) => {
    const funds = { givenPaise: given, spentPaise: spent, availablePaise: available };
    expect(refundablePaise({ ...funds, lockedPaise: locked })).toBe(expected);
  });

  it('the refundable amount never exceeds the payments or the balance, in any history', () => {
    const paise = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(paise, paise, paise, paise, (paidIn, given, wish, held) => {
        const spent = Math.min(wish, paidIn + given);
        const available = paidIn + given - spent - Math.min(held, paidIn + given - spent);
        const back = refundablePaise({
          givenPaise: given,
          spentPaise: spent,
          availablePaise: available,
          lockedPaise: 0,
        });
        expect(back).toBeLessThanOrEqual(paidIn);
        expect(back).toBeLessThanOrEqual(available);
        // Gifts that are left are not refundable, so spending them first never frees more.
        expect(back + Math.max(0, given - spent)).toBeLessThanOrEqual(Math.max(available, given));
      }),
    );
  });
});
