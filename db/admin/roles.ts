/**
 * Roles granted by the operator: super admins, and finance people. The application may only read them;
 * changes need the owner's login.
 */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';

export const grantableRoles = ['super-admin', 'finance'] as const;
export type GrantableRole = (typeof grantableRoles)[number];

const tables = {
  'super-admin': 'super_admin',
  finance: 'finance_user',
} as const satisfies Record<GrantableRole, keyof Database>;

export async function hasRole(
  db: Kysely<Database>,
  uid: string,
  role: GrantableRole,
): Promise<boolean> {
  const row = await db
    .selectFrom(tables[role])
    .select('uid')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row !== undefined;
}

/** The roles that the operator granted to the user. */
export async function readRoles(db: Kysely<Database>, uid: string): Promise<Set<GrantableRole>> {
  const rows = await db
    .selectFrom('super_admin')
    .select(sql<GrantableRole>`'super-admin'`.as('role'))
    .where('uid', '=', uid)
    .unionAll(
      db
        .selectFrom('finance_user')
        .select(sql<GrantableRole>`'finance'`.as('role'))
        .where('uid', '=', uid),
    )
    .execute();
  return new Set(rows.map(({ role }) => role));
}

export interface RoleHolder {
  uid: string;
  email: string | null;
  grantedAt: Date;
}

export async function listRoleHolders(
  db: Kysely<Database>,
  role: GrantableRole,
): Promise<RoleHolder[]> {
  // Both tables have the same columns.
  const table = tables[role] as 'super_admin';
  return db
    .selectFrom(`${table} as granted`)
    .innerJoin('user_profile as u', 'u.uid', 'granted.uid')
    .select(['granted.uid', 'u.email', 'granted.granted_at as grantedAt'])
    .orderBy('granted.granted_at')
    .execute();
}

/** The addresses of `emails` (in lower case) that an account has verified. */
export async function findVerifiedEmails(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectFrom('user_profile')
    .select('email')
    .where('email', 'in', emails)
    .where('email_verified', '=', true)
    .execute();
  return new Set(rows.flatMap(({ email }) => email ?? []));
}

export type GrantOutcome = 'granted' | 'granted_before' | 'nobody' | 'unverified' | 'ambiguous';

interface Grant {
  /** The address in lower case. */
  readonly email: string;
  readonly role: GrantableRole;
}

/** The address must be verified, because anyone can sign up with any address. */
export async function grantRole(
  db: Kysely<Database>,
  { email, role }: Grant,
): Promise<GrantOutcome> {
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
      .insertInto(tables[role])
      .values({ uid: person.uid })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return 'granted_before';
    await trx
      .insertInto('admin_audit')
      .values({ actor: 'operator', action: `grant-${role}`, target_uid: person.uid })
      .execute();
    return 'granted';
  });
}

/** False when no user with this address had the role. */
export async function revokeRole(db: Kysely<Database>, { email, role }: Grant): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .deleteFrom(tables[role])
      .where('uid', 'in', (select) =>
        select.selectFrom('user_profile').select('uid').where('email', '=', email),
      )
      .returning('uid')
      .execute();
    for (const { uid } of revoked) {
      await trx
        .insertInto('admin_audit')
        .values({ actor: 'operator', action: `revoke-${role}`, target_uid: uid })
        .execute();
    }
    return revoked.length > 0;
  });
}
