/** Super admins by the operator's grant. The application may only read them; changes need the owner's login. */
import type { Kysely } from 'kysely';
import type { Database } from '../tables.ts';

export async function hasSuperAdminRow(db: Kysely<Database>, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('super_admin')
    .select('uid')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row !== undefined;
}

export interface SuperAdmin {
  uid: string;
  email: string | null;
  grantedAt: Date;
}

export async function listSuperAdmins(db: Kysely<Database>): Promise<SuperAdmin[]> {
  return db
    .selectFrom('super_admin as s')
    .innerJoin('user_profile as u', 'u.uid', 's.uid')
    .select(['s.uid', 'u.email', 's.granted_at as grantedAt'])
    .orderBy('s.granted_at')
    .execute();
}

export type GrantOutcome = 'granted' | 'granted_before' | 'nobody' | 'unverified' | 'ambiguous';

/** Whose address it is must be proven: anybody can sign up with any address. */
export async function grantSuperAdmin(db: Kysely<Database>, email: string): Promise<GrantOutcome> {
  return db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('user_profile')
      .select(['uid', 'email_verified'])
      .where('email', '=', email)
      .execute();
    const verified = people.filter((person) => person.email_verified);
    if (verified.length > 1) return 'ambiguous';
    const [person] = verified;
    if (!person) return people.length > 0 ? 'unverified' : 'nobody';
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('super_admin')
      .values({ uid: person.uid })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return 'granted_before';
    await trx
      .insertInto('admin_audit')
      .values({ actor: 'operator', action: 'grant-super-admin', target_uid: person.uid })
      .execute();
    return 'granted';
  });
}

/** False when nobody with this address was granted it. */
export async function revokeSuperAdmin(db: Kysely<Database>, email: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .deleteFrom('super_admin')
      .where('uid', 'in', (select) =>
        select.selectFrom('user_profile').select('uid').where('email', '=', email),
      )
      .returning('uid')
      .execute();
    for (const { uid } of revoked) {
      await trx
        .insertInto('admin_audit')
        .values({ actor: 'operator', action: 'revoke-super-admin', target_uid: uid })
        .execute();
    }
    return revoked.length > 0;
  });
}
