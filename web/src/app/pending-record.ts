import type { UnlockImageRequest, UnlockRequest } from '@sachet/shared/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { GenerateOrder, Photo } from '../api/photo-upload';
import { tabStorage } from '../browser/storage';

export type AnyUnlockRequest = UnlockImageRequest | UnlockRequest;

/** What was asked for before signing in, and is done after it (docs/product.md, States). */
export type PendingAction =
  | { kind: 'generate'; requests: GenerateOrder[] }
  | { kind: 'unlock'; request: AnyUnlockRequest }
  | { kind: 'chat'; provider: Provider; prompt: string };

/** As it is written down: a photo is too large for the tab's storage and only named. */
type PendingRecord = { action: PendingAction; photoId: string | null };

/** A phone may drop the tab while its owner reads the code; who comes back later asks anew. */
const pendingMaxAgeMs = 10 * 60_000;

export function writtenPending(record: PendingRecord, nowMs: number): string {
  return JSON.stringify({ ...record, savedAtMs: nowMs });
}

/** null for what is too old, from the future, or not ours. @internal exported for its test */
export function readPending(written: string | null, nowMs: number): PendingRecord | null {
  try {
    const { action, photoId, savedAtMs } = JSON.parse(written ?? 'null') as {
      action: PendingAction;
      photoId?: unknown;
      savedAtMs: number;
    };
    const ageMs = nowMs - savedAtMs;
    if (!(ageMs >= 0 && ageMs <= pendingMaxAgeMs)) return null;
    return isOurs(action)
      ? { action, photoId: typeof photoId === 'string' ? photoId : null }
      : null;
  } catch {
    return null;
  }
}

/** The server parses the requests themselves. */
function isOurs(action: PendingAction): boolean {
  switch (action.kind) {
    case 'generate':
      return Array.isArray(action.requests);
    case 'unlock':
      return typeof action.request === 'object';
    case 'chat':
      return typeof action.prompt === 'string';
    default:
      return false;
  }
}

/** All requests of one press carry the same photo. */
export function getPhoto(action: PendingAction): Photo | null {
  if (action.kind !== 'generate') return null;
  return action.requests.find((request) => request.photo)?.photo ?? null;
}

export function withPhoto(action: PendingAction, photo: Photo | null): PendingAction {
  if (action.kind !== 'generate') return action;
  const requests = action.requests.map((request) => ({ ...request, photo: photo ?? undefined }));
  return { ...action, requests };
}

export const pendingKey = 'sachet.pending';

/** What a sign-in that a reload cut off had waiting for it. */
export const restoredPending = readPending(tabStorage.read(pendingKey), Date.now());
