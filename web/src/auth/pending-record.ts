import type { GenerateRequest, UnlockImageRequest } from '@sachet/shared/contracts/generation';
import type { z } from 'zod';

/** What was asked for before signing in, and is done after it (specification, section 4). */
export type PendingAction =
  | { kind: 'generate'; requests: z.input<typeof GenerateRequest>[] }
  | { kind: 'unlock'; request: UnlockImageRequest };

/** A phone may drop the tab while its owner reads the code; who comes back later asks anew. */
const pendingMaxAgeMs = 10 * 60_000;

export function writtenPending(action: PendingAction, nowMs: number): string {
  return JSON.stringify({ action, savedAtMs: nowMs });
}

/** null for what is too old, from the future, or not ours. */
export function readPending(written: string | null, nowMs: number): PendingAction | null {
  try {
    const { action, savedAtMs } = JSON.parse(written ?? 'null') as {
      action: PendingAction;
      savedAtMs: number;
    };
    const ageMs = nowMs - savedAtMs;
    if (!(ageMs >= 0 && ageMs <= pendingMaxAgeMs)) return null;
    // The server parses the requests themselves.
    if (action.kind === 'generate') return Array.isArray(action.requests) ? action : null;
    if (action.kind === 'unlock') return typeof action.request === 'object' ? action : null;
    return null;
  } catch {
    return null;
  }
}
