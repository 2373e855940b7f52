import { usePages } from './pages';
import { useApi } from './use-api';

/** The names in the contract's filter and in the page's address. */
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

/** Pages of events, newest first. The old events stay visible while those of a new filter load. */
export function useLedger(filters: LedgerFilters) {
  return usePages(
    'GET /api/admin/ledger',
    {
      query: (previous) =>
        previous?.nextBefore === null ? null : { ...filters, before: previous?.nextBefore },
      rows: ({ events }) => events,
      id: ({ position }) => position,
    },
    { keepPreviousData: true },
  );
}

const verificationPollMs = 1_000;

/** Polls while a verification runs. */
export const useVerification = () =>
  useApi(
    'GET /api/admin/ledger/verification',
    {},
    { refreshInterval: (latest) => (latest?.current ? verificationPollMs : 0) },
  );

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
