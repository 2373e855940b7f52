/** The events that a person may receive on their stream. */
import { readRoles } from '@sachet/db/admin/roles';
import type { Profile } from '@sachet/db/people/profiles';
import { audiences, type Subject } from '@sachet/shared/contracts/live';
import type { Dependencies } from '../dependencies.ts';
import { isListedAdmin } from '../identity/access.ts';
import { findProfile, requireProfile, type Caller } from '../identity/caller.ts';

export interface Audience {
  /** A listed admin may have none. */
  readonly profile: Profile | undefined;
  readonly walletId: string | null;
  /** Whether the person may see what has changed. `owner` is the owner of the rows, if the subject has owners. */
  hears(subject: Subject, owner: string | undefined): boolean;
}

/** Throws if the caller is disabled, or has neither a profile nor a role. */
export async function readAudience(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'settings'>,
  caller: Caller,
): Promise<Audience> {
  const isListed = isListedAdmin(deps, caller);
  const profile = await (isListed ? findProfile : requireProfile)(deps, caller);
  const roles = isListed ? null : await readRoles(deps.db, caller.uid);
  const isSuper = roles === null || roles.has('super-admin');
  const isFinance = isSuper || roles.has('finance');
  const walletId = profile?.wallet_id ?? null;
  const organizationId = profile?.organization_id ?? null;
  const isAdmin = organizationId !== null && profile?.role === 'admin';
  return {
    profile,
    walletId,
    hears(subject, owner) {
      const audience = audiences[subject];
      switch (audience) {
        case 'super-admin':
          return isSuper;
        case 'finance':
          return isFinance;
        case 'organization-admin':
          return isAdmin && (owner === organizationId || owner === walletId);
        case 'signed-in':
          return owner === walletId;
        default:
          return audience satisfies never;
      }
    },
  };
}
