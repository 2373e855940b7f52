/**
 * A super admin changes a user: enables, disables or deletes the account, resets its claims, edits the
 * profile, or changes the role in an organization.
 *
 * 1. The transaction takes the user's lock, and the super admins' lock if the user is one.
 * 2. The sign-in provider is called.
 * 3. Our rows and the audit row are written, and the transaction commits.
 *
 * | crash                                  | what happens next                                          |
 * | -------------------------------------- | ---------------------------------------------------------- |
 * | before 2, or the provider does not answer | nothing was changed                                     |
 * | between 2 and the commit               | repeating the action, or the next read of the user, updates our row |
 * | after the commit of a deletion         | the sweep erases the user's content                        |
 */
import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import {
  changeUser,
  lockSuperAdmins,
  setDisabled,
  updateProfile,
} from '@sachet/db/people/user-changes';
import { eraseContent } from '@sachet/db/people/user-erasure';
import type { Database } from '@sachet/db/tables';
import type { AdminUserAction } from '@sachet/shared/admin/contracts/admin-users';
import { closeAccount } from '../people/close-account.ts';
import { changeOrganizationRole, type ChangeOutcome } from '../organizations/organization-role.ts';

export type ActionOf<Name extends AdminUserAction['action']> = Extract<
  AdminUserAction,
  { action: Name }
>;
export type UserAction = Exclude<AdminUserAction, { action: 'add-credits' | 'set-role' }>;

/** A user's account at the sign-in provider. */
export interface SignInAccount {
  readonly disabled: boolean;
  readonly emailVerified: boolean;
  readonly email?: string | undefined;
}

/**
 * The changes return false when there is no such account. All methods throw when the provider does not
 * answer.
 */
export interface SignInAccounts {
  find(uid: string): Promise<SignInAccount | null>;
  enable(uid: string): Promise<boolean>;
  disable(uid: string): Promise<boolean>;
  delete(uid: string): Promise<boolean>;
  resetClaims(uid: string): Promise<boolean>;
}

/** A user under the lock. At least one of account and profile exists. */
interface Target {
  readonly uid: string;
  readonly account: SignInAccount | null;
  readonly profile: Profile | undefined;
}

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly accounts: SignInAccounts;
  /** The admin who acts. */
  readonly admin: {
    readonly uid: string;
    isSuperAdmin(db: Kysely<Database>): Promise<boolean>;
  };
  isSuperAccount(db: Kysely<Database>, target: Target): Promise<boolean>;
  readonly log: { error(details: object, message: string): void };
}

export type UserRefusal =
  | 'not_found'
  | 'erased'
  | 'not_signed_up'
  | 'no_sign_in'
  /** The admin's own account. */
  | 'own'
  /** The acting admin is no longer a super admin. */
  | 'forbidden'
  | 'last_admin'
  /** A super admin keeps their account until the operator revokes the role. */
  | 'super_admin'
  | 'nothing_to_save';

const erasedAtOnce = 200;

/** A refusal changes nothing. */
export async function actOnUser(
  deps: Dependencies,
  body: UserAction,
): Promise<'done' | UserRefusal> {
  const { uid, action } = body;
  const outcome = await changeUser(deps.db, uid, async (trx) => {
    const refusal = await act(deps, trx, body);
    if (refusal) return refusal;
    // A deletion writes its own audit row, and a repeated deletion writes none.
    if (action === 'delete') return 'done';
    const fields = action === 'update-profile' && { details: { fields: toChangedFields(body) } };
    await insertAudit(trx, {
      actor: `user:${deps.admin.uid}`,
      action,
      targetUid: uid,
      ...fields,
    });
    return 'done';
  });
  if (action === 'delete' && outcome === 'done') await eraseSome(deps, uid);
  return outcome;
}

const toChangedFields = ({ uid: _uid, action: _action, ...change }: ActionOf<'update-profile'>) =>
  Object.keys(change).sort();

