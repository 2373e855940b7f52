import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBrokenText, toKeepableText } from './broken-text.ts';

const broken = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udfff', '\udc00\ud800'), fc.string())
  .map((parts) => parts.join(''));

describe('broken text', () => {
  test.each([
    ['a text', 'a\0', ''],
    ['a field', { a: { b: ['x', '\ud83d'] } }, 'a.b.1'],
    ['a key', { a: { 'b\0': 1 } }, 'a'],
    [
      'half an emoji before the other half of another',
      { a: '🪁'.slice(1) + '🪁'.slice(0, 1) },
      'a',
    ],
  ])('broken text is found in %s', (_where, value, path) => {
    expect(findBrokenText(value)).toBe(path);
  });

  test.each([[null], [7], ['नमस्ते 🪁'], [{ a: ['x', { b: '\u0001\ufffd' }] }], [Buffer.from('\0')]])(
    'broken text is not found in %j',
    (value) => {
      expect(findBrokenText(value)).toBeNull();
    },
  );

  test('broken text is found at any depth', () => {
    let value: unknown = '\ud800';
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(findBrokenText(value)).not.toBeNull();
  });

  test('broken text can be stored once its broken characters are replaced', () => {
    fc.assert(
      fc.property(broken, (text) => {
        expect(findBrokenText(text)).toBe('');
        expect(findBrokenText(toKeepableText(text))).toBeNull();
      }),
    );
  });
});
