import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { finalSizes } from '@sachet/shared/models/rate-card';
import type { Picture, Refusal } from './engine.ts';
import * as processing from './processing.ts';
import { blackPngHead, paintHalves } from './testing/photos.ts';
import { watermarkSvg } from './watermark.ts';

const { decodeUpload, measure } = processing;
const label = { sourceType: 'trainedAlgorithmicMedia', id: 'gen_1', made: null } as const;
const makePreview = (
  bytes: Uint8Array,
  options?: Omit<Parameters<typeof processing.makePreview>[1], 'label' | 'mark'>,
) => processing.makePreview(bytes, { ...options, label, mark: null });
const renderFinal = (
  bytes: Uint8Array,
  options: Omit<Parameters<typeof processing.renderFinal>[1], 'label' | 'mark'>,
) => processing.renderFinal(bytes, { ...options, label, mark: null });

function good(result: Picture | Refusal): Picture {
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result;
}

async function getSize(bytes: Uint8Array): Promise<[number, number]> {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}

describe('a preview', () => {
  it.each([
    [1024, 1024, 256, 256],
    [1024, 576, 256, 144],
    [1152, 1536, 192, 256],
    [100, 60, 100, 60],
  ])('a preview of %i x %i is %i x %i', async (width, height, previewWidth, previewHeight) => {
    const preview = good(await makePreview(await paintHalves(width, height).png().toBuffer()));
    const { format, width: seen, height: high } = await sharp(preview.bytes).metadata();
    expect([format, seen, high]).toEqual(['webp', previewWidth, previewHeight]);
    expect(preview).toMatchObject({ width: previewWidth, height: previewHeight });
  });

  it('a preview is never larger than 256 px, and smaller on request', async () => {
    const input = await paintHalves(600, 600).jpeg().toBuffer();
    expect(good(await makePreview(input, { maxSide: 2000 })).width).toBe(256);
    expect(good(await makePreview(input, { maxSide: 64 })).width).toBe(64);
  });

  it.each(['#ffffff', '#000000', '#d9822b'])(
    'a preview is visibly marked on %s',
    async (colour) => {
      const input = await paintHalves(1024, 1024, colour, colour).png().toBuffer();
      const preview = good(await makePreview(input));
      const pixels = await sharp(preview.bytes).greyscale().raw().toBuffer();
      const plain = (await sharp(input).resize(1).greyscale().raw().toBuffer())[0]!;
      const marked = pixels.filter((pixel) => Math.abs(pixel - plain) > 24).length / pixels.length;
      expect(marked).toBeGreaterThan(0.015);
      expect(marked).toBeLessThan(0.3);
    },
  );

  it('previews have a mark of the right size, even if they have more shapes than are cached', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => void chance.mockRestore());
    const input = await paintHalves(128, 128).png().toBuffer();
    const draw = async (maxSide: number) =>
      Buffer.from(good(await makePreview(input, { maxSide })).bytes);
    const sides = Array.from({ length: 20 }, (_, i) => 64 + i);
    const first = await Promise.all(sides.map(draw));
    for (const [i, side] of sides.entries()) {
      expect((await draw(side)).equals(first[i]!)).toBe(true);
    }
    expect(await getSize(first[19]!)).toEqual([83, 83]);
  });

  it('a preview is marked without any installed font', () => {
    expect(watermarkSvg(256, 256, 2)).not.toMatch(/<text|font/);
  });

  it.each([
    ['white', '#ffffff', { darker: true, lighter: false }],
    ['black', '#000000', { darker: false, lighter: true }],
    ['grey', '#808080', { darker: true, lighter: true }],
  ])('a preview is marked on %s, in every part of it', async (_, background, marks) => {
    const preview = good(await makePreview(await flat(background)));
    const level = parseInt(background.slice(1, 3), 16);
    const pixels = await readGrey(preview.bytes);
    for (const part of toParts(pixels, 256, 64)) {
      expect({
        darker: part.some((pixel) => pixel < level - 16),
        lighter: part.some((pixel) => pixel > level + 16),
      }).toEqual(marks);
    }
  });

  it('a preview is marked differently each time, so that one mark does not remove another', async () => {
    const grey = await flat('#808080');
    // Two marks may by chance be in nearly the same place: one pair of five hundred is.
    const [one, ...others] = await Promise.all(
      [1, 2, 3, 4].map(async () => readGrey(good(await makePreview(grey)).bytes)),
    );
    const isMarked = (pixel: number) => Math.abs(pixel - 0x80) > 16;
    const marked = one!.filter(isMarked).length;
    const inBoth = others.map(
      (other) => one!.filter((pixel, at) => isMarked(pixel) && isMarked(other[at]!)).length,
    );
    expect(marked).toBeGreaterThan(1000);
    expect(Math.min(...inBoth)).toBeLessThan(marked / 2);
  });
});

