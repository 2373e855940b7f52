// Masks as the client draws them.
import sharp from 'sharp';

/** Transparent in a part of the width, from the left. */
export function createLeftMask(width: number, height: number, share = 0.5): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    data[4 * at + 3] = at % width < width * share ? 0 : 255;
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** A picture of repeated colours, so that changed parts can be recognized. */
export function picture(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    data.set([90 + ((at % width) >> 3), 120, 60 + (Math.floor(at / width) >> 3)], 3 * at);
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/**
 * The average difference (0 to 255) between two pictures in a part of their width. The second picture is
 * first cut to the shape of the first.
 */
export async function measureChange(
  [one, other]: readonly [Uint8Array, Uint8Array],
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { width, height } = await sharp(one).metadata();
  const left = Math.round(from * width);
  const part = { left, top: 0, width: Math.round(to * width) - left, height };
  const read = (bytes: Uint8Array) =>
    sharp(bytes)
      .resize(width, height, { fit: 'cover' })
      .extract(part)
      .removeAlpha()
      .raw()
      .toBuffer();
  const [before, after] = await Promise.all([read(one), read(other)]);
  let sum = 0;
  for (let at = 0; at < before.length; at++) sum += Math.abs(before[at]! - after[at]!);
  return sum / before.length;
}
