/** Small copies of bought pictures, for the tiles of a grid. */
import { loadGeneration } from '@sachet/db/studio/generations';
import { processImage } from '@sachet/adapters/images/process-image';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import {
  parseThumbnailKey,
  thumbnailKey,
  type StoredImage,
  type ThumbnailSide,
} from '@sachet/adapters/images/store';
import { StoreUnwritable } from '@sachet/adapters/images/store-state';
import type { Thumbnails } from '@sachet/shared/studio/contracts/generation';
import type { Dependencies } from '../dependencies.ts';
import { findLabel } from './labelled-image.ts';

/** The addresses of small copies; null for pictures that are small already. */
export function toThumbnails(
  { signers }: Pick<Dependencies, 'signers'>,
  boughtKey: string | null,
): Thumbnails {
  if (boughtKey === null) return null;
  const expiresAt = imageExpiry(Date.now());
  const address = (side: ThumbnailSide) =>
    signImagePath({ key: thumbnailKey(boughtKey, side), expiresAt, signer: signers.imageUrl });
  return { 256: address(256), 512: address(512) };
}

/**
 * A process makes one small copy at a time: a page of tiles must not use every core that paying users need.
 */
let last: Promise<unknown> = Promise.resolve();

/**
 * The small copy of that key, which is made and stored at the first request. Null when its picture was
 * deleted before or in the meantime, so that no copy is stored after the eraser has run.
 */
export async function readThumbnail(
  deps: Pick<Dependencies, 'db' | 'images'>,
  key: string,
): Promise<StoredImage | null> {
  const known = await deps.images.get(key);
  if (known) return known;
  const made = last.then(async () => (await deps.images.get(key)) ?? make(deps, key));
  last = made.catch(() => undefined);
  return made;
}

async function make(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  key: string,
): Promise<StoredImage | null> {
  const wanted = parseThumbnailKey(key);
  const picture = wanted && (await images.get(wanted.key));
  if (!wanted || !picture) return null;
  const label = await findLabel(db, wanted.key);
  if (!label) return null;
  const small = await processImage('makeThumbnail', [picture.bytes, { side: wanted.side, label }]);
  if (!small.ok) return null;
  try {
    await images.put(key, small.bytes, small.mimeType);
  } catch (error) {
    // A full disk must not prevent users from seeing their pictures.
    if (error instanceof StoreUnwritable) return small;
    throw error;
  }
  const generation = await loadGeneration(db, key.split('/')[0]!).catch(async (error: unknown) => {
    await images.delete(key);
    throw error;
  });
  if (generation && !generation.deleted_at) return small;
  await images.delete(key);
  return null;
}
