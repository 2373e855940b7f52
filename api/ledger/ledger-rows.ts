/** The ledger's rows as the contract defines them: rupees, and times as text. */
import type { readWalletOwner } from '@sachet/db/ledger/history/read';
import type { VerificationRow } from '@sachet/db/ledger/history/verifications';
import type { LedgerVerification } from '@sachet/shared/ledger/contracts/admin-ledger';

export const toTimestamp = (date: Date | null): string | null => date && date.toISOString();

type OwnerRow = NonNullable<Awaited<ReturnType<typeof readWalletOwner>>>;

export const toWalletOwner = ({ owner_kind, owner_id, owner_name }: OwnerRow) => ({
  kind: owner_kind,
  id: owner_id,
  name: owner_name,
});

export function toLedgerVerification(
  row: VerificationRow,
  name: string | null,
): LedgerVerification {
  return {
    id: row.id,
    status: row.status,
    requestedBy: { uid: row.requested_by, name },
    requestedAt: row.requested_at.toISOString(),
    startedAt: toTimestamp(row.started_at),
    finishedAt: toTimestamp(row.finished_at),
    step: row.step,
    done: row.done,
    total: row.total,
    result: row.result,
    error: row.error,
  };
}
