/**
 * Another super admin approves or refuses a proposal, or its proposer withdraws it. A super admin who is the only
 * one approves their own proposals.
 */
import { loadProposal, type ProposalView } from '@sachet/db/admin/proposals';
import { violates } from '@sachet/db/constraint';
import { approveBooking, type BookingRefusal } from '../finance/book-finding.ts';
import type { EnqueueDependencies } from '../enqueue.ts';
import type { BookingDependencies } from '../payments/book-payment.ts';
import { approveCredits, type CreditsRefusal } from '../wallet/credits.ts';
import { approveGrowth } from '../people/growth.ts';
import { approveRole, type RoleRefusal } from '../organizations/organization-role.ts';
import { endProposal } from './proposals.ts';

export type DecisionOutcome =
  | { readonly ok: true; readonly proposal: ProposalView }
  | {
      readonly ok: false;
      /** `own`: the approver is the beneficiary. */
      readonly refusal:
        'not_yours' | 'own' | 'decided' | BookingRefusal | CreditsRefusal | RoleRefusal;
    };

export interface Decision {
  readonly proposal: ProposalView;
  readonly adminUid: string;
  readonly decision: 'approve' | 'refuse' | 'withdraw';
  /** Why the proposal is refused. */
  readonly note: string | null;
  /** Whether this admin is the only super admin. The database checks it again for those granted the role. */
  readonly decidesAlone?: boolean;
}

const statusByDecision = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

/** The first of concurrent decisions counts. Repeating that decision returns the same answer. */
export async function decideProposal(
  deps: BookingDependencies & EnqueueDependencies,
  { proposal, adminUid, decision, note, decidesAlone = false }: Decision,
): Promise<DecisionOutcome> {
  const isOwn = proposal.proposed_by === adminUid;
  const isAlone = isOwn && decision === 'approve' && decidesAlone;
  if (isOwn !== (decision === 'withdraw') && !isAlone) {
    return { ok: false, refusal: 'not_yours' };
  }
  if (proposal.status === 'waiting') {
    if (decision === 'approve') {
      const refusal = await approve(deps, proposal, adminUid);
      if (refusal) return { ok: false, refusal };
    } else {
      await endProposal(deps.db, { proposal, adminUid, decision, note });
    }
  }
  const now = (await loadProposal(deps.db, proposal.id))!;
  return now.status === statusByDecision[decision]
    ? { ok: true, proposal: now }
    : { ok: false, refusal: 'decided' };
}

async function approve(
  deps: BookingDependencies & EnqueueDependencies,
  proposal: ProposalView,
  adminUid: string,
): Promise<Extract<DecisionOutcome, { ok: false }>['refusal'] | null> {
  try {
    if (proposal.kind === 'campaign' || proposal.kind === 'gift_code') {
      await approveGrowth(deps.db, { proposal, adminUid });
      return null;
    }
    if (proposal.target_uid === adminUid) return 'own';
    if (proposal.kind === 'role') return await approveRole(deps.db, { proposal, adminUid });
    return proposal.kind === 'refund' || proposal.exception_id === null
      ? await approveCredits(deps, { proposal, adminUid })
      : await approveBooking(deps, { proposal, adminUid });
  } catch (error) {
    // A second super admin was granted the role in the meantime.
    if (violates(error, 'admin_proposal_not_alone')) return 'not_yours';
    throw error;
  }
}
