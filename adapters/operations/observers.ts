/** Updates the metrics that several processes have. */
import type { Readiness } from '@sachet/shared/contracts/readiness';
import {
  databaseConnections,
  dependencyUp,
  imagesFreeBytes,
  ledgerBatchCommands,
  ledgerConflicts,
  ledgerRefusals,
  ledgerWaitSeconds,
  providerCallSeconds,
  providerCostUsd,
} from './metrics.ts';

/** The observer for `createLedger`. */
export const observeLedger = {
  answered(commands: readonly { readonly waitMs: number; readonly refusal?: string }[]): void {
    ledgerBatchCommands.observe(commands.length);
    for (const { waitMs, refusal } of commands) {
      ledgerWaitSeconds.observe(waitMs / 1_000);
      if (refusal !== undefined) ledgerRefusals.inc({ code: refusal });
    }
  },
  conflicted(): void {
    ledgerConflicts.inc();
  },
};

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

export function observePool(pool: Pool): () => Promise<void> {
  return async () => {
    databaseConnections.set({ state: 'total' }, pool.totalCount);
    databaseConnections.set({ state: 'idle' }, pool.idleCount);
    databaseConnections.set({ state: 'waiting' }, pool.waitingCount);
  };
}

export function observeReadiness(isReady: () => Promise<Readiness>): () => Promise<void> {
  return async () => {
    const { database, queue, images } = await isReady();
    dependencyUp.set({ dependency: 'database' }, Number(database));
    dependencyUp.set({ dependency: 'queue' }, Number(queue));
    dependencyUp.set({ dependency: 'images' }, Number(images === 'writable'));
  };
}

/** A bucket has no limit. The gauge keeps its last value if the folder does not answer. */
export function observeStore(images: {
  readHealth(): Promise<{ readonly freeBytes: number | null; readonly state: string }>;
}): () => Promise<void> {
  return async () => {
    const { freeBytes, state } = await images.readHealth();
    if (freeBytes !== null) imagesFreeBytes.set(freeBytes);
    else if (state === 'writable') imagesFreeBytes.set(Infinity);
  };
}

export function observeProviderCall(call: {
  readonly provider: string;
  readonly purpose: string;
  readonly failure: string | null;
  readonly durationMs: number;
  /** Null if the cost is not known. */
  readonly microusd: number | null;
}): void {
  const { provider, purpose, failure, durationMs, microusd } = call;
  const outcome = failure ?? 'ok';
  providerCallSeconds.observe({ provider, purpose, outcome }, durationMs / 1_000);
  if (microusd !== null) providerCostUsd.inc({ provider, purpose }, microusd / 1_000_000);
}
