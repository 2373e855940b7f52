import { describe, expect, test } from 'vitest';
import { fitted, detectType } from './uploaded-image';

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'number' ? [value] : [...value].map((letter) => letter.charCodeAt(0)),
    ),
  );

describe('given the first bytes of a file, then its type is told by them alone', () => {
  test.each([
    ['image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13)],
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe1, 0, 0, 'Exif')],
    ['image/webp', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    [null, bytes('GIF89a')],
    [null, bytes('<svg xmlns=')],
    [null, bytes('RIFF', 1, 2, 3, 4, 'WAVE')],
    [null, bytes(0x89, 'PNG')],
    [null, bytes()],
  ])('%s', (type, head) => {
    expect(detectType(head)).toBe(type);
  });
});

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
