/** The stores that IMAGE_STORE names. */
import { createBucketObjects } from './bucket.ts';
import { createFolderObjects } from './folder.ts';
import type { ObjectStore, StoredObject } from './objects.ts';
import { parseImageStore, type StorePlace } from '@sachet/shared/configuration/image-store';

export function openPlace(place: StorePlace): ObjectStore {
  return 'folder' in place ? createFolderObjects(place.folder) : createBucketObjects(place);
}

/** `setting` is IMAGE_STORE: one store, or the new one and the previous one during a move. */
export function openObjects(setting: string): ObjectStore {
  const [store, previous] = parseImageStore(setting);
  const opened = openPlace(store);
  return previous ? joinStores(opened, openPlace(previous)) : opened;
}

/**
 * Writes to one store, and reads what is only in the previous one, from which `move.ts` moves it. Deletes in
 * the previous store first: a copy that a move makes in the meantime is then deleted here, or by the move, which
 * finds that its source no longer exists.
 */
export function joinStores(store: ObjectStore, previous: ObjectStore): ObjectStore {
  /** The last look finds an object that was moved between the first two. */
  async function inEither<T>(look: (from: ObjectStore) => Promise<T>): Promise<T> {
    return (await look(store)) || (await look(previous)) || look(store);
  }
  return {
    ...store,
    read: (name) => inEither((from) => from.read(name)),
    open: (name) => inEither((from) => from.open(name)),
    has: (name) => inEither((from) => from.has(name)),
    withFile: (name, work) => inEither((from) => from.withFile(name, work)),
    async delete(name) {
      await previous.delete(name);
      await store.delete(name);
    },
    async deleteBelow(folder) {
      await previous.deleteBelow(folder);
      await store.deleteBelow(folder);
    },
    async *list(folder): AsyncGenerator<StoredObject> {
      // The previous one first, so that an object on its way is seen at least once.
      const seen = new Set<string>();
      for (const from of [previous, store]) {
        for await (const object of from.list(folder)) {
          if (seen.has(object.name)) continue;
          seen.add(object.name);
          yield object;
        }
      }
    },
  };
}
