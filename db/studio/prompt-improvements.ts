/** Requests to improve a prompt: counted, because each costs us a call. */
import type { Kysely } from 'kysely';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { dayMs, minuteMs } from '@sachet/shared/time';
import { withFreeWork, type FreeWork } from './free-work.ts';
import { lockOpenAccount } from '../people/open-account.ts';
import type { Database, FreeWorkShare } from '../tables.ts';

export interface ImprovementLimits {
  readonly perMinute: number;
  /** Requests in 24 hours. */
  readonly perDay: number;
  /** The free work of the first call, whose id `toImprovementWorkId` returns. */
  readonly freeWork: FreeWork;
  readonly provider: Provider;
}

/**
 * Returns the id of the stored request, or the limit that it would exceed. One user's requests are
 * serialized, so that concurrent ones do not exceed a limit together.
 */
export async function insertPromptImprovement(
  db: Kysely<Database>,
  uid: string,
  limits: ImprovementLimits,
): Promise<{ id: number } | { over: 'minute' | 'day' } | { usedUp: FreeWorkShare }> {
  const inserted = await withFreeWork(db, limits.freeWork, async (trx, take) => {
    await lockOpenAccount(trx, uid);
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
    const improvement = await trx
      .insertInto('prompt_improvement')
      .values({ uid })
      .returning('id')
      .executeTakeFirstOrThrow();
    await take(toImprovementWorkId(improvement.id, limits.provider));
    return improvement;
  });
  return 'value' in inserted ? inserted.value : inserted;
}

/** One improvement takes free work for each provider that is called. */
export const toImprovementWorkId = (id: number, provider: Provider): string =>
  `improvement_${id}_${provider}`;
