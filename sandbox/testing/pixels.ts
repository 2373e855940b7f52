/** Compares pictures in tests. */
import sharp from 'sharp';

const pixels = (image: Buffer) =>
  sharp(image).removeAlpha().toColourspace('srgb').resize(64, 64, { fit: 'fill' }).raw().toBuffer();

/** Mean difference of all channels after scaling both to 64 x 64: 0 is equal, 255 opposite. */
export async function measureDistance(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  return sum / a.length;
}

/** Mean spread between the channels of a pixel: 0 is grey. */
export async function measureColourfulness(image: Buffer): Promise<number> {
  const raw = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .resize(64, 64)
    .raw()
    .toBuffer();
  let sum = 0;
  for (let index = 0; index < raw.length; index += 3) {
    const pixel = [...raw.subarray(index, index + 3)];
    sum += Math.max(...pixel) - Math.min(...pixel);
  }
  return sum / (raw.length / 3);
}
