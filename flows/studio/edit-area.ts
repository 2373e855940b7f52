import type { Generation } from '@sachet/db/studio/generations';
import { processImage } from '@sachet/adapters/images/process-image';
import type { ImageStore, StoredImage } from '@sachet/adapters/images/store';
import type { Drawing, EditArea } from '@sachet/adapters/providers/provider';

/**
 * Loads the part of `picture` that an edit may change; `picture` is the edit's input, or a result of it.
 * Undefined if the whole picture may change, null if the mask was deleted. The area is drawn here, before the
 * call takes a slot, as the provider accepts it.
 */
export async function loadEditArea(
  deps: { readonly images: Pick<ImageStore, 'get'> },
  { mask_key: key }: Pick<Generation, 'mask_key'>,
  { area }: Pick<Drawing, 'area'>,
  picture: StoredImage | undefined,
): Promise<EditArea | undefined | null> {
  if (key === null || !picture) return undefined;
  const mask = await deps.images.get(key);
  if (!mask) return null;
  if (area === 'marked') {
    const bytes = requireDrawn(await processImage('drawMarked', [picture.bytes, mask.bytes]));
    return { marked: { bytes, mimeType: 'image/jpeg' } };
  }
  const fitted = requireDrawn(await processImage('fitMask', [picture.bytes, mask.bytes]));
  return {
    image: { bytes: fitted.image, mimeType: 'image/png' },
    mask: { bytes: fitted.mask, mimeType: 'image/png' },
  };
}

/** Throws if our own picture or mask cannot be decoded. */
function requireDrawn<T extends object>(drawn: T): Exclude<T, { readonly ok: false }> {
  if ('reason' in drawn) throw new Error(`this mask cannot be used: ${String(drawn.reason)}`);
  return drawn as Exclude<T, { readonly ok: false }>;
}
