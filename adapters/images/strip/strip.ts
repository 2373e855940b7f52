/**
 * Removes from a file everything that decoding does not need, before the decoder reads it. Compressed texts,
 * EXIF, profiles and previews within a file unpack to any size, and the decoder reads them all. Pure.
 */
import { detectImageFormat } from '@sachet/shared/studio/image-format';
import type { ImageMimeType } from '../store.ts';
import { stripJpeg } from './jpeg.ts';
import { stripPng } from './png.ts';
import { CorruptImage, type Stripped } from './stripped.ts';
import { stripWebp } from './webp.ts';

/**
 * 24 megapixels, as phones count them: an iPhone's photo of 24 MP has 4,284 × 5,712 pixels. A larger picture is
 * a decompression bomb.
 */
export const pixelsMax = 4_284 * 5_712;

export type StripRefusal = { ok: false; reason: 'unsupported' | 'heic' | 'too_large' | 'corrupt' };

export function stripImage(
  file: Buffer,
): ({ ok: true; mimeType: ImageMimeType } & Stripped) | StripRefusal {
  const format = detectImageFormat(file);
  if (!format) return { ok: false, reason: 'unsupported' };
  if (format === 'image/heic') return { ok: false, reason: 'heic' };
  try {
    const stripped = strippers[format](file);
    const pixels = stripped.width * stripped.height;
    if (pixels === 0) return { ok: false, reason: 'corrupt' };
    if (pixels > pixelsMax) return { ok: false, reason: 'too_large' };
    return { ok: true, mimeType: format, ...stripped };
  } catch (error) {
    if (!(error instanceof CorruptImage)) throw error;
    return { ok: false, reason: 'corrupt' };
  }
}

const strippers: Record<ImageMimeType, (file: Buffer) => Stripped> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/webp': stripWebp,
};
