import type { AdminTrialBalance } from '@sachet/shared/contracts/admin-ledger';

/** Rupees; null where a sum would say nothing. */
export interface TrialRow {
  account: string;
  events: number | null;
  opening: number;
  in: number | null;
  out: number | null;
  net: number;
  closing: number;
  isWallets: boolean;
  isSum: boolean;
}

/** Wallets first, then what stands against them, and at last their sum. */
export function trialRows({ wallets, counterAccounts, sums }: AdminTrialBalance): TrialRow[] {
  const toRow = (row: AdminTrialBalance['wallets'], isWallets: boolean): TrialRow => ({
    ...row,
    net: difference(row.in, row.out),
    isWallets,
    isSum: false,
  });
  return [
    toRow(wallets, true),
    ...counterAccounts.map((row) => toRow(row, false)),
    { account: '', events: null, in: null, out: null, ...sums, isWallets: false, isSum: true },
  ];
}

/** To the paisa. */
const difference = (left: number, right: number) =>
  (Math.round(left * 100) - Math.round(right * 100)) / 100;
