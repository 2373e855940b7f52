/**
 * Limits the concurrent calls of this process to a provider. Work before and after a call, mostly on images,
 * needs no slot, so that the next call can begin.
 */
import { waitingProviderCalls } from '@sachet/operations/metrics';
import { Provider } from '@sachet/shared/contracts/vocabulary';

export interface ProviderSemaphore {
  /**
   * Runs `call` when there is a slot, or when `signal` aborts: the call itself must then check the signal.
   * Paid final pictures go first.
   */
  use<T>(wanted: Wanted, call: () => Promise<T>): Promise<T>;
}

interface Wanted {
  readonly provider: Provider;
  readonly purpose: 'preview' | 'final';
  readonly signal: AbortSignal;
}

interface Lane {
  free: number;
  readonly final: Set<() => void>;
  readonly preview: Set<() => void>;
}

export function createProviderSemaphore(perProvider: number): ProviderSemaphore {
  const createLane = (): Lane => ({ free: perProvider, final: new Set(), preview: new Set() });
  const lanes = new Map(Provider.options.map((provider) => [provider, createLane()]));

  /** Resolves to whether a slot was taken. */
  function acquire({ provider, purpose, signal }: Wanted): Promise<boolean> {
    const lane = lanes.get(provider)!;
    if (signal.aborted) return Promise.resolve(false);
    if (lane.free > 0) {
      lane.free -= 1;
      return Promise.resolve(true);
    }
    const waiting = lane[purpose];
    return new Promise((resolve) => {
      const leave = (taken: boolean) => {
        waiting.delete(enter);
        waitingProviderCalls.dec({ provider, purpose });
        signal.removeEventListener('abort', giveUp);
        resolve(taken);
      };
      const enter = () => leave(true);
      const giveUp = () => leave(false);
      waiting.add(enter);
      waitingProviderCalls.inc({ provider, purpose });
      signal.addEventListener('abort', giveUp);
    });
  }

  function release(lane: Lane): void {
    const [next] = lane.final.size > 0 ? lane.final : lane.preview;
    if (next) next();
    else lane.free += 1;
  }

  return {
    async use(wanted, call) {
      const taken = await acquire(wanted);
      try {
        return await call();
      } finally {
        if (taken) release(lanes.get(wanted.provider)!);
      }
    },
  };
}
