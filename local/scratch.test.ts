import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findScratchParent, scratchParents } from './scratch.ts';

test('with little memory, tests use the disk', () => {
  expect(findScratchParent(2 ** 30)).toBe(tmpdir());
});

test('with enough memory, tests use memory', () => {
  expect(findScratchParent(3 * 2 ** 30)).toBe('/dev/shm');
});

test('leftovers of a killed run are looked for in every possible folder', () => {
  expect(scratchParents).toContain(findScratchParent());
});
