import sharp, { type Color } from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectMade } from './made-picture.ts';

/** Two halves of different colours. */
async function paint(width: number, height: number): Promise<Buffer> {
  const fill = (across: number, background: string) =>
    sharp({ create: { width: across, height, channels: 3, background } });
  const half = await fill(Math.ceil(width / 2), '#c33')
    .png()
    .toBuffer();
  return fill(width, '#fff')
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

const order = { aspectRatio: '16:9', size: 1024 } as const;

describe('the check of a picture ordered at 16:9 and 1024 px', () => {
  test.each([
    ['1024 × 576 px', 1024, 576],
    ['smaller, but of the nearest size', 960, 540],
    ['larger than ordered', 1376, 768],
    ['a 3:2 picture, which is cut later', 1536, 1024],
  ])(
    'a picture ordered at 16:9 and 1024 px is accepted when it is %s',
    async (_what, width, height) => {
      expect(await inspectMade(await paint(width, height), order)).toEqual({
        ok: true,
        mimeType: 'image/png',
        width,
        height,
      });
    },
  );

  test.each([
    ['half as wide', 512, 288, 'small'],
    ['square', 1024, 1024, 'other_ratio'],
    ['upright', 576, 1024, 'other_ratio'],
  ])(
    'a picture ordered at 16:9 and 1024 px is refused when it is %s',
    async (_what, width, height, defect) => {
      expect(await inspectMade(await paint(width, height), order)).toEqual({ ok: false, defect });
    },
  );

  test('a picture of one colour, of nearly one, or without visible content is empty', async () => {
    const fill = (background: Color) =>
      sharp({ create: { width: 1024, height: 576, channels: 4, background } })
        .png()
        .toBuffer();
    for (const bytes of [await fill('#000'), await fill({ r: 200, g: 9, b: 9, alpha: 0.005 })]) {
      expect(await inspectMade(bytes, order)).toEqual({ ok: false, defect: 'empty' });
    }
  });
});

test('a preview may have any size and ratio, but not only a few pixels', async () => {
  expect(await inspectMade(await paint(300, 500), null)).toMatchObject({ ok: true });
  expect(await inspectMade(await paint(40, 40), null)).toEqual({ ok: false, defect: 'small' });
  expect(await inspectMade(Buffer.from('no picture'), null)).toEqual({
    ok: false,
    defect: 'unreadable',
  });
});
