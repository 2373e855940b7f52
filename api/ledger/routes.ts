import type { Route } from '../http/route.ts';
import { getAdminLedgerEvent } from './ledger-event.ts';
import { getAdminLedgerExport } from './ledger-export.ts';
import { getAdminLedgerVerification, postAdminVerifyLedger } from './ledger-verification.ts';
import { getAdminLedger, getAdminLedgerAsOf } from './ledger.ts';
import { getReceipt, getCheckpoints } from './proof.ts';

export const ledgerRoutes: readonly Route[] = [
  getAdminLedgerEvent,
  getAdminLedgerExport,
  getAdminLedgerVerification,
  postAdminVerifyLedger,
  getAdminLedger,
  getAdminLedgerAsOf,
  getReceipt,
  getCheckpoints,
];
