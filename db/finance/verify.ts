/** Verifies the ledger and the books that are computed from it. */
import { checkDayCloses } from './check-day-closes.ts';
import { findDayTotalFaults } from './day-totals.ts';
import { findDocumentFaults } from '../tax/verify.ts';
import { findProviderCostFaults } from './provider-costs.ts';
import { verifyLedger, type Verification, type VerifyOptions } from '../ledger/verify.ts';

/**
 * Verifies everything in one snapshot: the ledger (`verifyLedger`), the sums of the days and their
 * closes, and the tax documents.
 */
export function verifyLedgerAndBooks(options: VerifyOptions): Promise<Verification> {
  return verifyLedger(options, async (client) => [
    ...(await findDayTotalFaults(client)),
    ...(await findProviderCostFaults(client)),
    ...(await checkDayCloses(client, options)),
    ...(await findDocumentFaults(client)),
  ]);
}
