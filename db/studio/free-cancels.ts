/**
 * Cancels that are free for their user although a provider was called: a few a day, in India. A free cancel
 * must be used in the same transaction in which the money is released.
 */
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import { istZone } from '@sachet/shared/time';
import { violates } from '../constraint.ts';
import { prepare } from '../prepared.ts';
import type { Database } from '../tables.ts';

const today = sql<string>`(now() at time zone ${sql.lit(istZone)})::date`;

/** The constraint that refuses more than the allowed number. */
const limit = 'free_cancel_left';

/** The number that this user has used today. */
export async function readFreeCancelsUsed(db: Kysely<Database>, uid: string): Promise<number> {
  const [taken] = await readTaken(db, { uid });
  return taken?.used ?? 0;
}

const readTaken = prepare('free_cancels', (db, { uid }: { uid: string }) =>
  db.selectFrom('free_cancel').select('used').where('uid', '=', uid).where('day', '=', today),
);

/**
 * Uses a free cancel for the purchase of this hold, unless it is a picture whose provider was not called.
 * Fails (`isOverFreeCancels`), and its transaction with it, when `allowed` are already used. To be run after
 * the statement that ends the unlock, because that one waits for a worker that is about to call.
 */
export function takeFreeCancel(
  db: Kysely<Database>,
  { uid, holdId, allowed }: { uid: string; holdId: string | null; allowed: number },
): CompiledQuery {
  return sql`
    insert into free_cancel (uid, day, used, allowed)
    select ${uid}::text, ${today}, 1, ${allowed}::integer
     where not exists (select 1 from unlock
                        where hold_id = ${holdId}::text and provider_asked_at is null)
    on conflict (uid, day) do update
      set used = free_cancel.used + 1, allowed = excluded.allowed`.compile(db);
}

export function isOverFreeCancels(error: unknown): boolean {
  return violates(error, limit);
}
