import { deletePhotos } from '../browser/photo-store';
import { dropShared } from '../browser/service-worker';
import { storage, tabStorage } from '../browser/storage';

export const recentPromptsKey = 'sachet.recent-prompts';

const listeners = new Set<() => void>();

/** For what is held in memory besides. */
export function onWorkCleared(listener: () => void): void {
  listeners.add(listener);
}

/** What one person typed and uploaded here is not for the next one at this machine. */
export function clearWork(): void {
  tabStorage.removeAll('sachet.');
  storage.remove(recentPromptsKey);
  void deletePhotos();
  void dropShared();
  for (const listener of listeners) listener();
}
