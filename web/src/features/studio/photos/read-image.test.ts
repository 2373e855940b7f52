import { expect, test } from 'vitest';
import { scaleDown } from './read-image';

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 2048, height: 1536 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1536, height: 2048 },
  ],
  [
    { width: 2048, height: 2048 },
    { width: 2048, height: 2048 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 2048, height: 1 },
  ],
])('scaleDown reduces a photo of %j to %j', (size, uploaded) => {
  expect(scaleDown(size)).toEqual(uploaded);
});
