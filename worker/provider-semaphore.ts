/**
 * Limits the calls that this process makes to a provider at once. Work before and after a call, above
 * all on images, needs no slot: the next call can begin meanwhile.
 */
import { Provider } from '@sachet/shared/contracts/vocabulary';

export interface ProviderSemaphore {
  /**
   * Runs `call` when there is a slot, or when `signal` aborts: the call itself must then check the
   * signal. Urgent calls go first.
   */
  use<T>(
    given: { provider: Provider; isUrgent: boolean; signal: AbortSignal },
    call: () => Promise<T>,
  ): Promise<T>;
}

interface Lane {
  free: number;
  readonly urgent: Set<() => void>;
  readonly others: Set<() => void>;
}

export function createProviderSemaphore(perProvider: number): ProviderSemaphore {
  const createLane = (): Lane => ({ free: perProvider, urgent: new Set(), others: new Set() });
  const lanes = new Map(Provider.options.map((provider) => [provider, createLane()]));

  /** Resolves to whether a slot was taken. */
  function acquire(lane: Lane, isUrgent: boolean, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (lane.free > 0) {
      lane.free -= 1;
      return Promise.resolve(true);
    }
    const waiting = isUrgent ? lane.urgent : lane.others;
    return new Promise((resolve) => {
      const leave = (taken: boolean) => {
        waiting.delete(enter);
        signal.removeEventListener('abort', giveUp);
        resolve(taken);
      };
      const enter = () => leave(true);
      const giveUp = () => leave(false);
      waiting.add(enter);
      signal.addEventListener('abort', giveUp);
    });
  }

  function release(lane: Lane): void {
    const [next] = lane.urgent.size > 0 ? lane.urgent : lane.others;
    if (next) next();
    else lane.free += 1;
  }

  return {
    async use({ provider, isUrgent, signal }, call) {
      const lane = lanes.get(provider)!;
      const taken = await acquire(lane, isUrgent, signal);
      try {
        return await call();
      } finally {
        if (taken) release(lane);
      }
    },
  };
}
