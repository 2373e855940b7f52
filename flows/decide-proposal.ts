/** Another super admin approves or refuses a proposal, or its proposer withdraws it. */
import { loadProposal, type ProposalView } from '@sachet/db/admin/proposals';
import { approveBooking, type BookingRefusal } from './book-finding.ts';
import type { BookingDependencies } from './book-payment.ts';
import { approveCredits, type CreditsRefusal } from './credits.ts';
import { approveRole, type RoleRefusal } from './organization-role.ts';
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
}

const statusByDecision = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

/** The first of concurrent decisions counts. Repeating that decision returns the same answer. */
export async function decideProposal(
  deps: BookingDependencies,
  { proposal, adminUid, decision, note }: Decision,
): Promise<DecisionOutcome> {
  if ((proposal.proposed_by === adminUid) !== (decision === 'withdraw')) {
    return { ok: false, refusal: 'not_yours' };
  }
  if (proposal.status === 'waiting') {
    if (decision === 'approve') {
      if (proposal.target_uid === adminUid) return { ok: false, refusal: 'own' };
      const refusal =
        proposal.kind === 'role'
          ? await approveRole(deps.db, { proposal, adminUid })
          : proposal.exception_id === null
            ? await approveCredits(deps, { proposal, adminUid })
            : await approveBooking(deps, { proposal, adminUid });
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