describe('a final image', () => {
  const orders: [string, number][] = [
    ...AspectRatio.options.map((ratio): [string, number] => [ratio, 512]),
    ...finalSizes.slice(1).map((size): [string, number] => ['16:9', size]),
  ];

  it.each(orders)(
    'a final image of %s at %i px has exactly that longest side',
    async (ratio, longestSide) => {
      const [across, down] = ratio.split(':').map(Number) as [number, number];
      const input = await paintHalves(64 * across, 64 * down)
        .png()
        .toBuffer();
      const final = good(await renderFinal(input, { longestSide }));
      const { width, height, format } = await sharp(final.bytes).metadata();
      expect(Math.max(width, height)).toBe(longestSide);
      expect(width / height).toBeCloseTo(across / down, 2);
      expect([format, final.mimeType]).toEqual(['jpeg', 'image/jpeg']);
    },
  );

  it('a final image is cut to a ratio that its model did not draw', async () => {
    const input = await paintHalves(1536, 1024).png().toBuffer();
    const final = good(await renderFinal(input, { longestSide: 1024, aspectRatio: '16:9' }));
    expect([final.width, final.height]).toEqual([1024, 576]);
    const preview = good(await makePreview(input, { aspectRatio: '9:16' }));
    expect([preview.width, preview.height]).toEqual([144, 256]);
  });

  it('a final image with transparency remains a PNG', async () => {
    const create = { width: 90, height: 90, channels: 4, background: '#ff000080' } as const;
    const final = good(
      await renderFinal(await sharp({ create }).webp().toBuffer(), { longestSide: 512 }),
    );
    expect(final).toMatchObject({ mimeType: 'image/png', width: 512, height: 512 });
    expect((await sharp(final.bytes).stats()).isOpaque).toBe(false);
  });

  it('a final image has no metadata except its label', async () => {
    const input = await paintHalves(300, 300)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();
    const final = good(await renderFinal(input, { longestSide: 512 }));
    const { exif, xmp, iptc, icc } = await sharp(final.bytes).metadata();
    expect([exif, iptc, icc]).toEqual([undefined, undefined, undefined]);
    expect(xmp!.toString()).not.toContain('somebody');
  });

  it('a final image refuses bytes that are not an image', async () => {
    expect(await renderFinal(Buffer.from('hm'), { longestSide: 512 })).toEqual({
      ok: false,
      reason: 'unsupported',
    });
  });
});

describe('the visible AI label', () => {
  const paint = (colour: string, ...size: [number, number]) =>
    paintHalves(...size, colour, colour)
      .png()
      .toBuffer();

  /** The box of the pixels that differ from the plain picture, and their share of the box. */
  async function findMark(marked: Uint8Array, unmarked: Uint8Array) {
    const [after, before] = await Promise.all(
      [marked, unmarked].map((bytes) => sharp(bytes).greyscale().raw().toBuffer()),
    );
    const { width, height } = await sharp(marked).metadata();
    const box = { left: width, right: 0, top: height, bottom: 0 };
    // A plain loop, because there are a quarter of a million pixels.
    for (let at = 0; at < after!.length; at++) {
      if (Math.abs(after![at]! - before![at]!) <= 24) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
    const [across, down] = [box.right - box.left, box.bottom - box.top];
    return {
      gapRight: width - box.right,
      gapBottom: height - box.bottom,
      width: across / width,
      area: (across * down) / (width * height),
    };
  }

  it.each([
    ['short', '#8a8f98'],
    ['en', '#ffffff'],
    ['hi', '#000000'],
    ['hg', '#8a8f98'],
  ] as const)(
    'the visible AI label in %s on %s is in the corner, and not in the copy that is kept for edits',
    async (mark, colour) => {
      for (const [across, down] of [
        [64, 64],
        [64, 36],
        [36, 64],
      ] as const) {
        const input = await paint(colour, across, down);
        const final = await processing.renderFinal(input, { longestSide: 512, label, mark });
        if (!final.ok) throw new Error(final.reason);
        const { bytes, unmarked } = final;
        const found = await findMark(bytes, unmarked!);
        expect(found.gapRight).toBeLessThan(20);
        expect(found.gapBottom).toBeLessThan(20);
        expect(found.width).toBeLessThanOrEqual(0.5);
        expect(found.area).toBeGreaterThan(mark === 'short' ? 0.0005 : 0.002);
      }
    },
  );

  it('a preview has the visible AI label beside its watermark', async () => {
    // Gives both previews the same watermark.
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => void chance.mockRestore());
    const input = await paint('#d9822b', 400, 300);
    const plain = good(await makePreview(input));
    const marked = good(await processing.makePreview(input, { label, mark: 'en' }));
    expect((await findMark(marked.bytes, plain.bytes)).gapRight).toBeLessThan(12);
  });
});

