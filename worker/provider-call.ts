/** One call to a provider for a generation: counted, priced, and aborted when it is cancelled. */
import type { Generation } from '@sachet/db/studio/generations';
import { noteRefusal } from '@sachet/db/admin/notices';
import { recordProviderCall } from '@sachet/db/studio/provider-calls';
import { observeProviderCall } from '@sachet/operations/observers';
import { inSpan } from '@sachet/operations/tracing';
import type { Outcome, ProviderAdapter, Usage } from '@sachet/providers/provider';
import { estimateFailedUsage } from '@sachet/providers/usage-estimate';
import type { Dependencies } from './dependencies.ts';

/**
 * A call costs us money whatever it returns, so it is recorded before its result is used.
 */
export async function callProvider<T extends { usage: Usage }>(
  deps: Dependencies,
  given: {
    generation: Generation;
    /** What a cancellation names: the preview's generation, or the hold of the purchase. */
    cancelledBy: string;
    purpose: 'preview' | 'final';
    modelId: string;
    /** What it uses where the provider does not say. */
    estimate: Usage;
    /** Called when it is this call's turn; false when it was cancelled. */
    mayAsk?: () => Promise<boolean>;
  },
  call: (adapter: ProviderAdapter, signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { db, providers, providerSemaphore, cancellations, log } = deps;
  const { generation, purpose, modelId, estimate, mayAsk } = given;
  const { provider } = generation;
  const stop = cancellations.begin(given.cancelledBy);
  const wanted = { provider, purpose, signal: stop.signal };
  let startedMs = 0;
  let wasAsked = false;
  const outcome = await providerSemaphore
    .use(wanted, async () => {
      if (!stop.signal.aborted && mayAsk && !(await mayAsk())) stop.abort();
      startedMs = performance.now();
      wasAsked = !stop.signal.aborted;
      const span = { name: `ask ${provider}`, kind: 'CLIENT', attributes: { purpose } } as const;
      return inSpan(span, () => call(providers[provider], stop.signal));
    })
    .finally(stop.end);
  if (!wasAsked) return outcome;
  const { usage, isEstimate } = outcome.ok
    ? { usage: outcome.value.usage, isEstimate: false }
    : estimateFailedUsage(outcome.failure, estimate);
  if (!outcome.ok) {
    // For us to fix, unlike what a prompt or a busy provider causes.
    const ours = outcome.failure.category === 'quota' || outcome.failure.category === 'access';
    log[ours ? 'error' : 'info'](
      { generationId: generation.id, failure: outcome.failure },
      'the provider made nothing',
    );
  }
  const durationMs = Math.round(performance.now() - startedMs);
  const failure = outcome.ok ? null : outcome.failure.category;
  const microusd = await recordProviderCall(db, {
    generation_id: generation.id,
    chat_turn_id: null,
    purpose,
    provider,
    model_id: modelId,
    failure,
    duration_ms: durationMs,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    images: usage.images,
    is_estimate: isEstimate,
  });
  observeProviderCall({ provider, purpose, failure, durationMs, microusd });
  log.info(
    { generationId: generation.id, provider, purpose, failure, durationMs },
    'a provider call',
  );
  if (!outcome.ok) await noteRefusal(db, { ...outcome.failure, modelId });
  return outcome;
}
