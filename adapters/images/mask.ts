/**
 * The part of a picture to change. A mask is a PNG that is transparent in that part, as OpenAI expects it
 * (docs/decisions/0043).
 */
import type { Sharp } from 'sharp';
import { imageFromPixels, withImage, type Picture, type Refusal } from './engine.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Opaque pixels are kept and transparent pixels are changed; no value in between is stored. */
const opaque = 255;

/** How much the ratios of a mask and its picture may differ: a small preview has whole pixels. */
const shapeTolerance = 0.02;

/**
 * Makes the mask for a picture of this `size` from the user's drawing over it. `shown` is what they
 * saw: the picture, or its middle part if its edges were cut off. Refuses formats other than PNG
 * (`unsupported`), another shape than that of `shown` (`other_size`), and masks without transparency
 * (`empty`).
 */
export async function readMask(
  bytes: Uint8Array,
  { size, shown }: { size: Size; shown: Size },
): Promise<Picture | Refusal | { ok: false; reason: 'other_size' | 'empty' }> {
  return withImage(bytes, async (image, drawn) => {
    if (drawn.mimeType !== 'image/png') return { ok: false, reason: 'unsupported' };
    const shapes = (drawn.width / drawn.height) * (shown.height / shown.width);
    if (Math.abs(Math.log(shapes)) > shapeTolerance) return { ok: false, reason: 'other_size' };
    const scale = Math.min(size.width / shown.width, size.height / shown.height);
    const width = Math.min(size.width, Math.round(shown.width * scale));
    const height = Math.min(size.height, Math.round(shown.height * scale));
    const left = Math.floor((size.width - width) / 2);
    const top = Math.floor((size.height - height) / 2);
    const alpha = await toAlpha(image, (plane) => plane.resize(width, height, { fit: 'fill' }));
    const whole = Buffer.alloc(size.width * size.height, opaque);
    for (let row = 0; row < height; row++) {
      alpha.copy(whole, (top + row) * size.width + left, row * width, (row + 1) * width);
    }
    return whole.includes(0) ? toMask(whole, size) : { ok: false, reason: 'empty' };
  });
}

export type MaskedInput = {
  /** The picture as a PNG, because a mask must have the same format. */
  readonly image: Uint8Array;
  /** A PNG of the same size. */
  readonly mask: Uint8Array;
};

/**
 * Returns a picture with its mask. The mask is scaled to the picture, and cut as a model cuts a picture to
 * another ratio.
 */
export async function fitMask(picture: Uint8Array, mask: Uint8Array): Promise<MaskedInput> {
  const image = readable(
    await withImage(picture, async (opened) => {
      const { data, info } = await opened
        .toColourspace('srgb')
        .png({ compressionLevel: 6 })
        .toBuffer({ resolveWithObject: true });
      return { ok: true as const, bytes: data, width: info.width, height: info.height };
    }),
  );
  const fitted = await toMask(await coverWith(mask, image), image);
  return { image: image.bytes, mask: fitted.bytes };
}

/** The colour of the marked part, which is rare in pictures. */
const tint = [255, 0, 200] as const;
const tintOpacity = 0.6;

/** Returns a JPEG of the picture with the part to change tinted, for models without masks. */
export async function drawMarked(picture: Uint8Array, mask: Uint8Array): Promise<Uint8Array> {
  return readable(
    await withImage(picture, async (opened) => {
      const { data, info } = await opened
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const alpha = await coverWith(mask, info);
      for (let at = 0; at < alpha.length; at++) {
        if (alpha[at] === opaque) continue;
        for (let channel = 0; channel < 3; channel++) {
          const index = at * info.channels + channel;
          data[index] = data[index]! * (1 - tintOpacity) + tint[channel]! * tintOpacity;
        }
      }
      const marked = imageFromPixels(data, info).jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
      return { ok: true as const, bytes: await marked.toBuffer() };
    }),
  ).bytes;
}

/** One byte per pixel: 0 in the part to change. */
async function coverWith(mask: Uint8Array, { width, height }: Size): Promise<Buffer> {
  return readable(
    await withImage(mask, async (image) => ({
      ok: true as const,
      alpha: await toAlpha(image, (plane) => plane.resize(width, height, { fit: 'cover' })),
    })),
  ).alpha;
}

async function toAlpha(image: Sharp, fit: (plane: Sharp) => Sharp): Promise<Buffer> {
  const { data, info } = await image
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return fit(imageFromPixels(data, info)).toColourspace('b-w').threshold(128).raw().toBuffer();
}

async function toMask(alpha: Buffer, { width, height }: Size): Promise<Picture> {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < alpha.length; at++) pixels[at * 4 + 3] = alpha[at]!;
  const bytes = await imageFromPixels(pixels, { width, height, channels: 4 }).png().toBuffer();
  return { ok: true, bytes, mimeType: 'image/png', width, height };
}

/** Unwraps the outcome for one of our own pictures, which are always readable. */
function readable<T extends { ok: true }>(outcome: T | Refusal): T {
  if (outcome.ok) return outcome;
  throw new Error(`cannot read a stored picture: ${outcome.reason}`);
}
