import {
  loadProposal,
  readProposals,
  type CreditProposalView,
} from '@sachet/db/admin/credit-proposals';
import { readProfile } from '@sachet/db/people/profiles';
import { decideCredits } from '@sachet/flows/credits';
import {
  CreditDecision,
  CreditProposal,
  CreditProposalsQuery,
  creditProposalsMax,
  CreditProposalsResponse,
} from '@sachet/shared/contracts/admin-credits';
import { isSuperAccount } from '../access.ts';
import { toCreditProposal } from '../credit-proposal.ts';
import { toCreditsRefusal } from '../add-credits.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../refusal.ts';
import { ok, route } from '../route.ts';
import { findAccount } from '../sign-in-accounts.ts';
import { requireProfile } from '../user-actions.ts';

export const getCreditProposals = route({
  method: 'get',
  path: '/api/admin/credit-proposals',
  access: 'super-admin',
  summary: 'Credits that wait for a second super admin, or that were decided.',
  query: CreditProposalsQuery,
  answers: { 200: CreditProposalsResponse },
  async handle({ deps, query: { state } }) {
    const rows = await readProposals(deps.db, { state, limit: creditProposalsMax });
    return ok({ proposals: rows.map(toCreditProposal) });
  },
});

export const postCreditDecision = route({
  method: 'post',
  path: '/api/admin/credit-proposals',
  access: 'super-admin',
  summary: 'Approves or refuses credits that another super admin proposed, or withdraws one’s own.',
  body: CreditDecision,
  answers: { 200: CreditProposal },
  async handle({ deps, caller, body }) {
    const { proposalId, decision } = body;
    const proposal = await loadProposal(deps.db, proposalId);
    if (!proposal) throw new Refusal('not_found', 'There is no such proposal.');
    if (decision === 'approve' && proposal.status === 'waiting') {
      await requireProfile(deps, deps.db, proposal.target_uid);
      await requireStandingProposer(deps, proposal);
    }
    const note = body.decision === 'refuse' ? body.note : null;
    const outcome = await decideCredits(deps, { proposal, adminUid: caller.uid, decision, note });
    if (outcome.ok) return ok(toCreditProposal(outcome.proposal));
    switch (outcome.refusal) {
      case 'not_yours':
        throw new Refusal(
          'forbidden',
          decision === 'withdraw'
            ? 'Only who proposed this can withdraw it.'
            : 'Another super admin has to decide about what you proposed.',
        );
      case 'decided':
        throw new Refusal('wrong_state', 'This was decided already, or has expired.');
      default:
        throw toCreditsRefusal(outcome.refusal);
    }
  },
});

/** A proposal does not count when its proposer has lost their access since. */
async function requireStandingProposer(
  deps: Dependencies,
  { proposed_by: uid }: CreditProposalView,
): Promise<void> {
  const [profile, account] = await Promise.all([readProfile(deps.db, uid), findAccount(deps, uid)]);
  const isStanding = profile && !profile.disabled_at && account && !account.disabled;
  if (!isStanding || !(await isSuperAccount(deps, { uid, account, profile }))) {
    throw new Refusal('wrong_state', 'Whoever proposed this is no super admin any more.');
  }
}
