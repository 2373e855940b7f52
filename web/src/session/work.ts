import { deletePhotos } from '../browser/photo-store';
import { dropShared } from '../browser/service-worker';
import { storage, tabStorage } from '../browser/storage';

export const recentPromptsKey = 'sachet.recent-prompts';

const listeners = new Set<() => void>();

/** Calls the listener to clear work that is held in memory. */
export function onWorkCleared(listener: () => void): void {
  listeners.add(listener);
}

/** This browser gets no more notices of the user who signs out. A server that is away cannot keep them here. */
export async function stopNotices(): Promise<void> {
  const { stopPush } = await import('../ready/push');
  const late = new Promise((resolve) => setTimeout(resolve, 3_000));
  await Promise.race([stopPush().catch(() => undefined), late]);
}

/** Deletes one user's prompts and photos before the next user signs in on this device. */
export function clearWork(): void {
  tabStorage.removeAll('sachet.');
  storage.remove(recentPromptsKey);
  void deletePhotos();
  void dropShared();
  for (const listener of listeners) listener();
}
