import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findScratchParent, scratchParents } from './scratch.ts';

test('given little memory, then what tests leave goes to the disk', () => {
  expect(findScratchParent(2 ** 30)).toBe(tmpdir());
});

test('given enough of it, then into memory', () => {
  expect(findScratchParent(3 * 2 ** 30)).toBe('/dev/shm');
});

test('what a killed run left is looked for wherever this one may be', () => {
  expect(scratchParents).toContain(findScratchParent());
});
