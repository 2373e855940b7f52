import type { AdminMeResponse } from '@sachet/shared/admin/contracts/admin';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { isFailure } from '../../api/failure';

/** The decision whether a signed-in user may see a page. The server decides again on every call. */
export type Verdict = 'allowed' | 'denied' | 'forbidden' | 'unauthorized' | 'loading' | 'failed';

/** The part of an SWR result that the verdict needs. */
type Read<Data> = { data: Data | undefined; error: unknown };

/** Requires accountType organization and role admin (docs/product.md, Accounts and roles). */
export function organizationAdminVerdict({ data, error }: Read<UserProfile | null>): Verdict {
  if (data === undefined) return error ? 'failed' : 'loading';
  return isOrganizationAdmin(data) ? 'allowed' : 'denied';
}

export function isOrganizationAdmin(profile: UserProfile | null | undefined): boolean {
  return profile?.accountType === 'organization' && profile.role === 'admin';
}

/** Whether all tax documents of the wallet that pays are for this user: a member has only the receipts of payments that they made. */
export function mayReadAllDocuments(profile: UserProfile | null | undefined): boolean {
  return profile?.accountType === 'individual' || isOrganizationAdmin(profile);
}

/**
 * Returns 'forbidden' if the role is missing, 'unauthorized' if the server does not know the user
 * (docs/product.md, Messages).
 */
export function adminVerdict(
  { data, error }: Read<AdminMeResponse>,
  role: keyof AdminMeResponse,
): Verdict {
  if (isFailure(error, 'unauthenticated')) return 'unauthorized';
  if (isFailure(error, 'forbidden')) return 'forbidden';
  if (data === undefined) return error ? 'failed' : 'loading';
  return data[role] ? 'allowed' : 'forbidden';
}
