import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findScratchParent, scratchParents } from './scratch.ts';

test('tests store their databases on the disk if there is little memory', () => {
  expect(findScratchParent(2 ** 30)).toBe(tmpdir());
});

test('tests store their databases in memory if there is enough', () => {
  expect(findScratchParent(3 * 2 ** 30)).toBe('/dev/shm');
});

test('leftovers of a killed run are looked for in every possible folder', () => {
  expect(scratchParents).toContain(findScratchParent());
});
