import { toPhoto } from '../photos/photo-upload';
import { savePhoto, readPhoto } from '../../../browser/photo-store';
import { randomKey } from '../../../browser/random-key';
import { tabStorage } from '../../../browser/storage';
import { createStore, useStore } from '../../../browser/store';
import {
  getPhoto,
  pendingKey,
  restoredPending as restored,
  withPhoto,
  writtenPending,
  type PendingAction,
} from './pending-record';

const store = createStore<PendingAction | null>(
  restored?.photoId ? null : (restored?.action ?? null),
);
if (restored?.photoId) void restorePhoto(restored.action, restored.photoId);

export function savePending(action: PendingAction): void {
  store.set(action);
  const photo = getPhoto(action);
  const photoId = photo && randomKey();
  if (photoId) void savePhoto(photoId, photo);
  const record = { action: withPhoto(action, null), photoId };
  tabStorage.write(pendingKey, writtenPending(record, Date.now()));
}

export function dropPending(): void {
  store.set(null);
  tabStorage.remove(pendingKey);
}

/**
 * Reads the action's photo again. If the photo is lost, the request is not sent, but the form still has the
 * prompt.
 */
async function restorePhoto(action: PendingAction, photoId: string): Promise<void> {
  const photo = toPhoto(await readPhoto(photoId));
  const isDropped = tabStorage.read(pendingKey) === null || store.get() !== null;
  if (photo && !isDropped) store.set(withPhoto(action, photo));
}

export function usePending(): PendingAction | null {
  return useStore(store);
}
