import type { Generation } from '@sachet/db/studio/generations';
import { processImage } from '@sachet/images/process-image';
import type { ImageStore, StoredImage } from '@sachet/images/store';
import type { EditArea } from '@sachet/providers/provider';

/**
 * Which part of `picture` an edit is to change: its input, or what was made of that. Undefined where all
 * of it may change, null where the mask is gone. It is drawn here, before the call takes a slot.
 */
export async function loadEditArea(
  { images }: { readonly images: Pick<ImageStore, 'get'> },
  { mask_key: key, provider }: Pick<Generation, 'mask_key' | 'provider'>,
  picture: StoredImage | undefined,
): Promise<EditArea | undefined | null> {
  if (key === null || !picture) return undefined;
  const mask = await images.get(key);
  if (!mask) return null;
  if (provider === 'google') {
    const bytes = requireDrawn(await processImage('drawMarked', [picture.bytes, mask.bytes]));
    return { marked: { bytes, mimeType: 'image/jpeg' } };
  }
  const fitted = requireDrawn(await processImage('fitMask', [picture.bytes, mask.bytes]));
  return {
    image: { bytes: fitted.image, mimeType: 'image/png' },
    mask: { bytes: fitted.mask, mimeType: 'image/png' },
  };
}

/** Throws where our own picture or mask cannot be decoded. */
function requireDrawn<T extends object>(drawn: T): Exclude<T, { readonly ok: false }> {
  if ('reason' in drawn) throw new Error(`this mask cannot be used: ${String(drawn.reason)}`);
  return drawn as Exclude<T, { readonly ok: false }>;
}
