import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refundablePaise } from './refund.ts';

type Funds = { given: number; spent: number; available: number; locked?: number };

describe('the refundable amount of a wallet', () => {
  it.each([
    ['nothing of a bonus', { given: 250, spent: 0, available: 250 }, 0],
    ['500 after a bonus and a payment of 500', { given: 250, spent: 0, available: 750 }, 500],
    [
      'all of the payment after 100 was spent from the bonus',
      { given: 250, spent: 100, available: 650 },
      500,
    ],
    [
      '450 after 300 was spent: the bonus of 250 and 50 of the payment',
      { given: 250, spent: 300, available: 450 },
      450,
    ],
    ['nothing after everything was spent', { given: 250, spent: 750, available: 0 }, 0],
    ['only 400 while 100 is reserved', { given: 250, spent: 0, available: 650 }, 400],
    [
      'everything after an admin took more than was given',
      { given: -100, spent: 0, available: 400 },
      400,
    ],
    [
      'nothing after a dispute made the balance negative',
      { given: 0, spent: 500, available: -500 },
      0,
    ],
    [
      '200 after 300 of a payment of 500 was spent while the bonus was locked',
      { given: 250, spent: 300, available: 450, locked: 250 },
      200,
    ],
  ])(
    'the refundable amount is computed: %s',
    (_, { given, spent, available, locked = 0 }: Funds, expected) => {
      const funds = { givenPaise: given, spentPaise: spent, availablePaise: available };
      expect(refundablePaise({ ...funds, lockedPaise: locked })).toBe(expected);
    },
  );

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
        // Unspent gifts are not refundable, so spending gifts first never increases the refundable amount.
        expect(back + Math.max(0, given - spent)).toBeLessThanOrEqual(Math.max(available, given));
      }),
    );
  });
});
