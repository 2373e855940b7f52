import {
  AdminProposal,
  AdminProposalsResponse,
  type ProposalDecision,
} from '@sachet/shared/contracts/admin-proposals';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';

export type ProposalState = 'waiting' | 'decided';

/** Polled, because another admin may decide at any time and no live event reports it. */
const proposalsPollMs = 20_000;

export const useProposals = (state: ProposalState) =>
  useAdminRead(toUrl('/api/admin/proposals', { state }), AdminProposalsResponse, {
    refreshInterval: proposalsPollMs,
  });

export function decideProposal(body: ProposalDecision): Promise<AdminProposal> {
  return callWith('/api/admin/proposals', AdminProposal, { method: 'POST', body });
}
