/** What the API would say of somebody who has just signed up, but for what a test says of them. */
import type { UserProfile } from '@sachet/shared/contracts/user';
import type { WalletSummary } from '@sachet/shared/contracts/wallet';
import { sessionStore } from '../session/session';
import { answer } from './server';

let people = 0;

/** Signed in from now on; their profile and wallet are answered. Returns their uid. */
export function signIn(
  given: { profile?: Partial<UserProfile>; wallet?: Partial<WalletSummary> } = {},
): string {
  people += 1;
  // Nobody is met twice: what was read of the one before is not shown to the next.
  const uid = `user-${people}`;
  const profile: UserProfile = {
    uid,
    accountType: 'individual',
    role: 'user',
    organizationId: null,
    organizationName: null,
    firstName: 'Asha',
    lastName: 'Verma',
    phoneNumber: null,
    email: 'asha@people.test',
    emailVerified: true,
    walletBalance: 250,
    budget: 0,
    lifetimeSpent: 0,
    spentThisMonth: 0,
    bonusWithheld: null,
    ...given.profile,
  };
  const { email, emailVerified } = profile;
  answer('GET /api/user', profile);
  answer('GET /api/admin/me', { isSuperAdmin: false });
  answer('GET /api/conversations', { conversations: [] });
  answer('GET /api/generations', { generations: [], next: null });
  answer('GET /api/invitations', { invitations: [] });
  answer('GET /api/wallet', {
    walletId: `wal_${people}`,
    seq: 1,
    walletBalance: 250,
    held: 0,
    available: 250,
    locked: 0,
    freeCancels: { left: 3, perDay: 3 },
    ...given.wallet,
  });
  sessionStore.set({ status: 'signed-in', uid, email, emailVerified });
  return uid;
}
