import {
  AdminLedgerAsOf,
  AdminLedgerEventDetail,
  AdminLedgerPage,
  AdminTrialBalance,
  LedgerVerificationState,
  VerifyLedgerResponse,
} from '@sachet/shared/contracts/admin-ledger';
import useSWRInfinite from 'swr/infinite';
import { useAdminRead, withQuery } from './admin';
import { callWith } from './client';
import { download, type Download } from './download';
import { useUid, type Key } from './hooks';

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
  const uid = useUid();
  const firstPath = withQuery('/api/admin/ledger', filters);
  const pages = useSWRInfinite(
    (_index: number, previous: AdminLedgerPage | null): Key | null => {
      if (!uid || previous?.nextBefore === null) return null;
      const before = previous && String(previous.nextBefore);
      return [withQuery('/api/admin/ledger', { ...filters, before }), uid];
    },
    async ([path]: Key) => ({ path, ...(await callWith(path, AdminLedgerPage)) }),
    { keepPreviousData: true },
  );
  const isOfFilter = pages.data?.[0]?.path === firstPath;
  const last = pages.data?.at(-1);
  return {
    ...pages,
    /** undefined also where only another filter's are here and these could not be read. */
    events:
      pages.error && !isOfFilter ? undefined : pages.data?.flatMap(({ events: found }) => found),
    isStale: pages.data !== undefined && !isOfFilter,
    hasMore: last !== undefined && last.nextBefore !== null,
    searchedTo: last?.searchedTo ?? null,
  };
}

export const useLedgerEvent = (place: { wallet: string; seq: string }) =>
  useAdminRead(
    place.wallet && place.seq && withQuery('/api/admin/ledger/event', place),
    AdminLedgerEventDetail,
  );

/** Nothing is asked before there are a wallet and a moment. */
export const useAsOf = (query: { wallet: string; at: string; time: string }) =>
  useAdminRead(
    query.wallet && query.at && withQuery('/api/admin/ledger/as-of', query),
    AdminLedgerAsOf,
  );

export const useTrialBalance = (period: { from: string; to: string }) =>
  useAdminRead(withQuery('/api/admin/ledger/trial-balance', period), AdminTrialBalance);

const verificationPollMs = 1_000;

/** Asked again and again while a run is under way. */
export const useVerification = () =>
  useAdminRead('/api/admin/ledger/verification', LedgerVerificationState, {
    refreshInterval: (latest) => (latest?.current ? verificationPollMs : 0),
  });

export function verifyLedger(): Promise<VerifyLedgerResponse> {
  return callWith('/api/admin/ledger/verify', VerifyLedgerResponse, { method: 'POST' });
}

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** All events that the filters let through, as a file. Throws `ApiFailure`. */
export function fetchLedgerExport(filters: LedgerFilters, format: ExportFormat): Promise<Download> {
  const path = withQuery('/api/admin/ledger/export', { ...filters, format });
  return download(path, `sachet-ledger.${format}`);
}
