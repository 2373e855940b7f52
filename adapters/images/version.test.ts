import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Corner } from '@sachet/shared/studio/contracts/brand';
import { formatShapes } from '@sachet/shared/studio/formats';
import { processImage } from './process-image.ts';
import { readLabel } from './testing/labels.ts';
import { paintHalves } from './testing/photos.ts';

const kit = {
  name: 'शर्मा स्वीट्स & Sons <b>',
  phone: '98765 43210',
  address: '12, M.G. Road, Sarafa Bazaar, Indore 452001, Madhya Pradesh, near the old clock tower',
  mainColor: '#a11d33',
  secondColor: '#f4c95d',
  logo: null,
};
const label = {
  sourceType: 'trainedAlgorithmicMedia' as const,
  id: 'gen_01jx',
  made: { provider: 'google' as const, modelId: 'm', at: new Date(0) },
};

async function render(options: Partial<Parameters<typeof processImage<'renderVersion'>>[1][1]>) {
  const input = await paintHalves(1024, 1024, '#c0c0c0', '#c0c0c0').jpeg().toBuffer();
  const outcome = await processImage('renderVersion', [
    input,
    { shape: null, fit: 'crop', brand: null, label, mark: 'en', ...options },
  ]);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}

it('each format has its size, its paper and its label, cut or extended', async () => {
  for (const [i, shape] of Object.values(formatShapes).entries()) {
    for (const fit of i === 0 ? (['crop', 'extend'] as const) : (['crop'] as const)) {
      const { bytes } = await render({ shape, fit });
      const { width, height, density } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([shape.width, shape.height]);
      expect(density).toBe(shape.density ?? density);
      expect(bytes.length).toBeLessThanOrEqual(shape.bytesMax ?? Number.POSITIVE_INFINITY);
      expect(readLabel(bytes)).toMatchObject({ id: 'gen_01jx' });
    }
  }
});

it('a picture of noise gets under 100 kB for a status', async () => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 1600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  const outcome = await processImage('renderVersion', [
    noise,
    { shape: formatShapes.status, fit: 'crop', brand: null, label, mark: null },
  ]);
  expect(outcome.ok && outcome.bytes.length).toBeLessThanOrEqual(100_000);
});

it('the visible AI label is never covered by a brand', async () => {
  const logo = await paintHalves(400, 400, '#ffffff', '#00ff00').png().toBuffer();
  for (const corner of ['top-left', 'bottom-right'] as Corner[]) {
    const brand = { kit: { ...kit, logo }, placing: { corner, logo: true, strip: true } };
    const [marked, plain] = await Promise.all(
      (['en', null] as const).map(async (mark) => {
        const { bytes } = await render({ brand, mark });
        return sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
      }),
    );
    let changed = 0;
    for (const [at, value] of marked!.data.entries()) {
      if (Math.abs(value - plain!.data[at]!) > 40) changed += 1;
    }
    // The dark tag on light grey, complete.
    expect(changed).toBeGreaterThan(4_000);
  }
});
