import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderObjects } from './folder.ts';
import { movePictures, type MoveOptions } from './move.ts';
import { sha256Of, type ObjectStore } from './objects.ts';
import { joinStores } from './open-objects.ts';

let folder: string;
let from: ObjectStore;
let to: ObjectStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sachet-move-'));
  from = createFolderObjects(join(folder, 'from'));
  to = createFolderObjects(join(folder, 'to'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const expected = new Map<string, Buffer>();
const move = (more: Partial<MoveOptions> = {}) =>
  movePictures({
    from,
    to,
    hiddenFolders: ['.exports'],
    readExpected: async (name) => expected.get(name),
    signal: new AbortController().signal,
    ...more,
  });
const picture = Buffer.from('a picture');

test('a damaged picture stays in the previous store and is reported', async () => {
  await from.put('gen_a/final-1.png', picture);
  expected.set('gen_a/final-1.png', sha256Of(Buffer.from('another')));
  await from.put('.exports/exp.1', picture);
  expect(await move()).toMatchObject({ all: 2, done: 1, damaged: ['gen_a/final-1.png'] });
  expect(await from.has('gen_a/final-1.png')).toBe(true);
  expect(await to.has('gen_a/final-1.png')).toBe(false);
  expect(await to.read('.exports/exp.1')).toEqual(picture);
});

test('a copy that an interrupted move left is verified, and replaced if it is damaged', async () => {
  for (const name of ['gen_b/whole.png', 'gen_b/half.png']) {
    await from.put(name, picture);
    expected.set(name, sha256Of(picture));
  }
  await to.put('gen_b/whole.png', picture);
  await to.put('gen_b/half.png', picture.subarray(0, 4));
  expect(await move()).toMatchObject({ all: 2, done: 2, damaged: [] });
  expect(await to.read('gen_b/half.png')).toEqual(picture);
  expect(await from.has('gen_b/half.png')).toBe(false);
});

test('a newer picture that the product stored during the move is not replaced by the older one', async () => {
  await from.put('gen_c/preview.webp', picture);
  const newer = Buffer.from('newer');
  await joinStores(to, from).put('gen_c/preview.webp', newer);
  expected.set('gen_c/preview.webp', sha256Of(newer));
  await move();
  expect(await to.read('gen_c/preview.webp')).toEqual(newer);
  expect(await from.has('gen_c/preview.webp')).toBe(false);
});

test('a picture that the product deletes while it is copied does not come back', async () => {
  await from.put('gen_d/final-1.png', picture);
  const product = joinStores(to, from);
  const slow: ObjectStore = {
    ...to,
    async putNew(name, source) {
      await product.delete(name);
      return to.putNew(name, source);
    },
  };
  await move({ to: slow });
  expect(await product.has('gen_d/final-1.png')).toBe(false);
});

test('the product reads a picture that is moved between its two looks', async () => {
  await from.put('gen_e/final-1.png', picture);
  const moving: ObjectStore = {
    ...from,
    async read(name) {
      await move();
      return from.read(name);
    },
  };
  expect(await joinStores(to, moving).read('gen_e/final-1.png')).toEqual(picture);
});

test('the first error of a store ends the move, which continues when it is started again', async () => {
  for (let at = 0; at < 40; at++) await from.put(`gen_${at}/final-1.png`, picture);
  let left = 15;
  const breaking: ObjectStore = {
    ...to,
    async putNew(name, source) {
      if (left-- <= 0) throw new Error('the bucket is away');
      return to.putNew(name, source);
    },
  };
  await expect(move({ to: breaking })).rejects.toThrow('the bucket is away');
  writeFileSync(join(folder, 'from', '.probe'), '');
  const again = await move();
  expect(again.all).toBe(25);
  expect(again.done).toBe(25);
});
