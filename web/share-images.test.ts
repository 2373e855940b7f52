import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashShareWords, pageHeads } from './page-heads.ts';

const heads = Object.values(pageHeads).flatMap((languages) => Object.values(languages));

test.each(heads)(
  'the share image $image shows the words of its page in 1200 x 630 pixels, small enough for chat programs',
  (head) => {
    const bytes = readFileSync(join(import.meta.dirname, 'public', head.image));
    expect(bytes.includes(hashShareWords(head)), 'run `npm run share-images`').toBe(true);
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
