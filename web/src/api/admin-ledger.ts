import { usePages } from './pages';
import { useApi } from './use-api';

/** As in the contract's filter, and in the page's address. */
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

/** Each empty for all; `kind` may name several: `Charged,ChargeRefunded`. */
export type LedgerFilters = Record<LedgerFilterName, string>;

/** Page by page, newest first. While another filter's events are awaited the earlier ones stay. */
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

/** Asked again and again while a run is under way. */
export const useVerification = () =>
  useApi(
    'GET /api/admin/ledger/verification',
    {},
    { refreshInterval: (latest) => (latest?.current ? verificationPollMs : 0) },
  );

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
