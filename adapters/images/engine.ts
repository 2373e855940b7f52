/** The only module that configures sharp. All other modules use sharp through this module. */
import { readFile } from 'node:fs/promises';
import sharp, { type OutputInfo, type OverlayOptions, type Sharp } from 'sharp';
import { toXmp, type AiLabel } from './label.ts';
import type { ImageMimeType } from './store.ts';
import { pixelsMax, stripImage, type StripRefusal } from './strip/strip.ts';
import { embedXmp } from './xmp.ts';

// Several jobs share a process with other work, so low memory matters more than speed.
sharp.cache(false);
sharp.concurrency(1);

export type Refusal = StripRefusal;
export type Picture = {
  ok: true;
  bytes: Uint8Array;
  mimeType: ImageMimeType;
  width: number;
  height: number;
};
export type Measures = { ok: true; mimeType: ImageMimeType; width: number; height: number };

/** The bytes of an image, or the path of a file that has them. */
export type ImageSource = Uint8Array | string;

/**
 * Runs `work` on an opened image. The decoder gets only the parts of the file that decoding needs: other
 * formats and oversized pictures are refused, and metadata is removed, before any of sharp's many decoders
 * runs.
 */
export async function withImage<T>(
  source: ImageSource,
  work: (image: Sharp, measures: Measures, xmp: string) => Promise<T>,
): Promise<T | Refusal> {
  const file = typeof source === 'string' ? await readFile(source) : asBuffer(source);
  const stripped = stripImage(file);
  if (!stripped.ok) return stripped;
  const { bytes, mimeType, xmp } = stripped;
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', animated: false });
    const { width, height } = (await image.metadata()).autoOrient;
    if (width * height > pixelsMax) return { ok: false, reason: 'too_large' };
    return await work(image.autoOrient(), { ok: true, mimeType, width, height }, xmp);
  } catch (error) {
    const isBomb = error instanceof Error && /pixel limit/.test(error.message);
    return { ok: false, reason: isBomb ? 'too_large' : 'corrupt' };
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Creates an image from decoded pixels. */
export function imageFromPixels(
  data: Buffer,
  { width, height, channels }: Pick<OutputInfo, 'width' | 'height' | 'channels'>,
): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** Renders our own SVG as an overlay for `composite`. */
export async function renderOverlay(svg: string): Promise<OverlayOptions> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels } };
}

/**
 * Renders text with the fonts of `adapters/images/fonts` (`process-image.ts` names them to the decoder's process). It is
 * broken into lines of at most `width` pixels. `markup` is Pango's, with sizes in pixels.
 */
export async function renderText(
  markup: string,
  { width, align }: { width: number; align: 'left' | 'right' },
): Promise<{ data: Buffer; info: OutputInfo }> {
  return sharp({
    text: {
      text: markup,
      font: 'Noto Sans Bold',
      rgba: true,
      dpi: 72,
      width,
      align,
      wrap: 'word-char',
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** A transparent image to draw on. */
export function createCanvas(size: { width: number; height: number }): Sharp {
  return sharp({ create: { ...size, channels: 4, background: '#00000000' } });
}

/** Renders our own SVG to one byte per pixel: its lightness. */
export function renderGrey(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/**
 * Encodes the image with the label of AI content and without any other metadata of the input, because sharp
 * keeps none by default. `quality` is for a JPEG that has to be small.
 */
export async function encodeImage(
  image: Sharp,
  mimeType: ImageMimeType,
  label: AiLabel | null,
  quality?: number,
): Promise<Picture> {
  const { data, info } = await formatted(image, mimeType, quality).toBuffer({
    resolveWithObject: true,
  });
  const bytes = label ? embedXmp(data, mimeType, toXmp(label)) : data;
  return { ok: true, bytes, mimeType, width: info.width, height: info.height };
}

function formatted(image: Sharp, mimeType: ImageMimeType, quality?: number): Sharp {
  switch (mimeType) {
    case 'image/png':
      return image.png({ compressionLevel: 7 });
    case 'image/webp':
      return image.webp({ quality: 88 });
    case 'image/jpeg':
      return quality === undefined
        ? image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
        : image.jpeg({ quality });
  }
}
