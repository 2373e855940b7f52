import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, toExcerpt } from './excerpt.ts';

test('a long text shows its first 45 words, with its lines', () => {
  const words = Array.from({ length: 200 }, (_, index) => `w${index}`);
  const text = words.join('\n');
  expect(toExcerpt(text)).toBe(`${words.slice(0, 45).join('\n')}…`);
  expect(countWords(text)).toBe(200);
});

test('an excerpt of a short text hides most of it', () => {
  expect(toExcerpt('one two three four five')).toBe('one two…');
  expect(toExcerpt('onlyoneverylongword')).toBe('onlyonev…');
});

test('an excerpt of a short text of emoji hides most of the text', () => {
  expect(toExcerpt('\t🪔🪔🪔🪔🪔  ')).toBe('🪔🪔…');
});

test('an excerpt shows only the beginning of a text, never all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 5, maxLength: 2_000 }), (text) => {
      fc.pre(text.trim().length >= 5);
      const shown = toExcerpt(text).slice(0, -1);
      expect(text.trim().startsWith(shown)).toBe(true);
      expect(shown.length).toBeLessThan(text.trim().length);
    }),
  );
});
