import { describe, expect, test } from 'vitest';
import { copiesOnSale, copyPrice, type BoughtCopy } from './picture-prices.ts';
import type { FinalSize } from './rate-card.ts';

const prices = { 512: 45, 1024: 75, 1536: 113, 2048: 150 };
const copy = (finalSize: FinalSize, rupees: number, change: Partial<BoughtCopy> = {}) => ({
  finalSize,
  holdId: `hold_${finalSize}`,
  walletId: 'wal_a',
  seq: finalSize,
  chargedPaise: rupees * 100,
  refundedPaise: 0,
  ...change,
});
const getPrice = (bought: BoughtCopy[], size: FinalSize) =>
  copyPrice({ prices, bought, walletId: 'wal_a' }, size);

describe('the price of a copy', () => {
  test('is the whole price where nothing was bought', () => {
    expect(getPrice([], 2048)).toEqual({ pricePaise: 150_00, upgrades: null });
    expect(copyPrice({ prices: null, bought: [], walletId: 'wal_a' }, 512)).toBeNull();
  });

  test('is the difference to a smaller one, whose charge it names', () => {
    expect(getPrice([copy(1024, 75)], 2048)).toMatchObject({
      pricePaise: 75_00,
      upgrades: { seq: 1024, holdId: 'hold_1024' },
    });
  });

  test('adds up to the whole price, however many steps there were', () => {
    const steps = [copy(512, 45), copy(1024, 30), copy(1536, 38)];
    const last = getPrice(steps, 2048)!;
    expect(last).toMatchObject({ pricePaise: 37_00, upgrades: { seq: 1536 } });
    expect(45 + 30 + 38 + last.pricePaise / 100).toBe(150);
  });

  test('is none for what is at hand, and for less', () => {
    expect(getPrice([copy(1024, 75)], 1024)).toBeNull();
    expect(getPrice([copy(1024, 75)], 512)).toBeNull();
  });

  test('does not count what was given back', () => {
    const back = (refundedPaise: number) => [copy(1024, 75, { refundedPaise })];
    expect(getPrice(back(75_00), 2048)).toEqual({ pricePaise: 150_00, upgrades: null });
    expect(getPrice(back(5_50), 2048)).toMatchObject({
      pricePaise: 80_50,
      upgrades: { seq: 1024 },
    });
    const first = [copy(512, 45, { refundedPaise: 45_00 }), copy(1024, 30)];
    expect(getPrice(first, 2048)).toMatchObject({ pricePaise: 120_00, upgrades: { seq: 1024 } });
  });

  test('does not count what another wallet has paid', () => {
    const theirs = copy(1024, 75, { walletId: 'wal_team' });
    expect(getPrice([theirs], 2048)).toEqual({ pricePaise: 150_00, upgrades: null });
    expect(getPrice([theirs], 512)).toBeNull();
  });
});

test('on sale is what is larger than the copy at hand', () => {
  const sizes = (bought: BoughtCopy[]) =>
    copiesOnSale({ prices, bought, walletId: 'wal_a' }).map(({ size }) => size);
  expect(sizes([])).toEqual([512, 1024, 1536, 2048]);
  expect(sizes([copy(1024, 75)])).toEqual([1536, 2048]);
  expect(sizes([copy(2048, 150)])).toEqual([]);
});
