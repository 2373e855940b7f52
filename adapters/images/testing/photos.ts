// Photos as users upload them, and hostile files.
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type JpegOptions } from 'sharp';

export function readPixels(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer();
}

/** The same picture in the form that was stored before labels existed. */
export function withoutLabel(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).toBuffer();
}

/** The left half has one colour, the right half another. */
export function paintHalves(width: number, height: number, left = '#c4552d', right = '#1b3a5a') {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3, background: left } };
  return sharp({ create: { width, height, channels: 3, background: right } }).composite([
    { input: half as never, left: 0, top: 0 },
  ]);
}

/** Bytes of a picture of this size. */
export function photo(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
): Promise<Buffer> {
  return paintHalves(width, height).toFormat(format).toBuffer();
}

/** A JPEG without two equal neighbouring pixels: it takes far longer to decode than a photo of its size. */
export function noisyPhoto(width: number, height: number, options: JpegOptions): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width, height, channels: 3, background: '#888', noise } as const;
  return sharp({ create })
    .jpeg({ progressive: true, ...options })
    .toBuffer();
}

/** A JPEG as an upright phone stores it: rotated, with the location where it was taken. */
export function phonePhoto(storedWidth: number, storedHeight: number): Promise<Buffer> {
  return paintHalves(storedWidth, storedHeight)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** An animation of consecutive pictures in different colours. */
export function animatedWebp(width: number, height: number, pictures: number): Promise<Buffer> {
  const of = (n: number) => ({
    create: { width, height, channels: 3, background: `rgb(${n * 80},0,0)` },
  });
  const frames = Array.from({ length: pictures }, (_, n) => of(n) as never);
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/**
 * A complete black PNG with one bit per pixel: it has only some kilobytes, however many pixels it unpacks to.
 */
export function blackPng(width: number, height: number): Buffer {
  return onePng(width, height, Buffer.alloc((1 + Math.ceil(width / 8)) * height));
}

/** A PNG whose header claims this size, although it has far fewer pixels. */
export function blackPngHead(width: number, height: number): Buffer {
  return onePng(width, height, Buffer.alloc(1000));
}

function onePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export interface Look {
  readonly width: number;
  readonly height: number;
  readonly hasExif: boolean;
  /** Red, green and blue of the pixel in the upper left corner, 0 to 255. */
  readonly corner: readonly number[];
  /** The average difference of the channels: 0 is grey. */
  readonly colourfulness: number;
}

/** The contents of an image, read without any of the product's code. */
export async function lookAt(bytes: Uint8Array): Promise<Look> {
  const { exif } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let apart = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    apart += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return {
    width: info.width,
    height: info.height,
    hasExif: exif !== undefined,
    corner: [...data.subarray(0, 3)],
    colourfulness: apart / (data.length / 3),
  };
}