async function act(
  deps: Dependencies,
  trx: Transaction<Database>,
  body: UserAction,
): Promise<UserRefusal | null> {
  const { accounts } = deps;
  const { uid } = body;
  if (body.action === 'update-profile') {
    const profile = await findSignedUp(deps, trx, uid);
    if (typeof profile === 'string') return profile;
    const { uid: _uid, action: _action, ...change } = body;
    if (Object.keys(change).length === 0) return 'nothing_to_save';
    await updateProfile(trx, uid, change);
    return null;
  }
  const profile = await readProfile(trx, uid);
  const account = profile?.deleted_at ? null : await accounts.find(uid);
  if (!profile && !account) return 'not_found';
  const target = { uid, profile, account };
  if (profile?.deleted_at) return body.action === 'delete' ? null : 'erased';
  switch (body.action) {
    case 'enable':
      if (!account || !(await accounts.enable(uid))) return 'no_sign_in';
      await setDisabled(trx, uid, false);
      return null;
    case 'disable': {
      const refusal = await findProtection(deps, trx, target);
      if (refusal) return refusal;
      if (account) await accounts.disable(uid);
      await setDisabled(trx, uid, true);
      return null;
    }
    case 'delete': {
      if (uid === deps.admin.uid) return 'own';
      // Otherwise an admin could become the only one, who decides alone.
      if (await deps.isSuperAccount(trx, target)) return 'super_admin';
      const outcome = await closeAccount(trx, {
        uid,
        remainder: 'send_back',
        actor: `user:${deps.admin.uid}`,
        action: body.action,
        deleteSignIn: () => accounts.delete(uid),
      });
      return outcome === 'last_admin' ? outcome : null;
    }
    case 'reset-claims':
      return account && (await accounts.resetClaims(uid)) ? null : 'no_sign_in';
    default:
      return body satisfies never;
  }
}

/**
 * Whether the target is protected from an action that ends its access. Two super admins who act on each other
 * are handled one after the other.
 */
async function findProtection(
  { admin, accounts, isSuperAccount }: Dependencies,
  trx: Transaction<Database>,
  target: Target,
): Promise<'own' | 'forbidden' | null> {
  if (target.uid === admin.uid) return 'own';
  // Uses the same transaction: a second connection for each waiting action could exhaust the pool.
  if (!(await isSuperAccount(trx, target))) return null;
  await lockSuperAdmins(trx);
  const [isStill, account] = await Promise.all([admin.isSuperAdmin(trx), accounts.find(admin.uid)]);
  // The acting admin must still be a super admin, so the last super admin cannot be removed.
  return isStill && account && !account.disabled ? null : 'forbidden';
}

async function eraseSome({ db, log }: Dependencies, uid: string): Promise<void> {
  await eraseContent(db, { uid, limit: erasedAtOnce }).catch((error: unknown) => {
    log.error(
      { err: error, uid },
      'could not erase the content of a deleted user; the sweep will retry',
    );
  });
}

/** The sign-in provider is asked only about a user without a profile. */
export async function changeRole(
  deps: Pick<Dependencies, 'db' | 'accounts' | 'admin'>,
  { uid, role, organizationId, reason }: ActionOf<'set-role'>,
): Promise<ChangeOutcome | UserRefusal> {
  return changeUser(deps.db, uid, async (trx) => {
    const profile = await findSignedUp(deps, trx, uid);
    if (typeof profile === 'string') return profile;
    return changeOrganizationRole(trx, {
      adminUid: deps.admin.uid,
      profile,
      role,
      organizationId: organizationId === '' ? null : organizationId,
      reason,
    });
  });
}

/** The profile of a user who has finished signing up and was not deleted. */
export async function findSignedUp(
  { accounts }: Pick<Dependencies, 'accounts'>,
  db: Kysely<Database>,
  uid: string,
): Promise<Profile | 'erased' | 'not_signed_up' | 'not_found'> {
  const profile = await readProfile(db, uid);
  if (profile) return profile.deleted_at ? 'erased' : profile;
  return (await accounts.find(uid)) ? 'not_signed_up' : 'not_found';
}
