/** Friends who brought friends: links, sign-ups through them, and the credits that are due. */
import { randomBytes } from 'node:crypto';
import { sql, type CompiledQuery, type Kysely, type Selectable } from 'kysely';
import { promotionKinds } from '@sachet/shared/ledger/event';
import {
  refundWindowDays,
  type InviterWithout,
  type ReferralEnd,
  type ReferralFacts,
} from '@sachet/shared/people/referral';
import type { Database } from '../tables.ts';

export type Referral = Selectable<Database['referral']>;
export type Campaign = Selectable<Database['referral_campaign']>;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;

/** The code of this person's link, made on the first call. */
export async function openLink(db: Kysely<Database>, uid: string): Promise<string> {
  const code = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % 32]).join('');
  const { rows } = await sql<{ code: string }>`
    with made as (
      insert into referral_link (uid, code) values (${uid}, ${code})
      on conflict (uid) do nothing returning code
    )
    select code from made union all select code from referral_link where uid = ${uid} limit 1`.execute(
    db,
  );
  // Another call made it after this statement's snapshot.
  return rows[0]?.code ?? openLink(db, uid);
}

/** The person whose link has this code, while the campaign is on. */
export async function findInviter(
  db: Kysely<Database>,
  code: string,
): Promise<{ uid: string; first_name: string } | undefined> {
  return db
    .selectFrom('referral_link as l')
    .innerJoin('user_profile as p', 'p.uid', 'l.uid')
    .innerJoin('referral_campaign as c', (join) => join.onTrue())
    .select(['p.uid', 'p.first_name'])
    .where('l.code', '=', code)
    .where('p.disabled_at', 'is', null)
    .where('c.is_on', '=', true)
    .executeTakeFirst();
}

export async function readCampaign(db: Kysely<Database>): Promise<Campaign> {
  return db.selectFrom('referral_campaign').selectAll().executeTakeFirstOrThrow();
}

/**
 * Run it in the sign-up's transaction, after the profile. An unknown code, a disabled inviter and a campaign
 * that is off do nothing.
 */
export function joinStatement(
  db: Kysely<Database>,
  { uid, walletId, code }: { uid: string; walletId: string; code: string },
): CompiledQuery {
  return sql`
    insert into referral (friend_uid, inviter_uid, friend_wallet_id, inviter_wallet_id,
                          friend_paise, inviter_paise, minimum_paise)
    select ${uid}, p.uid, ${walletId}, p.wallet_id, c.friend_paise, c.inviter_paise, c.minimum_paise
      from referral_link l join user_profile p on p.uid = l.uid cross join referral_campaign c
     where l.code = ${code} and c.is_on and p.disabled_at is null
       and p.uid <> ${uid} and p.wallet_id <> ${walletId}
    on conflict (friend_uid) do nothing`.compile(db);
}

/** Run it in the transaction that credits the top-up. Only the first top-up of at least the minimum counts. */
export function topUpStatement(
  db: Kysely<Database>,
  topUp: { uid: string; walletId: string; paymentId: string; amountPaise: number },
): CompiledQuery {
  return sql`
    update referral set status = 'waiting', payment_id = ${topUp.paymentId},
           due_at = now() + make_interval(days => ${refundWindowDays}::int),
           next_look_at = now() + make_interval(days => ${refundWindowDays}::int)
     where friend_uid = ${topUp.uid} and friend_wallet_id = ${topUp.walletId}
       and status = 'joined' and minimum_paise <= ${topUp.amountPaise}`.compile(db);
}

/** Longest due first. */
export async function readDueReferrals(db: Kysely<Database>, limit: number): Promise<Referral[]> {
  return db
    .selectFrom('referral')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('next_look_at', '<=', sql<Date>`now()`)
    .orderBy('next_look_at')
    .limit(limit)
    .execute();
}

export async function readReferralFacts(
  db: Kysely<Database>,
  {
    friend_uid: friend,
    friend_wallet_id: walletId,
    inviter_uid: inviter,
    payment_id: paymentId,
    minimum_paise: minimumPaise,
    due_at: dueAt,
  }: Referral,
): Promise<ReferralFacts> {
  const { rows } = await sql<Omit<ReferralFacts, 'dueAtMs' | 'minimumPaise'>>`
    select c.is_on as "isCampaignOn",
           not exists (select from payment where id = ${paymentId}
             and refunded_paise = 0 and disputed_paise = 0 and credited_paise > 0) as "isRefunded",
           exists (select from payment_dispute where payment_id = ${paymentId} and status = 'open')
             or exists (select from payment_refund
                         where payment_id = ${paymentId} and status in ('reserved', 'pending'))
             as "isContested",
           exists (select from payment_order mine join payment_order other
                      on other.payer_digest = mine.payer_digest and other.uid <> mine.uid
                    where mine.payment_id = ${paymentId} and mine.uid = ${friend}) as "isSamePayer",
           exists (select from user_profile where uid = ${friend} and disabled_at is not null)
             as "isFriendClosed",
           exists (select from user_profile where uid = ${inviter} and disabled_at is not null)
             as "isInviterClosed",
           exists (select from user_profile where uid = ${friend} and phone_number is null
                      and (not email_verified or bonus_withheld is not null))
             as "isFriendUnverified",
           (select greatest(0, -coalesce(sum(amount_paise), 0))::bigint from ledger_event
             where wallet_id = ${walletId}
               and (kind in (${sql.join([...promotionKinds, 'AdjustedByAdmin'])})
                 or kind in ('Charged', 'HoldCaptured', 'ChargeRefunded')
                 or (kind = 'WalletCleared' and counter_account = 'promotions'))) as "paidSpentPaise"
      from referral_campaign c`.execute(db);
  return { ...rows[0]!, minimumPaise, dueAtMs: dueAt!.getTime() };
}

