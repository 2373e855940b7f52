import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageHeads } from './page-heads.ts';

const images = Object.values(pageHeads).flatMap((languages) =>
  Object.values(languages).map(({ image }) => image),
);

test.each(images)(
  'the share image %s is a PNG of 1200 x 630 pixels, small enough for chat programs',
  (image) => {
    const bytes = readFileSync(join(import.meta.dirname, 'public', image));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThan(100_000);
  },
);

test('the head of every page has texts short enough for a search engine to show in full', () => {
  for (const [path, languages] of Object.entries(pageHeads)) {
    for (const [language, { title, description }] of Object.entries(languages)) {
      expect(title.length, `${path} ${language}`).toBeLessThanOrEqual(60);
      expect(description.length, `${path} ${language}`).toBeGreaterThan(20);
      expect(description.length, `${path} ${language}`).toBeLessThanOrEqual(160);
    }
  }
});
