/** Measures images, makes previews, resizes for sale, and sanitizes uploads. */
import type { OverlayOptions, ResizeOptions } from 'sharp';
import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import {
  encodeImage,
  imageFromPixels,
  renderOverlay,
  withImage,
  type ImageSource,
  type Measures,
  type Picture,
  type Refusal,
} from './engine.ts';
import { drawMark, type MarkText } from './mark.ts';
import { parseLabel, type AiLabel } from './label.ts';
import { drawWatermark } from './watermark.ts';

/** docs/product.md, Numbers: the longest side of a preview, in pixels. */
const previewSideMax = 256;

/** The longest side of an uploaded image as it is kept and sent to providers. */
const uploadSideMax = 2048;

/** The AI labels of a picture: in its metadata and visible on it. */
interface Labels {
  readonly label: AiLabel;
  /** Null if the operator wants none. */
  readonly mark: MarkText | null;
}

/** Width and height in pixels as a viewer shows them: after the EXIF rotation. */
export function measure(bytes: Uint8Array): Promise<Measures | Refusal> {
  return withImage(bytes, (_image, measures) => Promise.resolve(measures));
}

/**
 * A picture with a smaller deviation in any channel has no content: all pixels of the channel are nearly the
 * same.
 */
const deviationMin = 0.5;
/** An image whose mean alpha is below this is invisible. */
const visibleAlphaMin = 3;

export type Inspected = Measures & {
  /** Whether the picture is empty: one colour throughout, or transparent throughout. */
  readonly isEmpty: boolean;
};

/** The size of a picture, and whether it is blank. */
export function inspect(bytes: Uint8Array): Promise<Inspected | Refusal> {
  return withImage(bytes, async (image, measures) => {
    const { channels, isOpaque } = await image.stats();
    const alpha = isOpaque ? null : channels.at(-1)!;
    const isClear = alpha !== null && alpha.mean < visibleAlphaMin;
    const isFlat = channels.every(({ stdev }) => stdev < deviationMin);
    return { ...measures, isEmpty: isClear || isFlat };
  });
}

/**
 * A watermarked WebP of at most `maxSide` pixels (never over 256) on its longest side. With an
 * `aspectRatio` it is cut to that ratio around its middle.
 */
export function makePreview(
  bytes: Uint8Array,
  {
    maxSide = previewSideMax,
    aspectRatio,
    label,
    mark,
  }: { maxSide?: number; aspectRatio?: AspectRatio } & Labels,
): Promise<Picture | Refusal> {
  return withImage(bytes, async (image) => {
    const side = Math.min(maxSide, previewSideMax);
    const { data, info } = await image
      .resize({ ...toResizeOptions(side, aspectRatio), withoutEnlargement: true })
      // Transparency would allow removing the watermark from a preview.
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    await drawWatermark(data, info);
    const marked = imageFromPixels(data, info);
    if (mark) marked.composite([await createMark(mark, info)]);
    return encodeImage(marked, 'image/webp', label);
  });
}

async function createMark(
  text: MarkText,
  size: { width: number; height: number },
): Promise<OverlayOptions> {
  const { svg, left, top } = drawMark(text, size);
  return { ...(await renderOverlay(svg)), left, top };
}

/**
 * Returns the image as it is sold: `longestSide` pixels on its longest side, scaled up or down (Lanczos). A
 * JPEG, which every app accepts, or a PNG if it has transparency. With an `aspectRatio` it is cut to that
 * ratio around its middle, because not every model draws every ratio. `unmarked` is the same image without
 * its mark, for later edits and copies; null if it has no mark.
 */
export function renderFinal(
  bytes: Uint8Array,
  { longestSide, aspectRatio, label, mark }: SaleOptions,
): Promise<FinalPicture | Refusal> {
  return withImage(bytes, async (image) => {
    const { isOpaque } = await image.stats();
    const sized = image
      .resize({ ...toResizeOptions(longestSide, aspectRatio), kernel: 'lanczos3' })
      .toColourspace('srgb');
    const { data, info } = await (isOpaque ? sized.removeAlpha() : sized)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const mimeType = isOpaque ? 'image/jpeg' : 'image/png';
    const plain = await encodeImage(imageFromPixels(data, info), mimeType, label);
    if (!mark) return { ...plain, unmarked: null };
    const marked = imageFromPixels(data, info).composite([await createMark(mark, info)]);
    return { ...(await encodeImage(marked, mimeType, label)), unmarked: plain.bytes };
  });
}

/**
 * Returns a small copy of a bought picture with its mark: a WebP whose shorter side is `side` pixels, or the
 * original size if that is smaller.
 */
export function makeThumbnail(
  bytes: Uint8Array,
  { side, label }: { side: number; label: AiLabel },
): Promise<Picture | Refusal> {
  return withImage(bytes, (image, _measures, xmp) =>
    encodeImage(
      image
        .resize({ width: side, height: side, fit: 'outside', withoutEnlargement: true })
        .toColourspace('srgb'),
      'image/webp',
      // The picture's own label is the best source of its origin.
      { ...label, sourceType: parseLabel(xmp)?.sourceType ?? label.sourceType },
    ),
  );
}

export type FinalPicture = Picture & { readonly unmarked: Uint8Array | null };

type SaleOptions = { longestSide: number; aspectRatio?: AspectRatio } & Labels;

function toResizeOptions(side: number, aspectRatio: AspectRatio | undefined): ResizeOptions {
  if (!aspectRatio) return { width: side, height: side, fit: 'inside' };
  const [across, down] = aspectRatio.split(':').map(Number) as [number, number];
  const scale = side / Math.max(across, down);
  return { width: Math.round(across * scale), height: Math.round(down * scale), fit: 'cover' };
}

/**
 * Sanitizes an upload, which must be a PNG, JPEG or WebP: turns it upright, re-encodes it (keeping only the
 * pixels and whether AI made them, without EXIF, location or trailing data) and shrinks it to at most 2048 px
 * on its longest side.
 */
export function decodeUpload(source: ImageSource): Promise<Picture | Refusal> {
  return withImage(source, (image, { mimeType }, xmp) =>
    encodeImage(
      image
        .resize({
          width: uploadSideMax,
          height: uploadSideMax,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .toColourspace('srgb'),
      mimeType,
      parseLabel(xmp),
    ),
  );
}

/** The longest side of a picture in a chat message. Models see no more of it without costing more. */
const chatSideMax = 1280;

/** A small WebP of an upload, for a chat message and its model. It keeps whether AI made the picture. */
export function makeChatPicture(bytes: Uint8Array): Promise<Picture | Refusal> {
  return withImage(bytes, (image, _measures, xmp) =>
    encodeImage(
      image
        .resize({
          width: chatSideMax,
          height: chatSideMax,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .toColourspace('srgb'),
      'image/webp',
      parseLabel(xmp),
    ),
  );
}
