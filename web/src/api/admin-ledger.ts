import type { AdminLedgerEvent } from '@sachet/shared/ledger/contracts/admin-ledger';
import { inPages, usePages } from './pages';
import { useApi } from './use-api';

/** The names of the filters in the contract and in the page's address. */
export const ledgerFilterNames = [
  'wallet',
  'uid',
  'organization',
  'kind',
  'counterAccount',
  'actor',
  'reference',
  'amountFrom',
  'amountTo',
  'from',
  'to',
] as const;
export type LedgerFilterName = (typeof ledgerFilterNames)[number];

/** An empty value means no filter; `kind` may list several: `Charged,ChargeRefunded`. */
export type LedgerFilters = Record<LedgerFilterName, string>;

/** Loads pages of events, newest first. The previous events stay visible while a new filter loads. */
export function useLedger(filters: LedgerFilters) {
  return usePages(
    'GET /api/admin/ledger',
    inPages(filters, ({ position }: AdminLedgerEvent) => position),
    { keepPreviousData: true },
  );
}

export const useVerification = () => useApi('GET /api/admin/ledger/verification');

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
