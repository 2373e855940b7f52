import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';

/** Providers that were asked. After a cancelled result, the other card may still offer that provider. */
export function takenProviders(
  generations: readonly Pick<GenerationResult, 'provider' | 'status'>[],
): Set<Provider> {
  return new Set(
    generations.filter(({ status }) => status !== 'cancelled').map(({ provider }) => provider),
  );
}
