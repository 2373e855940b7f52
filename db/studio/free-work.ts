/**
 * The budget for free previews, texts and replies of one day (IST). It has shares, each a row with a CHECK,
 * so that concurrent requests cannot exceed one: the statement that would exceed it fails, and its
 * transaction with it (docs/decisions/0013).
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import { raiseNotice } from '../admin/notices.ts';
import { violates } from '../constraint.ts';
import type { Database, FreeWorkShare } from '../tables.ts';
import { toDailyLimit } from '../people/daily-limits.ts';
import type { Profile } from '../people/profiles.ts';

/** One free call to a provider, before it begins. */
export interface FreeWork {
  readonly day: string;
  /** The estimated cost of the call. */
  readonly microusd: number;
  /** The shares that it counts against, and their limits for the day in microusd. */
  readonly shares: Readonly<Partial<Record<FreeWorkShare, number>>>;
  /**
   * Called when a share is used up. Returns the wallet that could pay for the result, with the number of
   * calls that it may begin nevertheless in a day, or null.
   */
  readonly findBacking: () => Promise<Backing | null>;
}

export interface Backing {
  readonly walletId: string;
  readonly callsPerDay: number;
}

/** Subtracts the call from the day's budget. `workId` names the row that the call is for. */
export type TakeFreeWork = (workId: string) => Promise<void>;

export type WithFreeWork<T> = { readonly value: T } | { readonly usedUp: FreeWorkShare };

/**
 * Runs `begin` in a transaction; `begin` calls `take` last, because all other free work waits for its locks.
 * When a share is used up, `begin` runs again if the wallet could pay for the result.
 */
export async function withFreeWork<T>(
  db: Kysely<Database>,
  work: FreeWork,
  begin: (trx: Transaction<Database>, take: TakeFreeWork) => Promise<T>,
): Promise<WithFreeWork<T>> {
  const inTransaction = (take: (trx: Transaction<Database>, workId: string) => Promise<unknown>) =>
    db.transaction().execute((trx) =>
      begin(trx, async (workId) => {
        await take(trx, workId);
      }),
    );
  let usedUp: FreeWorkShare;
  try {
    return { value: await inTransaction((trx, workId) => takeFreeWork(trx, workId, work)) };
  } catch (error) {
    const share = toUsedUpShare(error);
    if (!share) throw error;
    usedUp = share;
  }
  const { day, shares } = work;
  const data = { budget: usedUp, day, limit: shares[usedUp]! / 1_000_000 };
  await raiseNotice(db, { kind: 'daily_budget_used', data }, `${usedUp}:${day}`);
  const backing = await work.findBacking();
  if (!backing) return { usedUp };
  try {
    return { value: await inTransaction((trx) => countBackedCall(trx, day, backing)) };
  } catch (error) {
    if (violates(error, 'wallet_free_work_within_limit')) return { usedUp };
    throw error;
  }
}

/** Locks the shares in the order of `freeWorkShares`, as every transaction that locks several must. */
export async function takeFreeWork(
  trx: Transaction<Database>,
  workId: string,
  { day, microusd, shares }: Pick<FreeWork, 'day' | 'microusd' | 'shares'>,
): Promise<void> {
  const names = freeWorkShares.filter((name) => shares[name] !== undefined);
  await trx
    .insertInto('free_work_taken')
    .values({ work_id: workId, day, microusd, shares: names })
    .execute();
  await trx
    .insertInto('daily_allowance')
    .values(names.map((name) => ({ day, name, used: microusd, most: shares[name]! })))
    .onConflict((conflict) =>
      conflict.columns(['day', 'name']).doUpdateSet(({ eb, ref }) => ({
        used: eb('daily_allowance.used', '+', ref('excluded.used')),
        most: ref('excluded.most'),
      })),
    )
    .execute();
}

/** Sorted, because `giveBackFreeWork` locks them by name. */
const freeWorkShares = [
  'free_work',
  'unpaid_free_work',
  'unverified_free_work',
] as const satisfies FreeWorkShare[];

export function toUsedUpShare(error: unknown): FreeWorkShare | undefined {
  const limit = toDailyLimit(error);
  return freeWorkShares.find((share) => share === limit);
}

function countBackedCall(
  trx: Transaction<Database>,
  day: string,
  { walletId, callsPerDay }: Backing,
): Promise<unknown> {
  return trx
    .insertInto('wallet_free_work')
    .values({ day, wallet_id: walletId, used: 1, most: callsPerDay })
    .onConflict((conflict) =>
      conflict.columns(['day', 'wallet_id']).doUpdateSet(({ eb, ref }) => ({
        used: eb('wallet_free_work.used', '+', 1),
        most: ref('excluded.most'),
      })),
    )
    .execute();
}

/**
 * Returns the free work of a call that cost nothing. Safe to repeat: the first call deletes the taken amount.
 * Run it last in its transaction, like `takeFreeWork`.
 */
export async function giveBackFreeWork(db: Kysely<Database>, workId: string): Promise<void> {
  await sql`
    with given as (
      delete from free_work_taken where work_id = ${workId} returning day, microusd, shares
    ), locked as (
      select a.day, a.name, given.microusd
        from daily_allowance a
        join given on given.day = a.day and a.name = any(given.shares)
       order by a.name collate "C"
         for update of a
    )
    update daily_allowance a
       set used = greatest(0, a.used - locked.microusd)
      from locked where a.day = locked.day and a.name = locked.name`.execute(db);
}

/** Deletes the taken amounts of past days, because nothing is returned to a day that is over. */
export async function forgetFreeWork(
  db: Kysely<Database>,
  { before, limit }: { before: string; limit: number },
): Promise<void> {
  await db
    .deleteFrom('free_work_taken')
    .where('work_id', 'in', (old) =>
      old.selectFrom('free_work_taken').select('work_id').where('day', '<', before).limit(limit),
    )
    .execute();
}

/**
 * Whether this person has topped up a wallet, or has bought something from a wallet that was topped up. A
 * member who has bought nothing has not paid; otherwise one top-up would be enough for a whole organization.
 */
export async function hasPaid(
  db: Kysely<Database>,
  {
    uid,
    wallet_id: walletId,
    lifetime_spent_paise: spent,
  }: Pick<Profile, 'uid' | 'wallet_id' | 'lifetime_spent_paise'>,
): Promise<boolean> {
  const credited = await db
    .selectFrom('payment_order')
    .select('id')
    .where('status', '=', 'credited')
    .where((where) =>
      spent > 0
        ? where.or([where('uid', '=', uid), where('wallet_id', '=', walletId)])
        : where('uid', '=', uid),
    )
    .limit(1)
    .executeTakeFirst();
  return credited !== undefined;
}
