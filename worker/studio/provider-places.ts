/**
 * The concurrent calls of this process to each provider: as many for texts as for pictures, so that a text does
 * not wait behind pictures. Work before and after a call, mostly on images, needs no place.
 */
import type { Generation } from '@sachet/db/studio/generations';
import { createResource } from '@sachet/adapters/operations/resource';
import { Provider } from '@sachet/shared/contracts/vocabulary';
import { toMade } from '@sachet/shared/tools';

export interface ProviderPlaces {
  /**
   * Runs `call` when there is a place, or when `signal` aborts: the call itself must then check the signal.
   * Bought pictures go first, then previews of customers.
   */
  use<T>(wanted: Wanted, call: () => Promise<T>): Promise<T>;
}

export interface Wanted {
  readonly generation: Pick<
    Generation,
    'uid' | 'wallet_id' | 'provider' | 'mode' | 'applicant_class'
  >;
  readonly purpose: 'preview' | 'final';
  readonly signal: AbortSignal;
}

export function createProviderPlaces(atOnce: number): ProviderPlaces {
  const create = (name: string) =>
    createResource({
      name,
      places: atOnce,
      placesPerUser: atOnce,
      // The queue bounds the jobs that wait here, and the job's deadline how long.
      waiting: Infinity,
      waitingPerUser: Infinity,
      waitMs: Infinity,
      busy: () => new Error('a waiting call was cancelled'),
    });
  const places = Object.fromEntries(
    Provider.options.map((provider) => [
      provider,
      { text: create(`${provider} texts`), picture: create(`${provider} pictures`) },
    ]),
  ) as Record<Provider, Record<ReturnType<typeof toMade>, ReturnType<typeof create>>>;

  return {
    async use({ generation, purpose, signal }, call) {
      const { uid, wallet_id: network, provider, mode, applicant_class } = generation;
      const who = {
        uid,
        network,
        class: purpose === 'final' ? 'bought' : applicant_class,
      } as const;
      const leave = await places[provider][toMade(mode)]
        .enter(who, { signal })
        .catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      try {
        return await call();
      } finally {
        leave?.();
      }
    },
  };
}
