/** What is done to an image: measured, shown as a preview, sold at a size, or taken from a user. */
import type { OverlayOptions, ResizeOptions } from 'sharp';
import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import {
  encode,
  imageOfPixels,
  overlayOfSvg,
  withImage,
  type ImageSource,
  type Measures,
  type Picture,
  type Refusal,
} from './engine.ts';
import { watermarkSvg } from './watermark.ts';

/** docs/product.md, Numbers: the longest side of a preview, in pixels. */
const previewSideMax = 256;

/** The longest side of an uploaded image as we keep it and pass it on. */
const uploadSideMax = 2048;

/** Width and height in pixels as a viewer shows them: after the EXIF rotation. */
export function measure(bytes: Uint8Array): Promise<Measures | Refusal> {
  return withImage(bytes, (_image, measures) => Promise.resolve(measures));
}

/**
 * A watermarked WebP of at most `maxSide` pixels (never over 256) on its longest side. With an
 * `aspectRatio` it is cut to that ratio around its middle.
 */
export function makePreview(
  bytes: Uint8Array,
  { maxSide = previewSideMax, aspectRatio }: { maxSide?: number; aspectRatio?: AspectRatio } = {},
): Promise<Picture | Refusal> {
  return withImage(bytes, async (image) => {
    const side = Math.min(maxSide, previewSideMax);
    const { data, info } = await image
      .resize({ ...toResizeOptions(side, aspectRatio), withoutEnlargement: true })
      // A see-through preview would let the words be lifted off it.
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const mark = await createWatermark(info.width, info.height);
    return encode(imageOfPixels(data, info).composite([mark]), 'image/webp');
  });
}

/** Marks by their size. Drawing one takes longer than all else that is done to a preview. */
const marks = new Map<string, Promise<OverlayOptions>>();
const marksKept = 16;

function createWatermark(width: number, height: number): Promise<OverlayOptions> {
  const size = `${width}x${height}`;
  const mark = marks.get(size) ?? overlayOfSvg(watermarkSvg(width, height));
  if (!marks.has(size) && marks.size >= marksKept) marks.clear();
  marks.set(size, mark);
  return mark;
}

/**
 * The image as it is sold: `longestSide` pixels on its longest side, larger or smaller than it was
 * (Lanczos). A JPEG, which every app a user may post it to takes, or a PNG where it is see-through.
 * With an `aspectRatio` it is cut to that ratio around its middle: not every model draws them all.
 */
export function renderFinal(
  bytes: Uint8Array,
  { longestSide, aspectRatio }: { longestSide: number; aspectRatio?: AspectRatio },
): Promise<Picture | Refusal> {
  return withImage(bytes, async (image) => {
    const { isOpaque } = await image.stats();
    const sized = image
      .resize({ ...toResizeOptions(longestSide, aspectRatio), kernel: 'lanczos3' })
      .toColourspace('srgb');
    return isOpaque ? encode(sized.removeAlpha(), 'image/jpeg') : encode(sized, 'image/png');
  });
}

function toResizeOptions(side: number, aspectRatio: AspectRatio | undefined): ResizeOptions {
  if (!aspectRatio) return { width: side, height: side, fit: 'inside' };
  const [across, down] = aspectRatio.split(':').map(Number) as [number, number];
  const scale = side / Math.max(across, down);
  return { width: Math.round(across * scale), height: Math.round(down * scale), fit: 'cover' };
}

/**
 * A user's file made safe: really a PNG, JPEG or WebP, turned upright, encoded anew (so nothing but
 * pixels survives: no EXIF, no place, no trailing data) and at most 2048 px on its longest side.
 */
export function decodeUpload(source: ImageSource): Promise<Picture | Refusal> {
  return withImage(source, (image, { mimeType }) =>
    encode(
      image
        .resize({
          width: uploadSideMax,
          height: uploadSideMax,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .toColourspace('srgb'),
      mimeType,
    ),
  );
}
