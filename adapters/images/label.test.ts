import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Picture, Refusal } from './engine.ts';
import { isLabelled, parseLabel, toXmp, type AiLabel } from './label.ts';
import { decodeUpload, makePreview, renderFinal } from './processing.ts';
import { readLabel } from './testing/labels.ts';
import { paintHalves } from './testing/photos.ts';
import { embedXmp } from './xmp.ts';

const label: AiLabel = {
  sourceType: 'trainedAlgorithmicMedia',
  id: 'gen_01jx',
  made: {
    provider: 'google',
    modelId: 'gemini-3.8-flash',
    at: new Date('2026-03-04T05:06:07.000Z'),
  },
};

const asRead = {
  sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  id: 'gen_01jx',
  system: 'Google',
  model: 'gemini-3.8-flash',
  tool: 'Sachet (gemini-3.8-flash)',
  credit: 'Made with AI in Sachet',
  madeAt: '2026-03-04T05:06:07.000Z',
};

function good(result: Picture | Refusal): Picture {
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result;
}

const seeThrough = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#ff000080' } });

describe('the label', () => {
  it('the label is read back from a purchase, JPEG and PNG', async () => {
    const options = { longestSide: 1024, label, mark: null };
    const jpeg = good(await renderFinal(await paintHalves(64, 48).png().toBuffer(), options));
    const png = good(await renderFinal(await seeThrough(64, 48).png().toBuffer(), options));
    expect([jpeg.mimeType, png.mimeType]).toEqual(['image/jpeg', 'image/png']);
    expect([readLabel(jpeg.bytes), readLabel(png.bytes)]).toEqual([asRead, asRead]);
  });

  it('the label is read back from a preview', async () => {
    const preview = good(
      await makePreview(await paintHalves(99, 40).png().toBuffer(), { label, mark: null }),
    );
    expect(preview.mimeType).toBe('image/webp');
    expect(readLabel(preview.bytes)).toEqual(asRead);
  });

  it.each([
    ['a JPEG', () => paintHalves(63, 41).jpeg(), 'image/jpeg'],
    ['a progressive JPEG', () => paintHalves(63, 41).jpeg({ progressive: true }), 'image/jpeg'],
    ['a PNG', () => paintHalves(63, 41).png(), 'image/png'],
    ['a transparent PNG', () => seeThrough(63, 41).png(), 'image/png'],
    ['a WebP', () => paintHalves(63, 41).webp(), 'image/webp'],
    ['a lossless WebP', () => paintHalves(63, 41).webp({ lossless: true }), 'image/webp'],
    ['a transparent WebP', () => seeThrough(63, 41).webp(), 'image/webp'],
    [
      'a see-through lossless WebP',
      () => seeThrough(63, 41).webp({ lossless: true }),
      'image/webp',
    ],
  ] as const)('the label leaves every pixel of %s unchanged', async (_name, make, mimeType) => {
    const plain = await make().toBuffer();
    for (const text of [toXmp(label), `${toXmp(label)} `]) {
      const labelled = embedXmp(plain, mimeType, text);
      expect(readLabel(labelled)).toEqual(asRead);
      expect([isLabelled(plain), isLabelled(labelled)]).toEqual([false, true]);
      const [before, after] = await Promise.all(
        [plain, labelled].map((bytes) => sharp(bytes).raw().toBuffer({ resolveWithObject: true })),
      );
      expect(after!.info).toEqual(before!.info);
      expect(after!.data.equals(before!.data)).toBe(true);
    }
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'the label of an uploaded %s is kept, and its other metadata is not',
    async (format) => {
      const sent = await paintHalves(90, 60).toFormat(format).toBuffer();
      const labelled = embedXmp(sent, `image/${format}`, toXmp(label));
      const { sourceType, id, ...others } = readLabel(good(await decodeUpload(labelled)).bytes);
      expect([sourceType, id]).toEqual([asRead.sourceType, asRead.id]);
      expect(Object.values(others).filter(Boolean)).toEqual([]);
    },
  );

  it('the label of another maker is kept, and hostile metadata is not', async () => {
    const send = async (xmp: string) =>
      readLabel(
        good(await decodeUpload(await paintHalves(9, 9).withXmp(xmp).jpeg().toBuffer())).bytes,
      );
    const describe = (body: string) =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:dc="http://purl.org/dc/elements/1.1/" rdf:about="">${body}</rdf:Description></rdf:RDF></x:xmpmeta>`;
    const composite = 'compositeWithTrainedAlgorithmicMedia';
    const term = `http://cv.iptc.org/newscodes/digitalsourcetype/${composite}`;
    const foreign = await send(
      describe(
        `<e:DigitalSourceType>${term}</e:DigitalSourceType><e:DigImageGUID>a b</e:DigImageGUID>`,
      ),
    );
    expect([foreign.sourceType, foreign.id]).toEqual([term, undefined]);
    const camera = describe('<e:DigitalSourceType>digitalCapture</e:DigitalSourceType>');
    expect((await send(camera)).sourceType).toBeUndefined();
  });

  it('hostile text cannot break out of the label', () => {
    const made = { ...label.made!, modelId: 'a"/><b x="&' };
    expect(toXmp({ ...label, made })).not.toMatch(/<b /);
    expect(parseLabel(`x:DigitalSourceType="${'a/'.repeat(5000)}`)).toBeNull();
  });
});
