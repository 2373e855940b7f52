import {
  AdminLedgerAsOf,
  type AdminLedgerEvent,
  AdminLedgerEventDetail,
  AdminLedgerPage,
  AdminTrialBalance,
  LedgerVerificationState,
  VerifyLedgerResponse,
} from '@sachet/shared/contracts/admin-ledger';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';
import { download } from './download';
import { usePages } from './pages';

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
  return usePages<AdminLedgerPage, AdminLedgerEvent>(
    {
      path: (previous) =>
        previous?.nextBefore === null
          ? null
          : toUrl('/api/admin/ledger', { ...filters, before: previous?.nextBefore }),
      read: (path) => callWith(path, AdminLedgerPage),
      rows: ({ events }) => events,
      id: ({ position }) => position,
    },
    { keepPreviousData: true },
  );
}

export const useLedgerEvent = (place: { wallet: string; seq: string }) =>
  useAdminRead(
    place.wallet && place.seq && toUrl('/api/admin/ledger/event', place),
    AdminLedgerEventDetail,
  );

/** Sends no request until there are a wallet and a time. */
export const useAsOf = (query: { wallet: string; at: string; time: string }) =>
  useAdminRead(
    query.wallet && query.at && toUrl('/api/admin/ledger/as-of', query),
    AdminLedgerAsOf,
  );

export const useTrialBalance = (period: { from: string; to: string }) =>
  useAdminRead(toUrl('/api/admin/ledger/trial-balance', period), AdminTrialBalance);

const verificationPollMs = 1_000;

/** Polls while a verification runs. */
export const useVerification = () =>
  useAdminRead('/api/admin/ledger/verification', LedgerVerificationState, {
    refreshInterval: (latest) => (latest?.current ? verificationPollMs : 0),
  });

export function verifyLedger(): Promise<VerifyLedgerResponse> {
  return callWith('/api/admin/ledger/verify', VerifyLedgerResponse, { method: 'POST' });
}

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Downloads all events that match the filters as a file. Throws `ApiFailure`. */
export function downloadLedger(filters: LedgerFilters, format: ExportFormat): Promise<void> {
  return download(
    toUrl('/api/admin/ledger/export', { ...filters, format }),
    `sachet-ledger.${format}`,
  );
}
