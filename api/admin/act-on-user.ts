/**
 * What super admins do to a user. An action holds the user's lock, checks, calls the sign-in provider,
 * then writes our rows with the audit row and commits. When the provider is down nothing changes, and
 * a crash in between leaves at most an account that the provider has changed already: repeating the
 * action, or the next read of the user, updates our row.
 */
import type { Kysely, Transaction } from 'kysely';
import type { UserRecord } from 'firebase-admin/auth';
import { insertAudit } from '@sachet/db/admin/audit';
import { eraseContent } from '@sachet/db/people/user-erasure';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import {
  changeUser,
  lockSuperAdmins,
  setDisabled,
  updateProfile,
} from '@sachet/db/people/user-changes';
import { closeAccount } from '@sachet/flows/close-account';
import { changeOrganizationRole, type ChangeOutcome } from '@sachet/flows/organization-role';
import type { AdminUserAction } from '@sachet/shared/contracts/admin-users';
import { isSuperAccount, isSuperAdmin } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  findAccount,
  resetClaims,
} from '../identity/sign-in-accounts.ts';

export type ChangeOf<Action extends AdminUserAction['action']> = Extract<
  AdminUserAction,
  { action: Action }
>;

/** A user under the lock. At least one of account and profile exists. */
interface Target {
  readonly trx: Transaction<Database>;
  readonly uid: string;
  readonly account: UserRecord | null;
  readonly profile: Profile | undefined;
}

const missing = () => new Refusal('not_found', 'User not found.');
const erased = () => new Refusal('wrong_state', 'This user was deleted.');
const unfinished = () => new Refusal('wrong_state', 'This user hasn’t finished signing up.');
const noSignIn = () => new Refusal('wrong_state', 'This user no longer has a sign-in account.');

async function withUserLock(
  deps: Dependencies,
  uid: string,
  change: (target: Target) => Promise<void>,
): Promise<void> {
  await changeUser(deps.db, uid, async (trx) => {
    const profile = await readProfile(trx, uid);
    const account = profile?.deleted_at ? null : await findAccount(deps, uid);
    if (!profile && !account) throw missing();
    await change({ trx, uid, account, profile });
  });
}

/** For actions that end a user's access. Two super admins acting on each other are serialized. */
async function refuseIfSuper(deps: Dependencies, admin: Caller, target: Target): Promise<void> {
  if (target.uid === admin.uid) {
    throw new Refusal('forbidden', 'You can’t do this to your own account.');
  }
  // In this transaction: a second connection for each waiting action could exhaust the pool.
  const context = { db: target.trx, settings: deps.settings };
  if (!(await isSuperAccount(context, target))) return;
  await lockSuperAdmins(target.trx);
  const [isStill, account] = await Promise.all([
    isSuperAdmin(context, admin),
    findAccount(deps, admin.uid),
  ]);
  // The acting admin stays a super admin, so the last one cannot be removed.
  if (!isStill || !account || account.disabled) throw new Refusal('forbidden', 'Forbidden');
}

export async function enable(
  deps: Dependencies,
  admin: Caller,
  { uid, action }: ChangeOf<'enable'>,
) {
  await withUserLock(deps, uid, async ({ trx, profile, account }) => {
    if (profile?.deleted_at) throw erased();
    if (!account || !(await enableAccount(deps, uid))) throw noSignIn();
    await setDisabled(trx, uid, false);
    await insertAudit(trx, { actor: `user:${admin.uid}`, action, targetUid: uid });
  });
}

export async function disable(
  deps: Dependencies,
  admin: Caller,
  { uid, action }: ChangeOf<'disable'>,
) {
  await withUserLock(deps, uid, async (target) => {
    if (target.profile?.deleted_at) throw erased();
    await refuseIfSuper(deps, admin, target);
    const { trx, account } = target;
    if (account) await disableAccount(deps, uid);
    await setDisabled(trx, uid, true);
    await insertAudit(trx, { actor: `user:${admin.uid}`, action, targetUid: uid });
  });
}

const erasedAtOnce = 200;

