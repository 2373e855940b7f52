import { useEffect, useEffectEvent } from 'react';
import { toPhoto } from '../api/photo-upload';
import { useProfile } from '../api/profile';
import { savePhoto, readPhoto } from '../browser/photo-store';
import { randomKey } from '../browser/random-key';
import { tabStorage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';
import { useOpenDialog } from './dialogs';
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

/** Without its photo a request is not sent: the form has its words still. */
async function restorePhoto(action: PendingAction, photoId: string): Promise<void> {
  const photo = toPhoto(await readPhoto(photoId));
  const isDropped = tabStorage.read(pendingKey) === null || store.get() !== null;
  if (photo && !isDropped) store.set(withPhoto(action, photo));
}

export function usePending(): PendingAction | null {
  return useStore(store);
}

/**
 * Resumes an action that waited for a sign-in or a verification, once the user has a profile and no dialog
 * is open. `pick` returns what `run` needs of an action of this caller, and null for others.
 */
export function usePendingAction<Mine>(
  pick: (action: PendingAction) => Mine | null,
  run: (mine: Mine) => void,
): void {
  const pending = usePending();
  const { data: profile } = useProfile();
  const isDialogOpen = useOpenDialog() !== null;
  const mine = pending && pick(pending);
  const isReady = Boolean(profile) && !isDialogOpen && mine !== null;
  const resume = useEffectEvent(() => {
    if (mine === null || store.get() !== pending) return;
    dropPending();
    run(mine);
  });
  useEffect(() => {
    if (isReady) resume();
  }, [isReady]);
}
