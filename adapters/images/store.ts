/** Stores pictures: their keys, their types and whether they can be stored. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeHashed, type ObjectStore, type Written } from './objects.ts';
import { isOfDisk, watchStore, type StoreHealth } from './store-state.ts';

export type ImageMimeType = 'image/png' | 'image/jpeg' | 'image/webp';

export type StoredImage = { bytes: Uint8Array; mimeType: ImageMimeType };

export type ImageStore = {
  /**
   * Atomic; replaces an existing image. Throws `StoreUnwritable` if it cannot be stored, and an error for an
   * invalid key.
   */
  put(key: string, bytes: Uint8Array, mimeType: ImageMimeType): Promise<Written>;
  /**
   * Null when the image does not exist, or the key is invalid. Throws `StoreUnreachable` if a bucket does not
   * answer.
   */
  get(key: string): Promise<StoredImage | null>;
  /** No error when the image does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes all images of an owner (`imageKey`), by prefix, so that none can be missed. */
  deleteAll(owner: string): Promise<void>;
  /**
   * Streams an unchecked upload to a temporary file that no key can read, runs `work` on its path and always
   * deletes it. Throws errors of `source` and `work`, and `StoreUnwritable` if there is no room.
   */
  receive<T>(source: Readable, work: (path: string) => Promise<T>): Promise<T>;
  /** Whether images can be stored, as of a few seconds ago. */
  readHealth(): Promise<StoreHealth>;
  /** Throws `StoreUnwritable` if an image could not be stored now. */
  requireWritable(): Promise<void>;
  /** Deletes files older than `before` that crashes during `receive` have left. */
  sweepReceived(before: Date): Promise<void>;
};

const extensions: Record<ImageMimeType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** `gen_x/original.png`: folders and a name of plain letters, so that no key can leave its store. */
const keyPattern = /^(?:[A-Za-z0-9_-]{1,80}\/){0,3}[A-Za-z0-9_-]{1,80}\.(?:png|jpg|webp)$/;

const ownerPattern = /^[A-Za-z0-9_-]{1,80}$/;

export function isImageKey(key: string): boolean {
  return keyPattern.test(key);
}

/** The key of an image: `imageKey('gen_x', 'original', 'image/png')` is `gen_x/original.png`. */
export function imageKey(owner: string, name: string, mimeType: ImageMimeType): string {
  return `${owner}/${name}.${extensions[mimeType]}`;
}

/**
 * The key of the copy without its visible AI label, from which edits and larger copies are made. That copy is
 * never sent to clients.
 */
export function unmarkedKey(key: string): string {
  const name = key.lastIndexOf('/') + 1;
  return `${key.slice(0, name)}unmarked-${key.slice(name)}`;
}

/**
 * The shorter sides of small copies, in pixels: for a tile on a desktop, and on a phone with a dense screen.
 */
export const thumbnailSides = [256, 512] as const;
export type ThumbnailSide = (typeof thumbnailSides)[number];

/** The key of a small copy of a bought picture: `gen_x/thumb-256-final-1-jpg.webp`. */
export function thumbnailKey(key: string, side: ThumbnailSide): string {
  const { folder, name, extension } = splitKey(key);
  return `${folder}thumb-${side}-${name}-${extension}.webp`;
}

/** The picture of this small copy; null if the key is not of a small copy. */
export function parseThumbnailKey(key: string): { key: string; side: ThumbnailSide } | null {
  const { folder, name, extension } = splitKey(key);
  const [, side, original, format] = /^thumb-(\d+)-(.+)-(\w+)$/.exec(name) ?? [];
  const known = thumbnailSides.find((each) => String(each) === side);
  if (!known || extension !== 'webp') return null;
  return { key: `${folder}${original}.${format}`, side: known };
}

/** The folder path ends with a slash. */
function splitKey(key: string): { folder: string; name: string; extension: string } {
  const slash = key.lastIndexOf('/') + 1;
  const dot = key.lastIndexOf('.');
  return {
    folder: key.slice(0, slash),
    name: key.slice(slash, dot),
    extension: key.slice(dot + 1),
  };
}

/** Deletes a picture with its small copies. */
export async function deletePicture(store: ImageStore, key: string): Promise<void> {
  for (const side of thumbnailSides) await store.delete(thumbnailKey(key, side));
  await store.delete(key);
}

/** The picture without its mark, or the picture itself if it has none. */
export async function readUnmarked(store: ImageStore, key: string): Promise<StoredImage | null> {
  return (await store.get(unmarkedKey(key))) ?? store.get(key);
}

/** The key's ending is the content type, so no second file has to store the type. */
function toMimeType(key: string): ImageMimeType {
  const extension = key.slice(key.lastIndexOf('.') + 1);
  const found = Object.entries(extensions).find(([, known]) => known === extension);
  return found![0] as ImageMimeType;
}

/** `freeMin`: with fewer free bytes a folder counts as full. */
export function createImageStore(
  objects: ObjectStore,
  { freeMin }: { freeMin?: number } = {},
): ImageStore {
  const { incoming, probeLastsMs } = objects;
  const watch = watchStore({
    probe: objects.probe,
    probeLastsMs,
    ...(freeMin === undefined ? {} : { freeMin }),
  });
  return {
    async put(key, bytes, mimeType) {
      if (!isImageKey(key)) throw new TypeError(`Not an image key: ${JSON.stringify(key)}`);
      if (toMimeType(key) !== mimeType) throw new TypeError(`${key} cannot hold ${mimeType}`);
      return watch.write(() => objects.put(key, bytes));
    },
    async get(key) {
      const bytes = isImageKey(key) ? await objects.read(key) : null;
      return bytes && { bytes, mimeType: toMimeType(key) };
    },
    async delete(key) {
      if (isImageKey(key)) await objects.delete(key);
    },
    async deleteAll(owner) {
      if (!ownerPattern.test(owner)) throw new TypeError(`Not an owner: ${JSON.stringify(owner)}`);
      await objects.deleteBelow(owner);
    },
    readHealth: watch.read,
    requireWritable: watch.require,
    async receive(source, work) {
      await watch.require();
      await mkdir(incoming, { recursive: true });
      const path = join(incoming, randomUUID());
      try {
        await writeHashed(path, source).catch((error: unknown) =>
          // The disk is not at fault when a sender disconnects.
          isOfDisk(error) ? watch.write(() => Promise.reject(error)) : Promise.reject(error),
        );
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async sweepReceived(before) {
      for (const name of await readdir(incoming).catch(noneIfMissing)) {
        const path = join(incoming, name);
        const file = await stat(path).catch(noneIfMissing);
        if ('mtime' in file && file.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
