/**
 * Changes of users by admins. Each change holds the user's lock from its first read to its commit, so that
 * two admins are serialized, at the sign-in provider too. Every lock is taken before the provider is called,
 * except that of the audit trail, which comes last.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { lockUntilCommit } from '../locks.ts';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';

export async function changeUser<Result>(
  db: Kysely<Database>,
  uid: string,
  change: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'user', uid);
    return change(trx);
  });
}

/** Until this transaction ends, no other transaction can end a super admin's access. */
export async function lockSuperAdmins(trx: Transaction<Database>): Promise<void> {
  await lockUntilCommit(trx, 'superAdmins');
}

export async function setDisabled(
  trx: Transaction<Database>,
  uid: string,
  disabled: boolean,
): Promise<void> {
  await trx
    .updateTable('user_profile')
    .set({ disabled_at: disabled ? sql<Date>`coalesce(disabled_at, now())` : null })
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .execute();
  if (disabled) await notify(trx, { event: 'access-ended', uid });
}

export interface ProfileChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phoneNumber?: string | null;
}

export async function updateProfile(
  trx: Transaction<Database>,
  uid: string,
  { firstName, lastName, phoneNumber }: ProfileChange,
): Promise<void> {
  await trx
    .updateTable('user_profile')
    .set({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
    })
    .where('uid', '=', uid)
    .execute();
}
