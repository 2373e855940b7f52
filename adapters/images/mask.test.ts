import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawMarked, fitMask, readMask } from './mask.ts';
import { createLeftMask, measureChange, picture } from './testing/masks.ts';
import { photo } from './testing/photos.ts';

const size = { width: 320, height: 240 };

async function readAlpha(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...info, at: (x: number, y: number) => data[y * info.width + x], all: new Set(data) };
}

async function read(bytes: Uint8Array, shown = size, whole = size): Promise<Uint8Array> {
  const mask = await readMask(bytes, { size: whole, shown });
  if (!mask.ok) throw new Error(mask.reason);
  return mask.bytes;
}

test('a small mask of the right shape is scaled to its picture, without half-transparent pixels', async () => {
  const alpha = await readAlpha(await read(await createLeftMask(80, 60)));
  expect(alpha).toMatchObject(size);
  expect([...alpha.all].toSorted()).toEqual([0, 255]);
  expect([alpha.at(10, 10), alpha.at(150, 230), alpha.at(170, 10), alpha.at(310, 230)]).toEqual([
    0, 0, 255, 255,
  ]);
});

test('a mask over a cropped view of a picture protects the part that was not shown', async () => {
  const square = { width: 256, height: 256 };
  const alpha = await readAlpha(await read(await createLeftMask(128, 128), square));
  expect(alpha).toMatchObject(size);
  // The user saw 240 of the 320 pixels, from the 40th on.
  expect([20, 60, 150, 170, 300].map((x) => alpha.at(x, 120))).toEqual([255, 0, 0, 255, 255]);
});

test.each([
  ['a JPEG', () => photo(320, 240), 'unsupported'],
  ['a PNG without transparency', () => photo(320, 240, 'png'), 'empty'],
  ['a PNG in which nothing is marked', () => createLeftMask(320, 240, 0), 'empty'],
  ['a PNG of another shape', () => createLeftMask(240, 320), 'other_size'],
  ['a truncated file', async () => (await createLeftMask(320, 240)).subarray(0, 60), 'corrupt'],
])('a mask is refused: %s', async (_name, make, reason) => {
  expect(await readMask(await make(), { size, shown: size })).toEqual({ ok: false, reason });
});

test('a mask fitted to a picture of another shape is cut like the picture, and both are PNGs of one size', async () => {
  const mask = await read(await createLeftMask(320, 240, 0.25));
  const { image, mask: fitted } = await fitMask(await photo(200, 200), mask);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 200, height: 200 });
  const alpha = await readAlpha(fitted);
  expect(alpha).toMatchObject({ width: 200, height: 200 });
  // The mask covers a quarter of 267 pixels, of which the first 33 are cut off.
  expect([20, 30, 40, 150].map((x) => alpha.at(x, 100))).toEqual([0, 0, 255, 255]);
});

test('tinting the marked part leaves the rest of the picture unchanged', async () => {
  const before = await picture(320, 240);
  const after = await drawMarked(before, await read(await createLeftMask(80, 60)));
  expect((await sharp(after).metadata()).format).toBe('jpeg');
  expect(await measureChange([before, after], { from: 0, to: 0.48 })).toBeGreaterThan(50);
  expect(await measureChange([before, after], { from: 0.55, to: 1 })).toBeLessThan(3);
});
