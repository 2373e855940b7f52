/**
 * Cancels that cost their user nothing although a provider was asked: a few a day, in India. What
 * takes one must be in the same transaction as what gives the money back.
 */
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import { istZone } from '@sachet/shared/ledger/calendar';
import { violates } from '../constraint.ts';
import { prepare } from '../prepared.ts';
import type { Database } from '../tables.ts';

const today = sql<string>`(now() at time zone ${sql.lit(istZone)})::date`;

/** What the database calls taking more than are allowed. */
const limit = 'free_cancel_left';

/** How many this user has taken today. */
export async function readFreeCancelsUsed(db: Kysely<Database>, uid: string): Promise<number> {
  const [taken] = await readTaken(db, { uid });
  return taken?.used ?? 0;
}

const readTaken = prepare('free_cancels', (db, { uid }: { uid: string }) =>
  db.selectFrom('free_cancel').select('used').where('uid', '=', uid).where('day', '=', today),
);

/**
 * Takes one for what this hold pays for, unless that is a picture whose provider has not been asked.
 * Fails (`isOverFreeCancels`) and with it the transaction when `allowed` are used. To run after the
 * statement that ends the unlock: that one waits for a worker that is about to ask.
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
