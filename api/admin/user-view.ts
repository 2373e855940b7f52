import type { UserRecord } from 'firebase-admin/auth';
import type { FoundOrganization } from '@sachet/db/admin/users';
import type { Profile } from '@sachet/db/people/profiles';
import type { AdminOrganization, AdminUser } from '@sachet/shared/admin/contracts/admin-users';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toUserProfile } from '../people/user-profile.ts';

const toTimestamp = (time: string | null | undefined): string | null =>
  time ? new Date(time).toISOString() : null;

/**
 * The sign-in provider stores whether a user is disabled and when they last signed in; our row has the rest.
 * At least one of the two exists.
 */
export function toAdminUser(
  uid: string,
  account: UserRecord | null,
  profile: Profile | undefined,
): AdminUser {
  return {
    uid,
    email: profile?.email ?? account?.email?.toLowerCase() ?? null,
    phoneNumber: profile?.phone_number ?? account?.phoneNumber ?? null,
    disabled: account?.disabled ?? (profile?.disabled_at ?? null) !== null,
    metadata: {
      creationTime:
        toTimestamp(account?.metadata.creationTime) ?? profile?.created_at.toISOString() ?? null,
      lastSignInTime: toTimestamp(account?.metadata.lastSignInTime),
    },
    profile: profile ? toUserProfile(profile) : null,
    providerData: (account?.providerData ?? []).map(({ providerId }) => ({ providerId })),
    hasSignIn: account !== null,
    deleted: (profile?.deleted_at ?? null) !== null,
  };
}

export function toAdminOrganization({
  id,
  name,
  balance_paise,
}: FoundOrganization): AdminOrganization {
  return { id, name, walletBalance: rupeesFromPaise(balance_paise) };
}
