import type { AnyUnlockRequest } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { minuteMs } from '@sachet/shared/time';
import type { Photo } from '../../../browser/photo-store';
import type { GenerateOrder } from '../photos/photo-upload';
import { tabStorage } from '../../../browser/storage';

/**
 * An action that a visitor requested before signing in. It runs after the sign-in (docs/product.md, States).
 */
export type PendingAction =
  | { kind: 'generate'; requests: GenerateOrder[] }
  | { kind: 'batch'; requests: GenerateOrder[] }
  | { kind: 'unlock'; request: AnyUnlockRequest }
  | { kind: 'chat'; provider: Provider; prompt: string };

/**
 * The action as it is stored. It contains only the id of each request's photo, because a photo is too large
 * for the tab's storage.
 */
type PendingRecord = { action: PendingAction; photoIds: readonly (string | null)[] };

/**
 * A pending action lasts this long, because a phone may unload the tab while the user reads the code. Later,
 * the user has to request the action again.
 */
const pendingMaxAgeMs = 10 * minuteMs;

export function writtenPending(record: PendingRecord, nowMs: number): string {
  return JSON.stringify({ ...record, savedAtMs: nowMs });
}

/**
 * Returns null for a value that is too old, from the future or invalid.
 * @internal exported for its test
 */
export function readPending(written: string | null, nowMs: number): PendingRecord | null {
  try {
    const { action, photoIds, savedAtMs } = JSON.parse(written ?? 'null') as PendingRecord & {
      savedAtMs: number;
    };
    const ageMs = nowMs - savedAtMs;
    if (!(ageMs >= 0 && ageMs <= pendingMaxAgeMs)) return null;
    return isPendingAction(action) && Array.isArray(photoIds) ? { action, photoIds } : null;
  } catch {
    return null;
  }
}

/** Checks only the kind of the action, because the server parses the requests. */
function isPendingAction(action: PendingAction): boolean {
  switch (action.kind) {
    case 'generate':
    case 'batch':
      return Array.isArray(action.requests);
    case 'unlock':
      return typeof action.request === 'object';
    case 'chat':
      return typeof action.prompt === 'string';
    default:
      return false;
  }
}

/** Returns the photo of each request. The requests of a single picture contain the same photo. */
export function getPhotos(action: PendingAction): (Photo | null)[] {
  return 'requests' in action ? action.requests.map(({ photo }) => photo ?? null) : [];
}

export function withPhotos(
  action: PendingAction,
  photos: readonly (Photo | null)[],
): PendingAction {
  if (!('requests' in action)) return action;
  const requests = action.requests.map((request, index) => ({
    ...request,
    photo: photos[index] ?? undefined,
  }));
  return { ...action, requests };
}

export const pendingKey = 'sachet.pending';

/** The action that was pending when a reload interrupted the sign-in. */
export const restoredPending = readPending(tabStorage.read(pendingKey), Date.now());
