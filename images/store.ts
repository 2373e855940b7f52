/** Stores image bytes. A bucket can implement the same interface. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { isOfDisk, watchStore, type StoreHealth } from './store-state.ts';

export type ImageMimeType = 'image/png' | 'image/jpeg' | 'image/webp';

export type StoredImage = { bytes: Uint8Array; mimeType: ImageMimeType };

export type ImageStore = {
  /**
   * Atomic; replaces an existing image. Throws `StoreUnwritable` if it cannot be stored, and an error for an
   * invalid key.
   */
  put(key: string, bytes: Uint8Array, mimeType: ImageMimeType): Promise<void>;
  /** Null when the image does not exist, or the key is invalid. */
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

/** `freeMin`: with fewer free bytes the folder counts as full. */
export function createFolderStore({
  folder,
  freeMin,
}: {
  folder: string;
  freeMin?: number;
}): ImageStore {
  // The name begins with a dot, so no key can ever read a file in it.
  const incoming = join(folder, '.incoming');
  const watch = watchStore(folder, {
    async probe() {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, probeName), probeBytes, { flush: true });
    },
    ...(freeMin === undefined ? {} : { freeMin }),
  });
  return {
    async put(key, bytes, mimeType) {
      if (!isImageKey(key)) throw new TypeError(`Not an image key: ${JSON.stringify(key)}`);
      if (toMimeType(key) !== mimeType) throw new TypeError(`${key} cannot hold ${mimeType}`);
      await watch.write(() => writeWhole(join(folder, key), bytes));
    },
    async get(key) {
      if (!isImageKey(key)) return null;
      try {
        return { bytes: await readFile(join(folder, key)), mimeType: toMimeType(key) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async delete(key) {
      if (isImageKey(key)) await rm(join(folder, key), { force: true });
    },
    async deleteAll(owner) {
      if (!ownerPattern.test(owner)) throw new TypeError(`Not an owner: ${JSON.stringify(owner)}`);
      await rm(join(folder, owner), { recursive: true, force: true });
    },
    readHealth: watch.read,
    requireWritable: watch.require,
    async receive(source, work) {
      await watch.require();
      await mkdir(incoming, { recursive: true });
      const path = join(incoming, randomUUID());
      try {
        await writeStream(path, source).catch((error: unknown) =>
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

/** The name begins with a dot, so no key can read it. */
const probeName = '.probe';
const probeBytes = Buffer.alloc(4096);

/**
 * A crash leaves the old file or the new one, never half of it: the bytes are first written to disk under
 * another name. The name begins with a dot, so no key can ever read it.
 */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const parent = dirname(path);
  await mkdir(parent, { recursive: true });
  const temporary = join(parent, `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(parent);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeStream(path: string, source: Readable): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await pipeline(source, file.createWriteStream());
  } finally {
    // A failed stream may still be closing its file: nothing is deleted while it is open.
    await file.close();
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Without this, a power failure could undo the rename itself. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and makes the rename durable on its own.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
