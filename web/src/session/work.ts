import { deletePhotos } from '../browser/photo-store';
import { dropShared } from '../browser/service-worker';
import { storage, tabStorage } from '../browser/storage';

export const recentPromptsKey = 'sachet.recent-prompts';

const listeners = new Set<() => void>();

/** Calls the listener to clear work that is held in memory. */
export function onWorkCleared(listener: () => void): void {
  listeners.add(listener);
}

/** Deletes one user's prompts and photos before the next user signs in on this device. */
export function clearWork(): void {
  tabStorage.removeAll('sachet.');
  storage.remove(recentPromptsKey);
  void deletePhotos();
  void dropShared();
  for (const listener of listeners) listener();
}
