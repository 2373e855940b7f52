/** Verifies the ledger and the books that are computed from it. */
import { checkDayCloses } from '../finance/check-day-closes.ts';
import { findDayTotalFaults } from '../finance/day-totals.ts';
import { findProviderCostFaults } from '../finance/provider-costs.ts';
import { verifyLedger, type Verification, type VerifyOptions } from '../ledger/verify.ts';

/**
 * Verifies everything in one snapshot: the ledger (`verifyLedger`), the sums of the days and their closes.
 */
export function verifyLedgerAndBooks(options: VerifyOptions): Promise<Verification> {
  return verifyLedger(options, async (client) => [
    ...(await findDayTotalFaults(client)),
    ...(await findProviderCostFaults(client)),
    ...(await checkDayCloses(client, options)),
  ]);
}
