import type { ProviderBalance } from '@sachet/shared/models/contracts/admin-balances';
import { describe, expect, test } from 'vitest';
import { getChange } from './balance-changes';

const before: ProviderBalance = {
  balanceUSD: 20,
  thresholdUSD: 5,
  notes: 'card ends 42',
  updatedAt: null,
  updatedBy: null,
  apiKeyPresent: true,
  balanceEnteredAt: null,
  unpricedCalls: 0,
  spentUSD: 15.5,
  remainingUSD: 4.5,
  spentPerDayUSD: 1,
  daysLeft: 4.5,
  belowThreshold: true,
};

describe('balance updates', () => {
  test('getChange sends nothing for unchanged values', () => {
    const same = { balance: '20.00', threshold: '5', notes: 'card ends 42 ' };
    expect(getChange(before, same).update).toBeNull();
  });

  test('getChange sends null for an emptied field', () => {
    expect(getChange(before, { threshold: '' }).update).toEqual({ thresholdUSD: null });
  });

  test('getChange confirms an unchanged balance as current', () => {
    const update = { balanceIsCurrent: true };
    expect(getChange(before, { isCurrent: true }).update).toEqual(update);
    const another = getChange(before, { isCurrent: true, balance: '21' });
    expect(another).toMatchObject({ isNewBalance: true, update: { balanceUSD: 21 } });
  });

  test.each(['1.005', '-1000000.01', '10000001', null])(
    'getChange rejects the balance %j',
    (balance) => {
      expect(getChange(before, { balance }).invalid.balance).toBe(true);
    },
  );

  test('getChange rejects a negative threshold', () => {
    expect(getChange(before, { threshold: '-1' }).invalid.threshold).toBe(true);
  });
});

describe('the low-balance notice', () => {
  test('the low-balance warning compares the balance minus the spending with the threshold', () => {
    expect(getChange(before).belowThreshold).toBe(true);
    expect(getChange(before, { threshold: '4.49' }).belowThreshold).toBe(false);
    expect(getChange(before, { threshold: '4.5' }).belowThreshold).toBe(true);
    expect(getChange(before, { threshold: '' }).belowThreshold).toBe(false);
  });

  test('the low-balance warning compares a new balance with the threshold', () => {
    expect(getChange(before, { balance: '5.01' }).belowThreshold).toBe(false);
    expect(getChange(before, { isCurrent: true }).belowThreshold).toBe(false);
    expect(getChange(before, { balance: '5' }).belowThreshold).toBe(true);
  });
});
