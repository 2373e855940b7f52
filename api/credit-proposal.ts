import type { CreditProposalView } from '@sachet/db/admin/credit-proposals';
import type { CreditProposal } from '@sachet/shared/contracts/admin-credits';
import { rupeesFromPaise } from '@sachet/shared/money';

/** A proposal as super admins see it. */
export function toCreditProposal(row: CreditProposalView): CreditProposal {
  return {
    proposalId: row.id,
    uid: row.target_uid,
    email: row.target_email,
    phoneNumber: row.target_phone,
    walletId: row.wallet_id,
    target: row.wallet_owner,
    organizationName: row.organization_name,
    amount: rupeesFromPaise(row.amount_paise),
    reason: row.reason,
    status: row.status,
    proposedBy: { uid: row.proposed_by, email: row.proposer_email },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { uid: row.decided_by, email: row.decider_email },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
  };
}
