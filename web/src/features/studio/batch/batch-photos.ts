import { unlockImagesMax } from '@sachet/shared/vocabulary';
import { type Photo, readPhoto, savePhoto } from '../../../browser/photo-store';
import { randomKey } from '../../../browser/random-key';
import { tabStorage } from '../../../browser/storage';
import { createStore } from '../../../browser/store';
import { readImage, type UploadError } from '../photos/read-image';
import { onWorkCleared } from '../../../app/session/work';

/** Photos in one go: what one press can buy. */
export const batchMax = unlockImagesMax;

export type BatchPhoto = { id: string; photo: Photo };
export type SkippedFile = { name: string; error: UploadError };

/** The chosen photos, and how many a reload has lost. */
export const batchPhotos = createStore<readonly BatchPhoto[]>([]);
export const lostPhotos = createStore(0);

/** The ids of the photos; the browser stores the photos by them (`photo-store.ts`). */
const storageKey = 'sachet.batch-photos';

onWorkCleared(() => {
  batchPhotos.set([]);
  lostPhotos.set(0);
});

function change(next: (all: readonly BatchPhoto[]) => readonly BatchPhoto[]): void {
  batchPhotos.set(next);
  tabStorage.write(storageKey, JSON.stringify(batchPhotos.get().map(({ id }) => id)));
}

let isRestored = false;

/** Restores the photos of this tab after a reload. Later calls do nothing. */
export async function restorePhotos(): Promise<void> {
  if (isRestored) return;
  isRestored = true;
  const ids = readIds();
  if (ids.length === 0) return;
  const read = await Promise.all(ids.map(async (id) => ({ id, photo: await readPhoto(id) })));
  const kept = read.filter((each): each is BatchPhoto => each.photo !== null);
  lostPhotos.set(ids.length - kept.length);
  // The user may have added photos in the meantime.
  change((all) => [...kept, ...all].slice(0, batchMax));
}

function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(tabStorage.read(storageKey) ?? '[]');
    if (!Array.isArray(ids)) return [];
    return ids.filter((id) => typeof id === 'string').slice(0, batchMax);
  } catch {
    return [];
  }
}

/**
 * Makes the next `restorePhotos` read the photos again, as after a reload.
 * @internal exported for its test
 */
export function forgetPhotos(): void {
  isRestored = false;
  batchPhotos.set([]);
  lostPhotos.set(0);
}

/** Adds photos up to the limit, one after another, because a phone holds the pixels of each in memory. */
export async function addPhotos(
  files: readonly File[],
): Promise<{ skipped: SkippedFile[]; isOverMax: boolean }> {
  lostPhotos.set(0);
  const skipped: SkippedFile[] = [];
  for (const file of files) {
    if (batchPhotos.get().length >= batchMax) return { skipped, isOverMax: true };
    const read = await readImage(file);
    if ('error' in read) skipped.push({ name: file.name, error: read.error });
    else await addPhoto(read.photo);
  }
  return { skipped, isOverMax: false };
}

async function addPhoto(photo: Photo): Promise<void> {
  const id = randomKey();
  await savePhoto(id, photo);
  change((all) => [...all, { id, photo }].slice(0, batchMax));
}

export function removePhoto(id: string): void {
  change((all) => all.filter((each) => each.id !== id));
}
