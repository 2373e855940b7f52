import type { GenerateRequest, UnlockImageRequest } from '@sachet/shared/contracts/generation';
import type { z } from 'zod';
import { createStore, useStore } from '../ui/store';

/** What was asked for before signing in, and is done after it (specification, section 4). */
export type PendingAction =
  | { kind: 'generate'; requests: z.input<typeof GenerateRequest>[] }
  | { kind: 'unlock'; request: UnlockImageRequest };

const store = createStore<PendingAction | null>(null);

export function savePending(action: PendingAction): void {
  store.set(action);
}

export function dropPending(): void {
  store.set(null);
}

export function usePending(): PendingAction | null {
  return useStore(store);
}
