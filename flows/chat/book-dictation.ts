/** Books the cost of a dictation: one row for each attempt. It has no model in the catalogue, and no tokens. */
import type { Kysely } from 'kysely';
import { recordDictationCall } from '@sachet/db/chat/dictations';
import type { Database } from '@sachet/db/tables';
import { observeProviderCall } from '@sachet/adapters/operations/observers';
import type { Attempt } from '@sachet/adapters/providers/provider';
import { isUnbilled } from '@sachet/adapters/providers/usage-estimate';
import { dictationCostMicrousd, dictationModel } from '@sachet/shared/chat/dictation';

/**
 * `seconds` is the duration of the recording and `reported` the one that the provider bills, null if it
 * reported none. A failed attempt that may have been billed counts whole.
 */
export async function bookDictation(
  db: Kysely<Database>,
  { id, seconds, reported }: { id: number; seconds: number; reported: number | null },
  attempts: readonly Attempt[],
): Promise<void> {
  const { provider, id: modelId } = dictationModel;
  for (const { failure, durationMs } of attempts) {
    const billed = failure === null ? (reported ?? seconds) : isUnbilled(failure) ? 0 : seconds;
    const microusd = dictationCostMicrousd(billed);
    await recordDictationCall(db, {
      dictation_id: id,
      provider,
      model_id: modelId,
      failure: failure?.category ?? null,
      duration_ms: durationMs,
      cost_microusd: microusd,
      is_estimate: failure === null && reported === null,
    });
    observeProviderCall({
      provider,
      purpose: 'dictation',
      failure: failure?.category ?? null,
      durationMs,
      microusd,
    });
  }
}
