/**
 * Stores the user's photos in the browser for a day, so that a reload or a sign-in does not lose them. They
 * are too large for localStorage and sessionStorage.
 */
import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';
import { dayMs } from '@sachet/shared/time';

const photos = createStore('sachet', 'photos');
const keptMs = dayMs;

/** A picture of a size and type that the API accepts. */
export type Photo = { file: Blob; name: string };

type Kept = { photo: unknown; savedAtMs: number };

/** Returns false if the browser refuses to store the photo, as some private windows do. */
export async function savePhoto(id: string, photo: Photo): Promise<boolean> {
  try {
    await deleteOlder(Date.now() - keptMs);
    await set(id, { photo, savedAtMs: Date.now() } satisfies Kept, photos);
    return true;
  } catch {
    return false;
  }
}

/** Returns null if the id is unknown or the value is invalid, for example because an older page stored it. */
export async function readPhoto(id: string): Promise<Photo | null> {
  try {
    const { file, name } = ((await get<Kept>(id, photos))?.photo ?? {}) as Partial<Photo>;
    return file instanceof Blob && typeof name === 'string' ? { file, name } : null;
  } catch {
    return null;
  }
}

export async function deletePhotos(): Promise<void> {
  await clear(photos).catch(() => undefined);
}

async function deleteOlder(beforeMs: number): Promise<void> {
  const kept = await entries<string, Kept>(photos);
  const old = kept.filter(([, { savedAtMs }]) => savedAtMs < beforeMs);
  if (old.length > 0)
    await delMany(
      old.map(([id]) => id),
      photos,
    );
}
