/** Browsers that are notified when work is ready, the key that signs for them, and the notices to send. */
import { createECDH } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Language, Mode } from '@sachet/shared/contracts/vocabulary';
import { lockOpenAccount } from './open-account.ts';
import type { Database } from '../tables.ts';

export type PushKey = Pick<Selectable<Database['push_key']>, 'public_key' | 'private_key'>;
export type PushSubscription = Selectable<Database['push_subscription']>;

/** Makes the key pair on the first call of all processes. Base64url of the raw keys on P-256. */
export async function openPushKey(db: Kysely<Database>): Promise<PushKey> {
  const read = () =>
    db.selectFrom('push_key').select(['public_key', 'private_key']).executeTakeFirst();
  const known = await read();
  if (known) return known;
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  await db
    .insertInto('push_key')
    .values({
      public_key: pair.getPublicKey('base64url'),
      // `getPrivateKey` drops leading zeros.
      private_key: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString(
        'base64url',
      ),
    })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  return (await read())!;
}

/** The most browsers of one user: the oldest is dropped for a new one. */
const subscriptionsAtMost = 10;

/** A browser belongs to the user who signed in last. */
export async function storeSubscription(
  db: Kysely<Database>,
  given: { uid: string; endpoint: string; p256dh: string; auth: string; language: Language },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOpenAccount(trx, given.uid);
    const { endpoint: _, ...row } = given;
    await trx
      .insertInto('push_subscription')
      .values(given)
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({ ...row, created_at: new Date() }),
      )
      .execute();
    await sql`
      delete from push_subscription where id in (
        select id from push_subscription where uid = ${given.uid}
         order by created_at desc, id desc offset ${subscriptionsAtMost})`.execute(trx);
  });
}

export async function deleteSubscription(
  db: Kysely<Database>,
  { uid, endpoint }: { uid: string; endpoint: string },
): Promise<void> {
  await db
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('uid', '=', uid)
    .execute();
}

/** The push service no longer knows this browser. */
export async function forgetSubscription(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
}

/** In no order. */
export async function readSubscriptions(
  db: Kysely<Database>,
  uid: string,
): Promise<PushSubscription[]> {
  return db
    .selectFrom('push_subscription as s')
    .innerJoin('user_profile as p', 'p.uid', 's.uid')
    .selectAll('s')
    .where('s.uid', '=', uid)
    .where('p.disabled_at', 'is', null)
    .execute();
}

export interface ClaimedNotice {
  readonly id: number;
  readonly uid: string;
  readonly kind: 'picture' | 'export';
  readonly ref: string;
  /** Null for an export, and for a deleted picture. */
  readonly mode: Mode | null;
}

/**
 * Claims the notices of users whose work is done, so that several pictures are one notice: a user with more
 * work in progress is waited for, half a minute at most. Another worker takes them over if this one ends.
 */
export async function claimReadyNotices(
  db: Kysely<Database>,
  limit: number,
): Promise<ClaimedNotice[]> {
  const { rows } = await sql<ClaimedNotice>`
    with due as (
      select uid from ready_notice group by uid
      having max(made_at) < now() - interval '1 second' and (
        min(made_at) < now() - interval '30 seconds'
        or not exists (select from generation g
                        where g.uid = ready_notice.uid and g.status in ('queued', 'running')))
      order by min(made_at) limit ${limit}
    ), mine as (
      select id from ready_notice
       where uid in (select uid from due) and (claimed_until is null or claimed_until < now())
       order by id limit ${10 * limit} for update skip locked
    ), claimed as (
      update ready_notice n set claimed_until = now() + interval '1 minute'
        from mine where n.id = mine.id returning n.id, n.uid, n.kind, n.ref
    )
    select c.*, g.mode from claimed c
      left join generation g on c.kind = 'picture' and g.id = c.ref and g.deleted_at is null
     order by c.id`.execute(db);
  return rows;
}

export async function deleteReadyNotices(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('ready_notice').where('id', 'in', ids).execute();
}
