/** The access rules: docs/product.md, Accounts and roles. */
import type { UserRecord } from 'firebase-admin/auth';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import { hasSecondSuperAdmin } from '@sachet/db/admin/proposals';
import { hasRole } from '@sachet/db/admin/roles';
import { isUnverifiedSpender } from '@sachet/flows/studio/free-work';
import { requireProfile, type Caller } from './caller.ts';
import { findAccounts } from './sign-in-accounts.ts';
import type { Dependencies } from '../dependencies.ts';
import { accountDisabled, emailUnverified, Refusal } from '../http/refusal.ts';
import type { Access } from '@sachet/shared/operations/operation';

/** The caller of an `organization-admin` route, and the one organization that they manage. */
export interface OrganizationAdmin {
  readonly uid: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly walletId: string;
}

type AccessContext = Pick<Dependencies, 'db' | 'settings'>;
type AdmissionContext = Pick<Dependencies, 'db' | 'ledger' | 'settings'>;

/** Throws if `caller` may not use a route of this access. */
export async function admit(
  deps: AdmissionContext,
  access: Access,
  caller: Caller | null,
): Promise<OrganizationAdmin | null> {
  switch (access) {
    case 'anyone':
    case 'signed-in':
      return null;
    case 'wallet-owner':
      refuseMember(await requireProfile(deps, caller!));
      return null;
    case 'organization-admin':
      return toOrganizationAdmin(await requireProfile(deps, caller!));
    case 'super-admin':
      if (!(await isSuperAdmin(deps, caller!))) throw new Refusal('forbidden', 'Forbidden');
      return null;
    case 'finance':
      if (!(await isFinance(deps, caller!))) throw new Refusal('forbidden', 'Forbidden');
      return null;
    default:
      return access satisfies never;
  }
}

/** Whether the profile is of a plain member of an organization. */
export function isMember({ account_type: accountType, role }: Profile): boolean {
  return accountType !== 'individual' && role !== 'admin';
}

function refuseMember(profile: Profile): void {
  if (isMember(profile)) throw new Refusal('forbidden', 'Ask an admin of your organization.');
}

function toOrganizationAdmin(profile: Profile): OrganizationAdmin {
  if (profile.organization_id === null || profile.role !== 'admin') throw notAnAdmin();
  return {
    uid: profile.uid,
    organizationId: profile.organization_id,
    organizationName: profile.organization_name!,
    walletId: profile.wallet_id,
  };
}

export function notAnAdmin(): Refusal {
  return new Refusal('forbidden', 'Access Denied. You are not an admin.');
}

/**
 * Whether the caller has a verified address in SUPER_ADMIN_EMAILS, or the operator's grant. Throws for
 * disabled users.
 */
export async function isSuperAdmin(
  { db, settings }: AccessContext,
  caller: Caller,
): Promise<boolean> {
  const profile = await readProfile(db, caller.uid);
  if (profile?.disabled_at) throw accountDisabled();
  return isListedAdmin({ settings }, caller) || hasRole(db, caller.uid, 'super-admin');
}

/** Whether the caller has a verified address in SUPER_ADMIN_EMAILS. */
export function isListedAdmin(
  { settings }: Pick<AccessContext, 'settings'>,
  { email, emailVerified }: Caller,
): boolean {
  return email !== null && emailVerified && settings.SUPER_ADMIN_EMAILS.includes(email);
}

/** Whether the caller is a super admin, or has the operator's grant `finance`. */
export async function isFinance(context: AccessContext, caller: Caller): Promise<boolean> {
  // `isSuperAdmin` is called first, because it refuses disabled users.
  return (await isSuperAdmin(context, caller)) || hasRole(context.db, caller.uid, 'finance');
}

/** Whether the caller is the only super admin (`has_second_super_admin`). */
export async function decidesAlone(
  context: AccessContext & Pick<Dependencies, 'auth' | 'log'>,
  caller: Caller,
): Promise<boolean> {
  if (!(await isSuperAdmin(context, caller))) return false;
  const { db, settings } = context;
  const others = settings.SUPER_ADMIN_EMAILS.filter((email) => email !== caller.email);
  const asked = others.map((email) => ({ email }));
  // While the sign-in provider does not answer, a proposal waits.
  const accounts = await findAccounts(context, asked).catch(() => null);
  if (!accounts) return false;
  const listed = accounts.filter(({ emailVerified }) => emailVerified).map(({ uid }) => uid);
  return !(await hasSecondSuperAdmin(db, { uid: caller.uid, listed }));
}

/** Like `isFinance`, but for another user than the caller: by the operator's grant or a listed address. */
export async function isFinanceUid({ db, settings }: AccessContext, uid: string): Promise<boolean> {
  const profile = await readProfile(db, uid);
  if (!profile || profile.disabled_at) return false;
  return (
    (await isSuperAccount({ db, settings }, { uid, account: null, profile })) ||
    hasRole(db, uid, 'finance')
  );
}

/** Like `isSuperAdmin`, but for another user than the caller, whether or not they are disabled. */
export async function isSuperAccount(
  { db, settings }: AccessContext,
  {
    uid,
    account,
    profile,
  }: {
    uid: string;
    account: Pick<UserRecord, 'email' | 'emailVerified'> | null;
    profile?: Profile | undefined;
  },
): Promise<boolean> {
  const verified = [
    account?.emailVerified ? account.email?.trim().toLowerCase() : undefined,
    profile?.email_verified ? profile.email : undefined,
  ];
  const isListed = verified.some((email) => email && settings.SUPER_ADMIN_EMAILS.includes(email));
  return isListed || hasRole(db, uid, 'super-admin');
}

/** Required by every paid feature. */
export function refuseUnverifiedSpender(profile: Profile): void {
  if (isUnverifiedSpender(profile)) throw emailUnverified();
}
