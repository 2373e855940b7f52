import type { Kysely } from 'kysely';
import {
  forgetStoredPicture,
  forgetStoredPictures,
  saveStoredPicture,
} from '@sachet/db/studio/stored-pictures';
import type { Database } from '@sachet/db/tables';
import type { ImageStore } from '@sachet/adapters/images/store';

/**
 * Keeps the checksum of each picture in a row. `retry` runs the write of that row: a worker waits for the
 * database, because its picture was paid for.
 */
export function keepChecksums(
  images: ImageStore,
  { db, retry = (work) => work() }: { db: Kysely<Database>; retry?: Retry },
): ImageStore {
  return {
    ...images,
    async put(key, bytes, mimeType) {
      const written = await images.put(key, bytes, mimeType);
      await retry(() => saveStoredPicture(db, { key, ...written }));
      return written;
    },
    async delete(key) {
      await images.delete(key);
      await forgetStoredPicture(db, key);
    },
    async deleteAll(owner) {
      await images.deleteAll(owner);
      await forgetStoredPictures(db, owner);
    },
  };
}

type Retry = <T>(work: () => Promise<T>) => Promise<T>;
