import type { WalletFigures } from '@sachet/shared/wallet/contracts/wallet';
import { expect, test } from 'vitest';
import { newerFigures, withFigures } from './hooks';

const figures = (seq: number, available: number, walletId = 'wal_a'): WalletFigures => ({
  walletId,
  seq,
  walletBalance: available,
  held: 0,
  available,
  locked: 0,
});
const freeCancels = { left: 3, perDay: 3 };

test('the wallet shows the new balance from a receipt before the wallet is read again', () => {
  const before = { ...figures(4, 375), freeCancels };
  expect(withFigures(before, figures(6, 350))).toEqual({ ...figures(6, 350), freeCancels });
});

test('an older answer does not replace newer wallet figures', () => {
  const after = { ...figures(7, 300), freeCancels };
  expect(withFigures(after, figures(6, 350))).toEqual(after);
  expect(withFigures(after, undefined)).toEqual(after);
  expect(newerFigures(figures(6, 350), figures(5, 400))).toEqual(figures(6, 350));
  expect(newerFigures(figures(6, 350), figures(8, 275))).toEqual(figures(8, 275));
  expect(newerFigures(undefined, figures(8, 275))).toEqual(figures(8, 275));
});

test('the figures of a wallet that pays from now on replace those of another one', () => {
  const team = figures(90, 9000, 'wal_team');
  expect(newerFigures(team, figures(2, 50))).toEqual(figures(2, 50));
});

test('figures of another wallet are ignored', () => {
  const mine = { ...figures(2, 50), freeCancels };
  expect(withFigures(mine, figures(90, 9000, 'wal_team'))).toEqual(mine);
});
