/**
 * Makes one call to a provider for a generation. The call is counted and priced, and aborted if the
 * generation is cancelled.
 */
import type { Generation } from '@sachet/db/studio/generations';
import { noteRefusal } from '@sachet/db/admin/notices';
import { bookAttempts } from '@sachet/flows/models/book-call';
import { whenBack } from '@sachet/flows/when-back';
import { inSpan } from '@sachet/adapters/operations/tracing';
import type { Attempt, Outcome, ProviderAdapter, Usage } from '@sachet/adapters/providers/provider';
import { toUserDigest } from '@sachet/adapters/providers/user-digest';
import type { Dependencies } from '../dependencies.ts';

/** The options of every call. */
export interface CallTerms {
  readonly signal: AbortSignal;
  readonly userDigest: string;
  readonly onAttempt: (attempt: Attempt) => void;
}

/**
 * Calls a provider. A call costs us money even if it fails, so it is recorded before its result is used.
 */
export async function callProvider<T>(
  deps: Dependencies,
  given: {
    generation: Generation;
    /** The id that cancels the call: the preview's generation, or the hold of the purchase. */
    cancelledBy: string;
    purpose: 'preview' | 'final';
    modelId: string;
    /** The usage of the call if the provider does not report it. */
    estimate: Usage;
    /** The same, once the result is known. */
    estimateOf?: (value: T) => Usage;
    /** Called when it is this call's turn; false if the call was cancelled. */
    mayAsk?: () => Promise<boolean>;
  },
  call: (adapter: ProviderAdapter, terms: CallTerms) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { db, providers, providerPlaces, cancellations, log } = deps;
  const { generation, purpose, modelId, mayAsk } = given;
  const { provider } = generation;
  const stop = cancellations.begin(given.cancelledBy);
  const attempts: Attempt[] = [];
  const outcome = await providerPlaces
    .use({ generation, purpose, signal: stop.signal }, async () => {
      if (!stop.signal.aborted && mayAsk && !(await mayAsk())) stop.abort();
      const span = { name: `ask ${provider}`, kind: 'CLIENT', attributes: { purpose } } as const;
      return inSpan(span, () =>
        call(providers[provider], {
          signal: stop.signal,
          userDigest: toUserDigest(generation.uid),
          onAttempt: (attempt) => attempts.push(attempt),
        }),
      );
    })
    .finally(stop.end);
  if (attempts.length === 0) return outcome;
  if (!outcome.ok) {
    // A failure that we must fix, unlike the failures that a prompt or a busy provider causes.
    log[outcome.failure.cause !== null ? 'error' : 'info'](
      { generationId: generation.id, failure: outcome.failure },
      'the provider returned no result',
    );
  }
  const estimate = (outcome.ok && given.estimateOf?.(outcome.value)) || given.estimate;
  const booked = { provider, modelId, purpose, generationId: generation.id, estimate };
  await whenBack(() => bookAttempts(db, booked, attempts));
  const failure = outcome.ok ? null : outcome.failure.category;
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
  log.info(
    { generationId: generation.id, provider, purpose, failure, durationMs },
    'a provider call',
  );
  if (!outcome.ok) await whenBack(() => noteRefusal(db, { ...outcome.failure, modelId }));
  return outcome;
}
