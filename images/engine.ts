/** The one place that sets sharp up; everything here goes through it. */
import { open } from 'node:fs/promises';
import sharp, { type OutputInfo, type OverlayOptions, type Sharp } from 'sharp';
import { toXmp, type AiLabel } from './label.ts';
import type { ImageMimeType } from './store.ts';
import { embedXmp } from './xmp.ts';

// Several jobs run at once in a process with other work: low memory matters more than speed.
sharp.cache(false);
sharp.concurrency(1);

/** 24 megapixels: more than any image that we make or accept. A larger one is a decompression bomb. */
const pixelsMax = 24_000_000;

/** What is looked at of the XMP that came with an image. */
const xmpBytesMax = 64 * 1024;

export type Refusal = { ok: false; reason: 'unsupported' | 'too_large' | 'corrupt' };
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
 * Runs `work` on an opened image. Other formats are refused by their first bytes, before any of
 * the many decoders that sharp brings has seen them.
 */
export async function withImage<T>(
  source: ImageSource,
  work: (image: Sharp, measures: Measures, xmp: string) => Promise<T>,
): Promise<T | Refusal> {
  const mimeType = detectMimeType(typeof source === 'string' ? await readHead(source) : source);
  if (!mimeType) return { ok: false, reason: 'unsupported' };
  try {
    const image = sharp(source, { limitInputPixels: pixelsMax, failOn: 'error', animated: false });
    const { autoOrient, xmp } = await image.metadata();
    const { width, height } = autoOrient;
    if (width * height > pixelsMax) return { ok: false, reason: 'too_large' };
    const xmpText = xmp?.subarray(0, xmpBytesMax).toString() ?? '';
    return await work(image.autoOrient(), { ok: true, mimeType, width, height }, xmpText);
  } catch (error) {
    const isBomb = error instanceof Error && /pixel limit/.test(error.message);
    return { ok: false, reason: isBomb ? 'too_large' : 'corrupt' };
  }
}

/** An image out of decoded pixels. */
export function imageFromPixels(
  data: Buffer,
  { width, height, channels }: Pick<OutputInfo, 'width' | 'height' | 'channels'>,
): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

/** What an SVG of our own shows, as an overlay for `composite`. */
export async function renderOverlay(svg: string): Promise<OverlayOptions> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels } };
}

/** A byte a pixel: how light an SVG of our own is there. */
export function renderGrey(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg))
    .flatten({ background: '#000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/**
 * Encodes, with the label of what AI made and without any other metadata of the input: sharp keeps
 * none unless it is told to.
 */
export async function encode(
  image: Sharp,
  mimeType: ImageMimeType,
  label: AiLabel | null,
): Promise<Picture> {
  const { data, info } = await formatted(image, mimeType).toBuffer({ resolveWithObject: true });
  const bytes = label ? embedXmp(data, mimeType, toXmp(label)) : data;
  return { ok: true, bytes, mimeType, width: info.width, height: info.height };
}

function formatted(image: Sharp, mimeType: ImageMimeType): Sharp {
  switch (mimeType) {
    case 'image/png':
      return image.png({ compressionLevel: 7 });
    case 'image/webp':
      return image.webp({ quality: 88 });
    case 'image/jpeg':
      return image.jpeg({ quality: 93, chromaSubsampling: '4:4:4' });
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function detectMimeType(bytes: Uint8Array): ImageMimeType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12));
  const text = head.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}
