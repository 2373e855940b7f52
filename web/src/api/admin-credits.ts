import {
  CreditProposal,
  CreditProposalsResponse,
  type CreditDecision,
} from '@sachet/shared/contracts/admin-credits';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';

export type ProposalState = 'waiting' | 'decided';

/** Somebody else may decide at any moment; no live event tells of it. */
const proposalsPollMs = 20_000;

export const useCreditProposals = (state: ProposalState) =>
  useAdminRead(toUrl('/api/admin/credit-proposals', { state }), CreditProposalsResponse, {
    refreshInterval: proposalsPollMs,
  });

export function decideCredits(body: CreditDecision): Promise<CreditProposal> {
  return callWith('/api/admin/credit-proposals', CreditProposal, { method: 'POST', body });
}
