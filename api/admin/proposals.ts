import { loadProposal, readProposals, type ProposalView } from '@sachet/db/admin/proposals';
import { readProfile } from '@sachet/db/people/profiles';
import { decideProposal, type DecisionOutcome } from '@sachet/flows/admin/decide-proposal';
import { endProposal } from '@sachet/flows/admin/proposals';
import {
  waitingProposalsMax,
  type ProposalDecision,
} from '@sachet/shared/admin/contracts/admin-proposals';
import { decidesAlone, isFinanceUid, isSuperAccount } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import { toBookingRefusal } from '../finance/booking-refusal.ts';
import { toCreditsRefusal } from '../wallet/add-credits.ts';
import type { Dependencies } from '../dependencies.ts';
import { toAdminProposal } from './proposal-view.ts';
import { found, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { findAccount } from '../identity/sign-in-accounts.ts';
import { requireOpenWallet, requireSignedUp, toRoleRefusal } from './acting.ts';

export const getProposals = route('GET /api/admin/proposals', {
  async handle({ deps, query: { state } }) {
    const rows = await readProposals(deps.db, { state, limit: waitingProposalsMax });
    return ok({ proposals: rows.map(toAdminProposal) });
  },
});

export const postProposal = route('POST /api/admin/proposals', {
  async handle({ deps, caller, body }) {
    const { proposalId, decision } = body;
    const proposal = found(await loadProposal(deps.db, proposalId), 'proposal');
    if (decision === 'approve' && proposal.status === 'waiting') {
      // A booking records what the gateway did, even if the payer has closed their account.
      if (proposal.kind === 'refund') await requireOpenWallet(deps, proposal.wallet_id);
      else if ('target_uid' in proposal && proposal.target_uid && !isBooking(proposal)) {
        await requireSignedUp(deps, proposal.target_uid);
      }
      await requireStandingProposer(deps, proposal);
    }
    const outcome = await decideProposal(deps, {
      proposal,
      adminUid: caller.uid,
      decision,
      note: body.decision === 'refuse' ? body.note : null,
      decidesAlone: await decidesAlone(deps, caller),
    });
    if (outcome.ok) return ok(toAdminProposal(outcome.proposal));
    throw toDecisionRefusal(outcome.refusal, decision);
  },
});

/**
 * A super admin who is the only one approves what they have just proposed. If it cannot be approved, it is
 * withdrawn. Returns the proposal as it then is; it waits if there is a second super admin.
 */
export async function settleProposal(
  deps: Dependencies,
  caller: Caller,
  proposalId: string,
): Promise<ProposalView> {
  const proposal = (await loadProposal(deps.db, proposalId))!;
  const isWaiting = proposal.status === 'waiting' && proposal.proposed_by === caller.uid;
  if (!isWaiting || !(await decidesAlone(deps, caller))) return proposal;
  const { uid: adminUid } = caller;
  const approval = { proposal, adminUid, decision: 'approve', note: null } as const;
  const outcome = await decideProposal(deps, { ...approval, decidesAlone: true });
  if (outcome.ok) return outcome.proposal;
  if (outcome.refusal === 'not_yours') return proposal;
  await endProposal(deps.db, { proposal, adminUid, decision: 'withdraw', note: null });
  throw toDecisionRefusal(outcome.refusal, 'approve');
}

/** Whether the proposer approved it, because there was no second super admin. */
export const wasDecidedAlone = ({ status, proposed_by, decided_by }: ProposalView): boolean =>
  status === 'approved' && decided_by === proposed_by;

function toDecisionRefusal(
  refusal: Extract<DecisionOutcome, { ok: false }>['refusal'],
  decision: ProposalDecision['decision'],
): Refusal {
  switch (refusal) {
    case 'not_yours':
      return new Refusal(
        'forbidden',
        decision === 'withdraw'
          ? 'Only the admin who proposed this can withdraw it.'
          : 'Another super admin must decide on your proposal.',
      );
    case 'own':
      return new Refusal('forbidden', 'This is about you. Another super admin must decide.');
    case 'decided':
      return new Refusal('wrong_state', 'This has already been decided or has expired.');
    case 'not_bookable':
    case 'gateway_away':
    case 'payment_needed':
    case 'wallet_needed':
      return toBookingRefusal(refusal);
    case 'no_organization':
    case 'needs_organization':
    case 'last_admin':
    case 'has_credited':
      return toRoleRefusal(refusal);
    default:
      return toCreditsRefusal(refusal);
  }
}

const isBooking = (proposal: ProposalView): boolean =>
  proposal.kind === 'credits' && proposal.exception_id !== null;

/** A proposal is void if its proposer has lost access since. */
async function requireStandingProposer(deps: Dependencies, proposal: ProposalView): Promise<void> {
  const { proposed_by: uid } = proposal;
  const [profile, account] = await Promise.all([readProfile(deps.db, uid), findAccount(deps, uid)]);
  const isStanding = profile && !profile.disabled_at && account && !account.disabled;
  const may =
    isBooking(proposal) || proposal.kind === 'refund'
      ? () => isFinanceUid(deps, uid)
      : () => isSuperAccount(deps, { uid, account: account!, profile: profile! });
  if (!isStanding || !(await may())) {
    throw new Refusal(
      'wrong_state',
      'The admin who proposed this no longer has the required access.',
    );
  }
}
