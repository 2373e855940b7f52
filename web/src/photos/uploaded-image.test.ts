import { describe, expect, test } from 'vitest';
import { fitted } from './uploaded-image';

describe('given the measures of a photo, then it is sent at 2048 px at most, in its own shape', () => {
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
  ])('%j', (measures, sent) => {
    expect(fitted(measures)).toEqual(sent);
  });
});
