/**
 * Replies that their provider broke off after their first words. Each user has a few free ones per Indian
 * day, within the day's free work.
 */
import { sql, type Kysely } from 'kysely';
import { istZone } from '@sachet/shared/time';
import { violates } from '../constraint.ts';
import { takeFreeWork, toUsedUpShare, type FreeWork } from '../studio/free-work.ts';
import type { Database } from '../tables.ts';
import type { EndingTurn } from './turns.ts';

/**
 * Decides whether a broken-off reply is free, and stores the decision with the turn before the turn ends: a
 * repeated call returns the first decision. `freeWork` is the cost of a paid reply; null for a free reply,
 * which used its free work when it began.
 */
export async function forgiveBrokenReply(
  db: Kysely<Database>,
  { id, uid }: Pick<EndingTurn, 'id' | 'uid'>,
  { allowed, freeWork }: { allowed: number; freeWork: FreeWork | null },
): Promise<boolean> {
  const forgiving = db.transaction().execute(async (trx) => {
    const turn = await trx
      .selectFrom('chat_turn')
      .select(['status', 'forgiven_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (turn.forgiven_at !== null) return true;
    if (turn.status !== 'streaming') return false;
    await trx
      .updateTable('chat_turn')
      .set({ forgiven_at: new Date() })
      .where('id', '=', id)
      .execute();
    await sql`
      insert into free_broken_reply (uid, day, used, allowed)
      values (${uid}, (now() at time zone ${sql.lit(istZone)})::date, 1, ${allowed})
      on conflict (uid, day) do update
        set used = free_broken_reply.used + 1, allowed = excluded.allowed`.execute(trx);
    if (freeWork) await takeFreeWork(trx, id, freeWork);
    return true;
  });
  return forgiving.catch((error: unknown) => {
    if (violates(error, 'free_broken_reply_left') || toUsedUpShare(error)) return false;
    throw error;
  });
}
