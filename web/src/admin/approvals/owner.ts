import type { AdminProposal } from '@sachet/shared/contracts/admin-proposals';

/** The user, by a name that an admin knows them by. */
export const getWho = ({ email, phoneNumber, uid }: AdminProposal): string =>
  email ?? phoneNumber ?? uid;

/** The wallet's owner. */
export function getOwner(proposal: Extract<AdminProposal, { kind: 'credits' }>): string {
  const { target, organizationName } = proposal;
  return (target === 'organization' ? organizationName : null) ?? getWho(proposal);
}

export const getOrganization = (proposal: Extract<AdminProposal, { kind: 'role' }>): string =>
  proposal.organizationName ?? proposal.organizationId;
