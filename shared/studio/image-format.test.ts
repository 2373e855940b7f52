import { describe, expect, test } from 'vitest';
import { detectImageFormat } from './image-format.ts';

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'number' ? [value] : [...value].map((letter) => letter.charCodeAt(0)),
    ),
  );
/** The box at the beginning of HEIC, AVIF and MP4 files. */
const box = (...brands: string[]) =>
  bytes(0, 0, 0, 12 + 4 * brands.length, 'ftyp', brands[0]!, 0, 0, 0, 0, ...brands.slice(1));

describe('the detected image format', () => {
  test.each([
    ['image/png', 'a PNG', bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13)],
    ['image/jpeg', 'a JPEG', bytes(0xff, 0xd8, 0xff, 0xe1, 0, 0, 'Exif')],
    ['image/webp', 'a WebP', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    ['image/heic', 'an iPhone photo', box('heic', 'mif1', 'heic')],
    ['image/heic', 'an iPhone photo that names a general brand first', box('mif1', 'MiPr', 'heic')],
    ['image/heic', 'a Samsung photo', box('heix', 'mif1')],
    ['image/heic', 'a burst', box('msf1', 'hevc')],
    [null, 'an AVIF', box('avif', 'mif1', 'miaf')],
    [null, 'an AVIF that names a general brand first', box('mif1', 'avif')],
    [null, 'a film', box('isom', 'iso2', 'mp41')],
    [null, 'a film followed by a brand outside its box', bytes(...box('isom'), 'heic')],
    [null, 'a GIF', bytes('GIF89a')],
    [null, 'an SVG', bytes('<svg xmlns=')],
    [null, 'a sound', bytes('RIFF', 1, 2, 3, 4, 'WAVE')],
    [null, 'the beginning of a PNG', bytes(0x89, 'PNG')],
    [null, 'nothing', bytes()],
  ])('the image format is %s for %s', (format, _name, file) => {
    expect(detectImageFormat(file)).toBe(format);
  });
});
