import { deletePhotos } from '../../browser/photo-store';
import { dropShared } from '../../browser/service-worker';
import { storage, tabStorage } from '../../browser/storage';

export const recentPromptsKey = 'sachet.recent-prompts';

const listeners = new Set<() => void | Promise<void>>();

/** Adds a listener that clears work in memory when a user's work is deleted. */
export function onWorkCleared(listener: () => void | Promise<void>): void {
  listeners.add(listener);
}

/** Deletes a user's prompts and photos, so that the next user of this device does not see them. */
export async function clearWork(): Promise<void> {
  tabStorage.removeAll('sachet.');
  storage.remove(recentPromptsKey);
  void deletePhotos();
  void dropShared();
  await Promise.all([...listeners].map((listener) => listener()));
}
