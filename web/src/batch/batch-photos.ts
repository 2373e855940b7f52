import { unlockImagesMax } from '@sachet/shared/contracts/generation';
import type { Photo } from '../api/photo-upload';
import { randomKey } from '../browser/random-key';
import { createStore } from '../browser/store';
import { readImage, type UploadError } from '../photos/read-image';
import { onWorkCleared } from '../session/work';

/** Photos in one go: what one press can buy. */
export const batchMax = unlockImagesMax;

export type BatchPhoto = { id: string; photo: Photo };
export type SkippedFile = { name: string; error: UploadError };

/** The chosen photos. They are in memory only: a reload empties the form. */
export const batchPhotos = createStore<readonly BatchPhoto[]>([]);

onWorkCleared(() => batchPhotos.set([]));

/** Adds photos up to the limit, one after another, because a phone holds the pixels of each in memory. */
export async function addPhotos(
  files: readonly File[],
): Promise<{ skipped: SkippedFile[]; isOverMax: boolean }> {
  const skipped: SkippedFile[] = [];
  for (const file of files) {
    if (batchPhotos.get().length >= batchMax) return { skipped, isOverMax: true };
    const read = await readImage(file);
    if ('error' in read) skipped.push({ name: file.name, error: read.error });
    else addPhoto(read.photo);
  }
  return { skipped, isOverMax: false };
}

function addPhoto(photo: Photo): void {
  batchPhotos.set((all) => [...all, { id: randomKey(), photo }].slice(0, batchMax));
}

export function removePhoto(id: string): void {
  batchPhotos.set((all) => all.filter((each) => each.id !== id));
}
