import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';

/** Those with a result, or one under way: asking them once more would make the same card twice. */
export function takenProviders(
  generations: readonly Pick<GenerationResult, 'provider' | 'status'>[],
): Set<Provider> {
  return new Set(
    generations
      .filter(({ status }) => status !== 'failed' && status !== 'cancelled')
      .map(({ provider }) => provider),
  );
}
