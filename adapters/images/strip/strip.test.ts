import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { bombs, jpegSegment, webp } from '../testing/bombs.ts';
import { animatedWebp, paintHalves, phonePhoto, photo, pngChunk } from '../testing/photos.ts';
import { stripImage } from './strip.ts';

const formats = ['png', 'jpeg', 'webp'] as const;

function strip(file: Buffer) {
  const stripped = stripImage(file);
  if (!stripped.ok) throw new Error(stripped.reason);
  return stripped;
}

const pixels = (file: Buffer) => sharp(file).autoOrient().toColourspace('srgb').raw().toBuffer();

describe('a file without what decoding does not need', () => {
  const options = {
    png: [{}, { progressive: true }, { palette: true }],
    jpeg: [{}, { progressive: true }, { chromaSubsampling: '4:4:4' }, { mozjpeg: true }],
    webp: [{}, { lossless: true }, { nearLossless: true }],
  };
  const variants = formats.flatMap((format) =>
    options[format].map((option) => [format, JSON.stringify(option), option] as const),
  );

  test.each(variants)(
    'a stripped file shows the same pixels: %s %s',
    async (format, _name, option) => {
      for (const channels of [3, 4] as const) {
        const create = { width: 61, height: 40, channels, background: '#c4552d80' } as const;
        const file = await sharp({ create })
          .composite([{ input: await photo(20, 20), left: 3, top: 5 }])
          .withExif({ IFD0: { Copyright: 'somebody' } })
          .withMetadata({ orientation: 6 })
          .toFormat(format, option)
          .toBuffer();
        const stripped = strip(file);
        expect([stripped.width, stripped.height]).toEqual([61, 40]);
        expect(stripped.bytes.includes('somebody')).toBe(false);
        expect((await pixels(stripped.bytes)).equals(await pixels(file))).toBe(true);
      }
    },
  );

  test.each(formats)('a stripped file keeps the colors of a wide profile: %s', async (format) => {
    const file = await paintHalves(40, 20, '#ff2010', '#10ff20')
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer();
    const { icc } = await sharp(strip(file).bytes).metadata();
    expect(icc).toBeDefined();
    expect((await pixels(strip(file).bytes)).equals(await pixels(file))).toBe(true);
  });

  test('a stripped file keeps the colors of a JPEG for printing', async () => {
    const file = await paintHalves(40, 20).toColourspace('cmyk').jpeg().toBuffer();
    expect((await pixels(strip(file).bytes)).equals(await pixels(file))).toBe(true);
  });

  test.each(formats)(
    'a stripped file keeps the orientation and no other EXIF: %s',
    async (format) => {
      for (const orientation of [1, 3, 6, 8]) {
        const file = await paintHalves(40, 20)
          .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' } })
          .withMetadata({ orientation })
          .toFormat(format)
          .toBuffer();
        const kept = await sharp(strip(file).bytes).metadata();
        expect(kept.orientation).toBe(orientation);
        expect(kept.exif!.length).toBeLessThan(40);
      }
    },
  );

  test('a stripped animation is its first frame', async () => {
    const file = await animatedWebp(40, 30, 3);
    const { bytes } = strip(file);
    expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
    expect((await pixels(bytes)).equals(await pixels(file))).toBe(true);
  });

  test('a stripped JPEG has neither the bytes between its segments nor those after its end', async () => {
    const plain = await photo(30, 20);
    const file = Buffer.concat([
      plain.subarray(0, 2),
      jpegSegment(0xfe, 'a comment'),
      Buffer.from('\xff\xff\0\0', 'latin1'),
      plain.subarray(2),
      Buffer.from('a second picture'),
    ]);
    expect(strip(file).bytes.equals(strip(plain).bytes)).toBe(true);
  });
});

describe('XMP', () => {
  const xmp = '<x:xmpmeta>made by AI</x:xmpmeta>';
  test.each(formats)('XMP is read from a %s before it is removed', async (format) => {
    const file = await paintHalves(20, 20).withXmp(xmp).toFormat(format).toBuffer();
    expect(strip(file).xmp).toContain('made by AI');
    expect((await sharp(strip(file).bytes).metadata()).xmp).toBeUndefined();
  });

  test('XMP is unpacked up to 64 KiB', async () => {
    for (const bomb of bombs.filter(({ name }) => name.includes('iTXt'))) {
      expect(strip(await bomb.make()).xmp).toBe('');
    }
    const long = await webp(0x04, [['XMP ', Buffer.alloc(70_000, 'a')]]);
    expect(strip(long).xmp).toHaveLength(64 * 1024);
  });
});

describe('a bomb', () => {
  test.each(bombs)('$name $outcome', async ({ make, outcome }) => {
    const file = await make();
    const stripped = stripImage(file);
    expect(stripped.ok).toBe(outcome !== 'is refused');
    expect(stripped.ok ? stripped.bytes.length : 0).toBeLessThan(2_000);
  });
});

describe('a malformed file', () => {
  const idat = async () => photo(20, 20, 'png');
  const cases: [string, () => Promise<Buffer>][] = [
    ['a PNG with an unknown chunk that its pixels need', async () => insert(await idat(), 'CgBI')],
    ['a PNG with two headers', async () => insert(await idat(), 'IHDR')],
    ['a PNG without an end', async () => (await idat()).subarray(0, -12)],
    ['a JPEG without a frame', async () => Buffer.from('ffd8ffd9', 'hex')],
    ['a JPEG with arithmetic coding', async () => withFrame(await photo(20, 20), 0xc9)],
    ['a JPEG with two frames', async () => withTwoFrames(await photo(20, 20))],
    ['a WebP without pixels', async () => Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    [
      'a WebP whose canvas is not the size of its pixels',
      async () => withCanvas(await webp(0, [])),
    ],
  ];

  test.each(cases)('a malformed file is corrupt: %s', async (_name, make) => {
    expect(stripImage(await make())).toEqual({ ok: false, reason: 'corrupt' });
  });

  const insert = (png: Buffer, type: string) =>
    Buffer.concat([png.subarray(0, 33), pngChunk(type, Buffer.alloc(13)), png.subarray(33)]);
  const findFrame = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const withFrame = (jpeg: Buffer, marker: number) => {
    const changed = Buffer.from(jpeg);
    changed[findFrame(jpeg) + 1] = marker;
    return changed;
  };
  const withTwoFrames = (jpeg: Buffer) => {
    const at = findFrame(jpeg);
    const frame = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
    return Buffer.concat([jpeg.subarray(0, at), frame, jpeg.subarray(at)]);
  };
  const withCanvas = (file: Buffer) => {
    const changed = Buffer.from(file);
    changed.writeUIntLE(30, 24, 3);
    return changed;
  };
});

test('any bytes are parsed without an error, and the result is not larger', async () => {
  const files = await Promise.all([
    ...formats.map((format) =>
      paintHalves(24, 16).withMetadata({ orientation: 6 }).toFormat(format).toBuffer(),
    ),
    phonePhoto(24, 16),
    animatedWebp(24, 16, 2),
  ]);
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...files), changes, fc.nat(), (file, bytes, cut) => {
      const changed = Buffer.from(file.subarray(0, cut % 5 === 0 ? cut % file.length : undefined));
      for (const [at, value] of bytes) if (changed.length > 0) changed[at % changed.length] = value;
      const stripped = stripImage(changed);
      const length = stripped.ok ? stripped.bytes.length : 0;
      expect(length).toBeLessThanOrEqual(changed.length + 60);
    }),
    { numRuns: 3_000 },
  );
});
