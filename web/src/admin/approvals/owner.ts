import type { CreditProposal } from '@sachet/shared/contracts/admin-credits';

/** Whose wallet it is, by a name that an admin knows them by. */
export function getOwner(proposal: CreditProposal): string {
  const { target, organizationName, email, phoneNumber, uid } = proposal;
  return (target === 'organization' ? organizationName : null) ?? email ?? phoneNumber ?? uid;
}
