/** Unusable pictures that real providers have sent, and that must not be charged. */
import sharp from 'sharp';
import type { FailureKind } from './markers.ts';

/** The replacement of `drawn`, or `drawn` itself if this kind of failure does not affect pictures. */
export async function toOddPicture(kind: FailureKind | null, drawn: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(drawn).metadata();
  const paint = (size: { width: number; height: number }, alpha: number) =>
    sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha } } })
      .png()
      .toBuffer();
  switch (kind) {
    case 'flat':
      return paint({ width, height }, 1);
    case 'clear':
      return paint({ width, height }, 0);
    case 'tiny':
      return paint({ width: 1, height: 1 }, 1);
    case 'no_picture':
      return Buffer.from('<html><body>502 Bad Gateway</body></html>');
    default:
      return drawn;
  }
}