describe('an upload', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'an upload may be a %s and keeps that format',
    async (format) => {
      const upload = good(
        await decodeUpload(await paintHalves(300, 200).toFormat(format).toBuffer()),
      );
      expect(upload).toMatchObject({ mimeType: `image/${format}`, width: 300, height: 200 });
      expect((await sharp(upload.bytes).metadata()).format).toBe(format);
    },
  );

  it('an upload is shrunk to 2048 px and never enlarged', async () => {
    const upload = good(await decodeUpload(await paintHalves(4000, 3000).jpeg().toBuffer()));
    expect([upload.width, upload.height]).toEqual([2048, 1536]);
  });

  it('an upload is turned upright and loses the time and place it was taken', async () => {
    const input = await paintHalves(400, 200, '#ff0000', '#0000ff')
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 58/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(input).metadata()).orientation).toBe(6);
    const upload = good(await decodeUpload(input));
    expect([upload.width, upload.height]).toEqual([200, 400]);
    const { exif, orientation } = await sharp(upload.bytes).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    const { data } = await sharp(upload.bytes).raw().toBuffer({ resolveWithObject: true });
    // Orientation 6 turns the left half to the top.
    expect([data[0]! > 200, data[2]! < 60]).toEqual([true, true]);
  });

  it('an upload keeps nothing hidden behind the picture', async () => {
    const input = Buffer.concat([
      await paintHalves(50, 50).png().toBuffer(),
      Buffer.from('<script>'),
    ]);
    const upload = good(await decodeUpload(input));
    expect(Buffer.from(upload.bytes).includes('<script>')).toBe(false);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  it.each([
    ['an SVG', () => Buffer.from(svg)],
    ['a GIF', () => paintHalves(20, 20).gif().toBuffer()],
    ['a TIFF', () => paintHalves(20, 20).tiff().toBuffer()],
    ['an AVIF', () => paintHalves(20, 20).avif().toBuffer()],
    ['text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
  ])('an upload of %s is unsupported', async (_name, make) => {
    expect(await decodeUpload(await make())).toEqual({ ok: false, reason: 'unsupported' });
  });

  it.each(['png', 'jpeg', 'webp'] as const)('an upload of half a %s is corrupt', async (format) => {
    const whole = await paintHalves(600, 600).toFormat(format).toBuffer();
    const half = whole.subarray(0, Math.floor(whole.length / 2));
    expect(await decodeUpload(half)).toEqual({ ok: false, reason: 'corrupt' });
  });

  it.each([5_000, 60_000])('an upload that unpacks to %i px square is too large', async (side) => {
    expect(await decodeUpload(blackPngHead(side, side))).toEqual({
      ok: false,
      reason: 'too_large',
    });
  });
});

describe('measure', () => {
  it('measuring reports the size that a viewer sees', async () => {
    const input = await paintHalves(400, 200).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const measures = { ok: true, mimeType: 'image/jpeg', width: 200, height: 400 };
    expect(await measure(input)).toEqual(measures);
  });
});

const readGrey = (bytes: Uint8Array) => sharp(bytes).toColourspace('b-w').raw().toBuffer();

/** Squares of `side` pixels. */
function toParts(pixels: Uint8Array, width: number, side: number): number[][] {
  const parts: number[][] = [];
  for (const [at, pixel] of pixels.entries()) {
    const row = Math.floor(at / width / side);
    const column = Math.floor((at % width) / side);
    (parts[row * (width / side) + column] ??= []).push(pixel);
  }
  return parts;
}

const flat = (colour: string) => paintHalves(256, 256, colour, colour).png().toBuffer();
