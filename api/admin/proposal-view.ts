import type { ProposalView } from '@sachet/db/admin/proposals';
import type { AdminProposal } from '@sachet/shared/contracts/admin-proposals';
import { rupeesFromPaise } from '@sachet/shared/money';

/** A proposal as super admins see it. */
export function toAdminProposal(row: ProposalView): AdminProposal {
  const shared = {
    proposalId: row.id,
    uid: row.target_uid,
    email: row.target_email,
    phoneNumber: row.target_phone,
    organizationName: row.organization_name,
    reason: row.reason,
    status: row.status,
    proposedBy: { uid: row.proposed_by, email: row.proposer_email },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { uid: row.decided_by, email: row.decider_email },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
  };
  return row.kind === 'credits'
    ? {
        ...shared,
        kind: row.kind,
        walletId: row.wallet_id,
        target: row.wallet_owner!,
        amount: rupeesFromPaise(row.amount_paise),
      }
    : { ...shared, kind: row.kind, role: row.role, organizationId: row.organization_id };
}
