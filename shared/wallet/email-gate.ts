import type { UserProfile } from '../people/contracts/user.ts';

/** Rupees; docs/product.md, Numbers. */
const unverifiedMaySpend = 1000;

/**
 * Every paid feature waits for a verified address once more than ₹1,000 was spent (docs/product.md,
 * Validation). The rule does not apply to users without an address.
 */
export function mustVerifyEmail(
  profile: Pick<UserProfile, 'email' | 'emailVerified' | 'lifetimeSpent'>,
): boolean {
  return (
    profile.email !== null && !profile.emailVerified && profile.lifetimeSpent > unverifiedMaySpend
  );
}
