import type { CampaignTerms } from '@sachet/db/people/growth';
import type { ProposalView } from '@sachet/db/admin/proposals';
import type {
  AdminProposal,
  CampaignTerms as Campaign,
} from '@sachet/shared/admin/contracts/admin-proposals';
import { rupeesFromPaise } from '@sachet/shared/money';

/** A proposal as super admins see it. */
export function toAdminProposal(row: ProposalView): AdminProposal {
  const shared = {
    proposalId: row.id,
    reason: row.reason,
    status: row.status,
    proposedBy: { uid: row.proposed_by, email: row.proposer_email },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by === null ? null : { uid: row.decided_by, email: row.decider_email },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
  };
  if (row.kind === 'campaign') {
    return { ...shared, kind: row.kind, campaign: toCampaign(row.terms) };
  }
  if (row.kind === 'gift_code') {
    const { amountPaise, uses, days } = row.terms;
    return { ...shared, kind: row.kind, amount: rupeesFromPaise(amountPaise), uses, days };
  }
  const aboutUser = {
    uid: row.target_uid,
    email: row.target_email,
    phoneNumber: row.target_phone,
    organizationName: row.organization_name,
  };
  if (row.kind === 'role') {
    const { role, organization_id: organizationId } = row;
    return { ...shared, ...aboutUser, kind: row.kind, role, organizationId };
  }
  const aboutWallet = {
    ...shared,
    ...aboutUser,
    walletId: row.wallet_id,
    target: row.wallet_owner!,
    amount: rupeesFromPaise(row.amount_paise),
  };
  return row.kind === 'refund'
    ? { ...aboutWallet, kind: row.kind, chargeSeq: row.charge_seq }
    : { ...aboutWallet, kind: row.kind };
}

export const toCampaign = (terms: CampaignTerms): Campaign => ({
  isOn: terms.is_on,
  friendGets: rupeesFromPaise(terms.friend_paise),
  inviterGets: rupeesFromPaise(terms.inviter_paise),
  minimumTopUp: rupeesFromPaise(terms.minimum_paise),
  friendsAtMost: terms.friends_at_most,
  dailyBudget: rupeesFromPaise(terms.day_budget_paise),
});
