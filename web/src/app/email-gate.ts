import type { UserProfile } from '@sachet/shared/contracts/user';

/** Rupees; docs/product.md, Numbers. */
const unverifiedMaySpend = 1000;

/**
 * Paid tools wait for a verified address once more than ₹1,000 was spent (docs/product.md, Validation).
 * Somebody without an address has none to verify. The server refuses by the same rule.
 */
export function mustVerifyEmail(
  profile: Pick<UserProfile, 'email' | 'emailVerified' | 'lifetimeSpent'>,
): boolean {
  return (
    profile.email !== null && !profile.emailVerified && profile.lifetimeSpent > unverifiedMaySpend
  );
}
