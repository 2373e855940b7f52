/**
 * Connects `flows/admin/act-on-user` to the API for a super admin's actions on a user: its dependencies, and the
 * HTTP errors for its refusals.
 */
import type { Kysely } from 'kysely';
import { isClosing } from '@sachet/db/wallet/closings';
import type { Profile } from '@sachet/db/people/profiles';
import type { Database } from '@sachet/db/tables';
import {
  findSignedUp,
  type SignInAccounts,
  type UserRefusal,
} from '@sachet/flows/admin/act-on-user';
import type { ChangeOutcome } from '@sachet/flows/organizations/organization-role';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { isSuperAccount, isSuperAdmin } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  findAccount,
  resetClaims,
} from '../identity/sign-in-accounts.ts';

export function toActing({ db, auth, settings, log }: Dependencies, caller: Caller) {
  return {
    db,
    log,
    accounts: toAccounts({ auth, log }),
    admin: {
      uid: caller.uid,
      isSuperAdmin: (trx: Kysely<Database>) => isSuperAdmin({ db: trx, settings }, caller),
    },
    isSuperAccount: (trx: Kysely<Database>, target: Parameters<typeof isSuperAccount>[1]) =>
      isSuperAccount({ db: trx, settings }, target),
  };
}

const toAccounts = (context: Pick<Dependencies, 'auth' | 'log'>): SignInAccounts => ({
  find: (uid) => findAccount(context, uid),
  enable: (uid) => enableAccount(context, uid),
  disable: (uid) => disableAccount(context, uid),
  delete: (uid) => deleteAccount(context, uid),
  resetClaims: (uid) => resetClaims(context, uid),
});

/** The profile of a user who has finished signing up and was not deleted. */
export async function requireSignedUp(
  { db, auth, log }: Pick<Dependencies, 'db' | 'auth' | 'log'>,
  uid: string,
): Promise<Profile> {
  const found = await findSignedUp({ accounts: toAccounts({ auth, log }) }, db, uid);
  if (typeof found === 'string') throw toUserRefusal(found);
  return found;
}

/** The remainder of a closed wallet has already been sent back or cleared. */
export async function requireOpenWallet(
  { db }: Pick<Dependencies, 'db'>,
  walletId: string,
): Promise<void> {
  if (await isClosing(db, walletId)) {
    throw new Refusal('wrong_state', 'This account was closed, so its wallet gets no refunds.');
  }
}

const ownAccount = () => new Refusal('forbidden', 'You can’t do this to your own account.');
const lastAdmin = () =>
  new Refusal(
    'wrong_state',
    'This is the only admin of the organization. Make someone else an admin first.',
  );

export function toUserRefusal(refusal: UserRefusal): Refusal {
  switch (refusal) {
    case 'not_found':
      return new Refusal('not_found', 'User not found.');
    case 'erased':
      return new Refusal('wrong_state', 'This user was deleted.');
    case 'not_signed_up':
      return new Refusal('wrong_state', 'This user hasn’t finished signing up.');
    case 'no_sign_in':
      return new Refusal('wrong_state', 'This user no longer has a sign-in account.');
    case 'own':
      return ownAccount();
    case 'forbidden':
      return new Refusal('forbidden', 'Forbidden');
    case 'last_admin':
      return lastAdmin();
    case 'super_admin':
      return new Refusal(
        'wrong_state',
        'This user is a super admin. The operator must revoke that role first.',
      );
    case 'nothing_to_save':
      return new Refusal('invalid', 'There are no changes to save.');
    default:
      return refusal satisfies never;
  }
}

export const tooManyWaiting = () =>
  new Refusal(
    'wrong_state',
    'Too many proposals are waiting for a second super admin. Decide those first.',
  );

export function toRoleRefusal(refusal: Extract<ChangeOutcome, { ok: false }>['refusal']): Refusal {
  switch (refusal) {
    case 'own':
      return ownAccount();
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
