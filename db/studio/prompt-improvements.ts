/** Prompts that somebody had made better: counted, since each costs us a call. */
import type { Kysely } from 'kysely';
import { takeAllowance, toDailyLimit, type Allowance } from '../people/daily-limits.ts';
import type { Database } from '../tables.ts';

export interface ImprovementLimits {
  readonly perMinute: number;
  /** In 24 hours. */
  readonly perDay: number;
  /** What it takes of everybody's free work of the day. */
  readonly freeWork: Allowance;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Its id, or the limit that it would pass. One user's come in one after the other, so that many at once
 * do not pass a limit together.
 */
export async function insertPromptImprovement(
  db: Kysely<Database>,
  uid: string,
  limits: ImprovementLimits,
): Promise<{ id: number } | { over: 'minute' | 'day' | 'free_work' }> {
  const insertion = db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('user_profile')
      .select('uid')
      .where('uid', '=', uid)
      .forNoKeyUpdate()
      .execute();
    const { minute, day } = await trx
      .selectFrom('prompt_improvement')
      .select(({ fn }) => [
        fn
          .countAll<number>()
          .filterWhere('at', '>', new Date(Date.now() - minuteMs))
          .as('minute'),
        fn.countAll<number>().as('day'),
      ])
      .where('uid', '=', uid)
      .where('at', '>', new Date(Date.now() - dayMs))
      .executeTakeFirstOrThrow();
    if (minute >= limits.perMinute) return { over: 'minute' } as const;
    if (day >= limits.perDay) return { over: 'day' } as const;
    await takeAllowance(trx, limits.freeWork).execute();
    return trx
      .insertInto('prompt_improvement')
      .values({ uid })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  return insertion.catch((error: unknown) => {
    if (toDailyLimit(error) === 'free_work') return { over: 'free_work' } as const;
    throw error;
  });
}