export async function remove(
  deps: Dependencies,
  admin: Caller,
  { uid, action }: ChangeOf<'delete'>,
) {
  await withUserLock(deps, uid, async (target) => {
    // It was done before, and this is a repetition.
    if (target.profile?.deleted_at) return;
    await refuseIfSuper(deps, admin, target);
    const outcome = await closeAccount(target.trx, {
      uid,
      remainder: 'send_back',
      actor: `user:${admin.uid}`,
      action,
      deleteSignIn: () => deleteAccount(deps, uid),
    });
    if (outcome === 'last_admin') throw lastAdmin();
  });
  await eraseContent(deps.db, { uid, limit: erasedAtOnce }).catch((error: unknown) => {
    deps.log.error({ err: error, uid }, 'content of a deleted user is left to the sweep');
  });
}

export async function clearClaims(
  deps: Dependencies,
  admin: Caller,
  { uid, action }: ChangeOf<'reset-claims'>,
) {
  await withUserLock(deps, uid, async ({ trx, profile, account }) => {
    if (profile?.deleted_at) throw erased();
    if (!account || !(await resetClaims(deps, uid))) throw noSignIn();
    await insertAudit(trx, { actor: `user:${admin.uid}`, action, targetUid: uid });
  });
}

const lastAdmin = () =>
  new Refusal(
    'wrong_state',
    'This is the only admin of the organization. Make someone else an admin first.',
  );

/**
 * Returns the id of the proposal where a second super admin has to approve. The sign-in provider is not
 * involved from here on.
 */
export async function changeRole(
  deps: Dependencies,
  admin: Caller,
  { uid, role, organizationId, reason }: ChangeOf<'set-role'>,
): Promise<string | null> {
  return changeUser(deps.db, uid, async (trx) => {
    const outcome = await changeOrganizationRole(trx, {
      adminUid: admin.uid,
      profile: await requireProfile(deps, trx, uid),
      role,
      organizationId: organizationId === '' ? null : organizationId,
      reason,
    });
    if (!outcome.ok) throw toRoleRefusal(outcome.refusal);
    return outcome.done === 'proposed' ? outcome.proposalId : null;
  });
}

export const tooManyWaiting = () =>
  new Refusal(
    'wrong_state',
    'Too many proposals are waiting for a second super admin. Decide those first.',
  );

export function toRoleRefusal(refusal: Extract<ChangeOutcome, { ok: false }>['refusal']): Refusal {
  switch (refusal) {
    case 'own':
      return new Refusal('forbidden', 'You can’t do this to your own account.');
    case 'needs_reason':
      return new Refusal('invalid', 'Enter a reason. A second super admin must approve this.', {
        field: 'reason',
      });
    case 'too_many_waiting':
      return tooManyWaiting();
    case 'no_organization':
      return new Refusal('invalid', 'Organization not found.', { field: 'organizationId' });
    case 'needs_organization':
      return new Refusal('invalid', 'Only a member of an organization can be its admin.', {
        field: 'organizationId',
      });
    case 'last_admin':
      return lastAdmin();
    case 'has_credited':
      return new Refusal(
        'forbidden',
        "This user adjusted the organization's wallet as a super admin and can’t join it.",
      );
    default:
      return refusal satisfies never;
  }
}

export async function changeProfile(
  deps: Dependencies,
  admin: Caller,
  { uid, action, ...change }: ChangeOf<'update-profile'>,
) {
  await changeUser(deps.db, uid, async (trx) => {
    await requireProfile(deps, trx, uid);
    const fields = Object.keys(change).sort();
    if (fields.length === 0) throw new Refusal('invalid', 'There are no changes to save.');
    await updateProfile(trx, uid, change);
    await insertAudit(trx, {
      actor: `user:${admin.uid}`,
      action,
      targetUid: uid,
      details: { fields },
    });
  });
}

/** The profile of somebody who has finished signing up and was not deleted. */
export async function requireProfile(
  deps: Pick<Dependencies, 'auth' | 'log'>,
  db: Kysely<Database>,
  uid: string,
): Promise<Profile> {
  const profile = await readProfile(db, uid);
  if (profile?.deleted_at) throw erased();
  if (profile) return profile;
  throw (await findAccount(deps, uid)) ? unfinished() : missing();
}
