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
