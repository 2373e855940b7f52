/** The store that IMAGE_STORE names. */
import { createBucketObjects } from './bucket.ts';
import { createFolderObjects } from './folder.ts';
import type { ObjectStore } from './objects.ts';
import { parseImageStore, type StorePlace } from '@sachet/shared/configuration/image-store';

/** `setting` is IMAGE_STORE. */
export function openObjects(setting: string): ObjectStore {
  return openPlace(parseImageStore(setting));
}

export function openPlace(place: StorePlace): ObjectStore {
  return 'folder' in place ? createFolderObjects(place.folder) : createBucketObjects(place);
}
