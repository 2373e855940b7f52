/** One call to a provider for a generation: counted, priced, and stopped when nobody wants it. */
import type { Generation } from '@sachet/db/generations';
import { noteRefusal } from '@sachet/db/admin-notices';
import { recordProviderCall } from '@sachet/db/provider-calls';
import type { Outcome, ProviderAdapter, Usage } from '@sachet/providers/provider';
import type { Parts } from './parts.ts';

/**
 * A provider that answers has been paid by us, whatever becomes of the answer: the call is recorded
 * before anything else is done with it.
 */
export async function callProvider<T extends { usage: Usage }>(
  parts: Parts,
  given: {
    generation: Generation;
    /** What a cancelling names: the preview's generation, or the hold of what was bought. */
    cancelledBy: string;
    purpose: 'preview' | 'final';
    modelId: string;
  },
  call: (adapter: ProviderAdapter, signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { db, providers, slots, underWay, log } = parts;
  const { generation, purpose, modelId } = given;
  const { provider } = generation;
  const stop = underWay.begin(given.cancelledBy);
  const wanted = { provider, isUrgent: purpose === 'final', signal: stop.signal };
  let startedMs = 0;
  let wasAsked = false;
  const outcome = await slots
    .use(wanted, () => {
      startedMs = performance.now();
      wasAsked = !stop.signal.aborted;
      return call(providers[provider], stop.signal);
    })
    .finally(stop.end);
  if (!wasAsked) return outcome;
  const usage = outcome.ok ? outcome.value.usage : { inputTokens: 0, outputTokens: 0, images: 0 };
  if (!outcome.ok) {
    // Ours to mend, unlike what a prompt or a busy provider causes.
    const ours = outcome.failure.category === 'quota' || outcome.failure.category === 'access';
    log[ours ? 'error' : 'info'](
      { generationId: generation.id, failure: outcome.failure },
      'the provider made nothing',
    );
  }
  await recordProviderCall(db, {
    generation_id: generation.id,
    chat_turn_id: null,
    purpose,
    provider,
    model_id: modelId,
    failure: outcome.ok ? null : outcome.failure.category,
    duration_ms: Math.round(performance.now() - startedMs),
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    images: usage.images,
  });
  if (!outcome.ok) await noteRefusal(db, { ...outcome.failure, modelId });
  return outcome;
}
