// Photos as a phone takes them.
import type { Page } from 'playwright-core';

/** A picture with a sun on the left and a hill on the right. */
export async function takePhoto(
  page: Page,
  photo: { width: number; height: number; type?: 'image/jpeg' | 'image/png' },
): Promise<Buffer> {
  const base64 = await page.evaluate(drawLandscape, { type: 'image/jpeg', ...photo });
  return Buffer.from(base64, 'base64');
}

async function drawLandscape(photo: {
  width: number;
  height: number;
  type: string;
}): Promise<string> {
  const { width, height, type } = photo;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#2f6fb5');
  sky.addColorStop(1, '#f6c27a');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#ffe9a8';
  context.beginPath();
  context.arc(width * 0.28, height * 0.42, height * 0.14, 0, 7);
  context.fill();
  context.fillStyle = '#274d3a';
  context.beginPath();
  context.ellipse(width * 0.75, height * 1.05, width * 0.5, height * 0.45, 0, 0, 7);
  context.fill();
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The JPEG with an EXIF rotation of 90 degrees, as from a phone that was held upright. */
export function heldUpright(jpeg: Buffer): Buffer {
  const orientation = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const tiff = [...Buffer.from('MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...orientation, 0, 0, 0, 0];
  const body = [...Buffer.from('Exif'), 0, 0, ...tiff];
  const segment = Buffer.from([0xff, 0xe1, 0, body.length + 2, ...body]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}
