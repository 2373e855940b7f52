import { type Photo, readPhoto, savePhoto } from '../../../browser/photo-store';
import { randomKey } from '../../../browser/random-key';
import { tabStorage } from '../../../browser/storage';
import { createStore, useStore } from '../../../browser/store';
import {
  getPhotos,
  pendingKey,
  restoredPending as restored,
  withPhotos,
  writtenPending,
  type PendingAction,
} from './pending-record';

const hasPhotos = restored?.photoIds.some((id) => id !== null) ?? false;
const store = createStore<PendingAction | null>(hasPhotos ? null : (restored?.action ?? null));
if (restored && hasPhotos) void restorePhotos(restored.action, restored.photoIds);

export function savePending(action: PendingAction): void {
  store.set(action);
  const photos = getPhotos(action);
  const ids = new Map(photos.map((photo) => [photo, photo && randomKey()]));
  for (const [photo, id] of ids) if (photo && id) void savePhoto(id, photo);
  const photoIds = photos.map((photo) => ids.get(photo) ?? null);
  tabStorage.write(
    pendingKey,
    writtenPending({ action: withPhotos(action, []), photoIds }, Date.now()),
  );
}

export function dropPending(): void {
  store.set(null);
  tabStorage.remove(pendingKey);
}

/**
 * Reads the action's photos again, each once, because two requests with the same photo share its upload. If a
 * photo is lost, nothing is sent, but the form still has the prompt.
 */
async function restorePhotos(
  action: PendingAction,
  photoIds: readonly (string | null)[],
): Promise<void> {
  const reads = new Map<string | null, Promise<Photo | null>>([[null, Promise.resolve(null)]]);
  for (const id of photoIds) if (id && !reads.has(id)) reads.set(id, readPhoto(id));
  const photos = await Promise.all(photoIds.map((id) => reads.get(id) ?? null));
  const isLost = photoIds.some((id, index) => id !== null && !photos[index]);
  const isDropped = tabStorage.read(pendingKey) === null || store.get() !== null;
  if (!isLost && !isDropped) store.set(withPhotos(action, photos));
}

export function usePending(): PendingAction | null {
  return useStore(store);
}
