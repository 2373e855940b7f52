import type { AdminMeResponse } from '@sachet/shared/contracts/admin';
import type { UserProfile } from '@sachet/shared/contracts/user';
import { isFailure } from '../api/failure';

/** What a guard does with somebody who is signed in. The server decides again on every call. */
export type Verdict = 'allowed' | 'denied' | 'forbidden' | 'unauthorized' | 'loading' | 'failed';

/** What SWR knows of an answer. */
type Read<Data> = { data: Data | undefined; error: unknown };

/** docs/product.md, Accounts and roles: accountType organization and role admin. */
export function organizationAdminVerdict({ data, error }: Read<UserProfile | null>): Verdict {
  if (data === undefined) return error ? 'failed' : 'loading';
  return isOrganizationAdmin(data) ? 'allowed' : 'denied';
}

export function isOrganizationAdmin(profile: UserProfile | null | undefined): boolean {
  return profile?.accountType === 'organization' && profile.role === 'admin';
}

/** docs/product.md, Messages: 'Forbidden' says the server, 'Unauthorized' whom it does not know. */
export function adminVerdict(
  { data, error }: Read<AdminMeResponse>,
  role: keyof AdminMeResponse,
): Verdict {
  if (isFailure(error, 'unauthenticated')) return 'unauthorized';
  if (isFailure(error, 'forbidden')) return 'forbidden';
  if (data === undefined) return error ? 'failed' : 'loading';
  return data[role] ? 'allowed' : 'forbidden';
}