export async function postponeReferral(
  db: Kysely<Database>,
  { friendUid, until }: { friendUid: string; until: Date },
): Promise<void> {
  await db
    .updateTable('referral')
    .set({ next_look_at: until })
    .where('friend_uid', '=', friendUid)
    .where('status', '=', 'waiting')
    .execute();
}

/** Does nothing once a credit was given. */
export async function endReferral(
  db: Kysely<Database>,
  { friendUid, because }: { friendUid: string; because: ReferralEnd },
): Promise<void> {
  await db
    .updateTable('referral')
    .set({ status: 'ended', ended_because: because, next_look_at: null })
    .where('friend_uid', '=', friendUid)
    .where('status', '=', 'waiting')
    .where('friend_credited_at', 'is', null)
    .execute();
}

/** Run it with the friend's credit. */
export function friendCreditedStatement(db: Kysely<Database>, friendUid: string): CompiledQuery {
  return db
    .updateTable('referral')
    .set({ friend_credited_at: sql<Date>`now()` })
    .where('friend_uid', '=', friendUid)
    .compile();
}

/** Run them with the inviter's credit, the count first: it fails with `referral_cap` beyond `most`. */
export function inviterCreditedStatements(
  db: Kysely<Database>,
  { inviterUid, friendUid, most }: { inviterUid: string; friendUid: string; most: number },
): CompiledQuery[] {
  return [
    sql`insert into referral_count (inviter_uid, friends, most) values (${inviterUid}, 1, ${most})
        on conflict (inviter_uid) do update
        set friends = referral_count.friends + 1, most = excluded.most`.compile(db),
    db
      .updateTable('referral')
      .set({ inviter_credited_at: sql<Date>`now()`, status: 'credited', next_look_at: null })
      .where('friend_uid', '=', friendUid)
      .compile(),
  ];
}

/** The friend had the credit, and the inviter gets none. */
export async function finishWithoutInviter(
  db: Kysely<Database>,
  { friendUid, because }: { friendUid: string; because: InviterWithout },
): Promise<void> {
  await db
    .updateTable('referral')
    .set({ status: 'credited', inviter_without: because, next_look_at: null })
    .where('friend_uid', '=', friendUid)
    .where('status', '=', 'waiting')
    .where('friend_credited_at', 'is not', null)
    .execute();
}

/** The first name is null for a closed account. */
export type ListedReferral = Pick<
  Referral,
  'status' | 'due_at' | 'created_at' | 'inviter_paise' | 'friend_paise' | 'minimum_paise'
> &
  Pick<Referral, 'inviter_without' | 'ended_because' | 'friend_credited_at'> & {
    first_name: string | null;
  };

const listed = [
  'r.status',
  'r.due_at',
  'r.created_at',
  'r.inviter_paise',
  'r.friend_paise',
  'r.minimum_paise',
  'r.inviter_without',
  'r.ended_because',
  'r.friend_credited_at',
] as const;

const firstName = sql<string | null>`case when p.deleted_at is null then p.first_name end`;

/** Newest first. */
export async function readBroughtFriends(
  db: Kysely<Database>,
  { uid, limit }: { uid: string; limit: number },
): Promise<ListedReferral[]> {
  return db
    .selectFrom('referral as r')
    .innerJoin('user_profile as p', 'p.uid', 'r.friend_uid')
    .select(listed)
    .select(firstName.as('first_name'))
    .where('r.inviter_uid', '=', uid)
    .orderBy('r.created_at', 'desc')
    .limit(limit)
    .execute();
}

/** The referral that brought this person here. */
export async function readOwnReferral(
  db: Kysely<Database>,
  uid: string,
): Promise<ListedReferral | undefined> {
  return db
    .selectFrom('referral as r')
    .innerJoin('user_profile as p', 'p.uid', 'r.inviter_uid')
    .select(listed)
    .select(firstName.as('first_name'))
    .where('r.friend_uid', '=', uid)
    .executeTakeFirst();
}

/** Friends who brought this person credit, and the sum of it in paise. */
export async function readEarned(
  db: Kysely<Database>,
  uid: string,
): Promise<{ friends: number; paise: number }> {
  return db
    .selectFrom('referral')
    .select(({ fn }) => [
      fn.countAll<number>().as('friends'),
      sql<number>`coalesce(sum(inviter_paise), 0)::bigint`.as('paise'),
    ])
    .where('inviter_uid', '=', uid)
    .where('inviter_credited_at', 'is not', null)
    .executeTakeFirstOrThrow();
}
