/** Dictations: counted, because each costs us a call. Neither the recording nor its text is stored. */
import type { Insertable, Kysely } from 'kysely';
import { dayMs, minuteMs } from '@sachet/shared/time';
import { withFreeWork, type FreeWork } from '../studio/free-work.ts';
import { lockOpenAccount } from '../people/open-account.ts';
import type { Database, FreeWorkShare } from '../tables.ts';

export interface DictationLimits {
  readonly perMinute: number;
  /** In 24 hours. */
  readonly secondsPerDay: number;
}

/**
 * Returns its id, or the limit that it would exceed. One user's requests are serialized, so that concurrent
 * ones do not exceed a limit together.
 */
export async function insertDictation(
  db: Kysely<Database>,
  { uid, seconds }: { uid: string; seconds: number },
  { limits, freeWork }: { limits: DictationLimits; freeWork: FreeWork },
): Promise<{ id: number } | { over: 'minute' | 'day' } | { usedUp: FreeWorkShare }> {
  const inserted = await withFreeWork(db, freeWork, async (trx, take) => {
    await lockOpenAccount(trx, uid);
    const recent = await trx
      .selectFrom('dictation')
      .select(({ fn }) => [
        fn
          .countAll<number>()
          .filterWhere('at', '>', new Date(Date.now() - minuteMs))
          .as('minute'),
        fn.sum<string | null>('seconds').as('seconds'),
      ])
      .where('uid', '=', uid)
      .where('at', '>', new Date(Date.now() - dayMs))
      .executeTakeFirstOrThrow();
    if (recent.minute >= limits.perMinute) return { over: 'minute' } as const;
    if (Number(recent.seconds) + seconds > limits.secondsPerDay) return { over: 'day' } as const;
    const dictation = await trx
      .insertInto('dictation')
      .values({ uid, seconds })
      .returning('id')
      .executeTakeFirstOrThrow();
    await take(toDictationWorkId(dictation.id));
    return dictation;
  });
  return 'value' in inserted ? inserted.value : inserted;
}

export const toDictationWorkId = (id: number): string => `dictation_${id}`;

export async function recordDictationCall(
  db: Kysely<Database>,
  call: Pick<
    Insertable<Database['provider_call']>,
    'provider' | 'model_id' | 'failure' | 'duration_ms' | 'cost_microusd' | 'is_estimate'
  > & { readonly dictation_id: number },
): Promise<void> {
  await db
    .insertInto('provider_call')
    .values({ ...call, purpose: 'dictation', input_tokens: 0, output_tokens: 0, images: 0 })
    .execute();
}
