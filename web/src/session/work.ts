import { deletePhotos } from '../browser/photo-store';
import { dropShared } from '../browser/service-worker';
import { storage, tabStorage } from '../browser/storage';

export const recentPromptsKey = 'sachet.recent-prompts';

const listeners = new Set<() => void | Promise<void>>();

/** Calls the listener to clear work that is held in memory. */
export function onWorkCleared(listener: () => void | Promise<void>): void {
  listeners.add(listener);
}

/** Deletes one user's prompts and photos before the next user signs in on this device. */
export async function clearWork(): Promise<void> {
  tabStorage.removeAll('sachet.');
  storage.remove(recentPromptsKey);
  void deletePhotos();
  void dropShared();
  await Promise.all([...listeners].map((listener) => listener()));
}
