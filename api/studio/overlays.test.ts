import { expect, test } from 'vitest';
import type { BrandKitRow } from '@sachet/db/studio/brand-kits';
import { photo } from '@sachet/adapters/images/testing/photos';
import { OverlayQuery } from '@sachet/shared/studio/contracts/brand';
import { Limits } from '@sachet/shared/configuration/limits';
import { decodeInTurn } from '../limits/upload-admission.ts';
import { createResources } from '../limits/resources.ts';
import { createOverlays } from './overlays.ts';

const query = OverlayQuery.parse({
  corner: 'top-left',
  logo: '1',
  strip: '0',
  width: '256',
  height: '256',
});
const { signal } = new AbortController();

/** Reads of the logo are counted: there is one for each drawing. */
async function open() {
  const logo = await photo(20, 20);
  const resources = createResources({ limits: Limits.parse('{}') });
  let drawings = 0;
  let whenRead = Promise.resolve();
  const images = {
    async get() {
      drawings += 1;
      await whenRead;
      return { bytes: logo, mimeType: 'image/jpeg' };
    },
  };
  const overlays = createOverlays({ images: images as never, resources, aiMark: 'words' });
  const read = (uid: string, more: Partial<typeof query> = {}, name = 'Asha’s Sweets') =>
    overlays.read({
      kit: { id: uid, name, phone: '', address: '', logo_key: 'logo' } as unknown as BrandKitRow,
      query: { ...query, ...more },
      who: { uid, network: uid, class: 'other' },
      signal,
    });
  return {
    resources,
    read,
    countDrawings: () => drawings,
    wait: (until: Promise<void>) => (whenRead = until),
  };
}

test('an overlay is drawn once for each kit, placing and size, also when it is requested concurrently', async () => {
  const { read, countDrawings } = await open();
  const [first, second] = await Promise.all([read('asha'), read('asha')]);
  expect(first).toMatch(/^data:image\/png;base64,/);
  expect(second).toBe(first);
  expect(await read('asha')).toBe(first);
  expect(countDrawings()).toBe(1);
  expect(await read('asha', { width: 300 })).not.toBe(first);
  await read('asha', { corner: 'top-right' });
  await read('asha', {}, 'A new name');
  await read('ravi');
  expect(countDrawings()).toBe(5);
});

test('four overlays each of 20 unverified accounts delay no upload and no version of a customer', async () => {
  const { resources, read, wait } = await open();
  const drawing = Promise.withResolvers<void>();
  wait(drawing.promise);
  const flood = Array.from({ length: 80 }, (_, i) =>
    read(`flood ${i % 20}`, { width: 256 + i }).catch((error: { code?: string }) => error.code),
  );
  const who = { uid: 'asha', network: 'asha', class: 'customer' } as const;
  for (let i = 0; i < 18; i++) {
    expect(await decodeInTurn({ resources }, { who, signal }, async () => 'served')).toBe('served');
  }
  // The queue of overlays is bounded.
  expect(await Promise.race(flood)).toBe('rate_limited');
  drawing.reject(new Error('The store is away.'));
  await Promise.all(flood);
});
