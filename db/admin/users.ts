/** Users as admins list, search and look them up. */
import { sql, type Kysely } from 'kysely';
import { readProfiles, type Profile } from '../people/profiles.ts';
import { notify } from '../live.ts';
import type { Database } from '../tables.ts';

export interface UserFilter {
  /** Part of an email address, a uid or a phone number; empty for all users. */
  readonly q: string;
  readonly account?: 'individual' | 'organization';
  readonly status?: 'enabled' | 'disabled';
}

/**
 * The last user of a page. Pages are sorted by creation time, newest first, then by uid in descending order.
 */
export interface UserCursor {
  /** Microseconds since the epoch, as Postgres keeps them. */
  readonly createdAtUs: number;
  readonly uid: string;
}

export interface UserPage {
  readonly profiles: Profile[];
  readonly next: UserCursor | null;
}

const containing = (text: string): string =>
  `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Erased users are not listed. */
export async function listUsers(
  db: Kysely<Database>,
  { q, account, status }: UserFilter,
  { after, limit }: { after: UserCursor | null; limit: number },
): Promise<UserPage> {
  let query = db
    .selectFrom('user_profile as u')
    .select('u.uid')
    .select(sql<number>`(extract(epoch from u.created_at) * 1000000)::bigint`.as('createdAtUs'))
    .where('u.deleted_at', 'is', null);
  if (q !== '') query = query.where('u.search_text', 'like', containing(q));
  if (account) query = query.where('u.account_type', '=', account);
  if (status) query = query.where('u.disabled_at', status === 'enabled' ? 'is' : 'is not', null);
  if (after) {
    const at = sql`timestamptz 'epoch' + ${after.createdAtUs}::float8 * interval '1 microsecond'`;
    query = query.where(sql<boolean>`(u.created_at, u.uid) < (${at}, ${after.uid})`);
  }
  const found = await query
    .orderBy('u.created_at', 'desc')
    .orderBy('u.uid', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  const profiles = await readInOrder(
    db,
    page.map(({ uid }) => uid),
  );
  return { profiles, next: found.length > limit ? page.at(-1)! : null };
}

async function readInOrder(db: Kysely<Database>, uids: readonly string[]): Promise<Profile[]> {
  const profiles = await readProfiles(db, uids);
  const byUid = new Map(profiles.map((profile) => [profile.uid, profile]));
  return uids.flatMap((uid) => byUid.get(uid) ?? []);
}

/**
 * Copies the sign-in provider's disabled state into our column, which requests and the status filter use. A
 * row that an admin has changed since it was read is not changed.
 */
export async function storeDisabled(
  db: Kysely<Database>,
  found: readonly { uid: string; wasDisabled: boolean; isDisabled: boolean }[],
): Promise<void> {
  const changed = found.filter(({ wasDisabled, isDisabled }) => wasDisabled !== isDisabled);
  for (const { uid, isDisabled } of changed) {
    await db
      .updateTable('user_profile')
      .set({ disabled_at: isDisabled ? new Date() : null })
      .where('uid', '=', uid)
      .where('deleted_at', 'is', null)
      .where('disabled_at', isDisabled ? 'is' : 'is not', null)
      .execute();
    if (isDisabled) await notify(db, { event: 'access-ended', uid });
  }
}

export interface FoundOrganization {
  readonly id: string;
  readonly name: string;
  readonly balance_paise: number;
}

const organizations = (db: Kysely<Database>) =>
  db
    .selectFrom('organization as o')
    .leftJoin('wallet as w', (join) =>
      join.on('w.owner_kind', '=', 'organization').onRef('w.owner_id', '=', 'o.id'),
    )
    .select(({ fn, lit }) => [
      'o.id',
      'o.name',
      fn.coalesce('w.balance_paise', lit(0)).as('balance_paise'),
    ]);

/** Finds organizations by a part of the name or by the whole id, sorted by name. */
export async function findOrganizations(
  db: Kysely<Database>,
  { q, limit }: { q: string; limit: number },
): Promise<FoundOrganization[]> {
  let query = organizations(db);
  if (q !== '') {
    query = query.where((where) =>
      where.or([where('o.id', '=', q), sql<boolean>`lower(o.name) like ${containing(q)}`]),
    );
  }
  return query
    .orderBy(sql`lower(o.name)`)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

export interface OwnedWallet {
  readonly id: string;
  readonly balance_paise: number;
  readonly held_paise: number;
}

/** A person's own wallet, even if they pay from another; undefined if it was never opened. */
export async function findWallet(
  db: Kysely<Database>,
  owner: { kind: 'user' | 'organization'; id: string },
): Promise<OwnedWallet | undefined> {
  return db
    .selectFrom('wallet')
    .select(['id', 'balance_paise', 'held_paise'])
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .executeTakeFirst();
}
