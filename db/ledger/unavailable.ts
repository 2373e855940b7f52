/**
 * The database could not be reached in time, or the ledger is too busy. Looking up the command's key shows whether it
 * committed.
 */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable';
}
