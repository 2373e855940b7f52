import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseVariations, toPlainText } from './plain-text';

test.each([
  ['**ऑफर।**आज *only* `now`', 'ऑफर।आज only now'],
  [
    '# Diwali\nCome ~~₹499~~ ₹299\n\n\n---\n\n#chai #rain',
    'Diwali\n\nCome ~₹499~ ₹299\n\n#chai #rain',
  ],
  ['- **one**\n- two\n  - three\n\n- four', '• one\n• two\n  • three\n• four'],
  ['9. nine\n10. ten\n\nand', '9. nine\n10. ten\n\nand'],
  ['- [x] done\n- [ ] open', '• ☑ done\n• ☐ open'],
  ['> said\n> so', 'said\nso'],
  [
    '[guide](https://example.com) https://example.com',
    'guide (https://example.com) https://example.com',
  ],
  ['![A stall](https://example.com/a.png) a@b.co', 'A stall (https://example.com/a.png) a@b.co'],
  ['| Item | Price |\n|---|--:|\n| **Kite** | ₹40 |', 'Item\tPrice\nKite\t₹40'],
  ['Run:\n```js\n2 ** 3\n```', 'Run:\n\n2 ** 3'],
  ['2\\*3, ~₹500-~₹700 and $5', '2*3, ~₹500-~₹700 and $5'],
  ['one\ntwo  \nthree', 'one\ntwo\nthree'],
])('the Markdown %j is copied as the text %j', (markdown, copied) => {
  expect(toPlainText(markdown)).toBe(copied);
});

test('plain text contains every word of an answer in its order', () => {
  // prettier-ignore
  const possibleParts = [
      'kites', 'आज', 'ऑफर', ' ', '\n', '\n\n', '**', '*', '~~a', '`a', '\n```\n', '\n- ', '\n2. ', '\n> ', '|',
      '\n|a|b|\n|-|-|\n|c|', '[', ']', '<b>', '>>>>>>>>>>>>>>>>>>>>>', '\n    ', '#',
    ];
  const part = fc.constantFrom(...possibleParts);
  const readWords = (text: string) => text.match(/kites|आज|ऑफर/g) ?? [];
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      expect(readWords(toPlainText(text))).toEqual(readWords(text));
    }),
    { numRuns: 1000 },
  );
});

test('parseVariations splits an answer that is one list into its items', () => {
  expect(parseVariations('- **One** #a\n\n- Two #b')).toMatchObject([
    { text: 'One #a' },
    { text: 'Two #b' },
  ]);
  expect(parseVariations('1. One\n2. Two\n#tags')).toMatchObject([
    { text: 'One' },
    { text: 'Two\n#tags' },
  ]);
  expect(parseVariations('• One\n• **Two।**आज')).toMatchObject([
    { text: 'One' },
    { text: 'Two।आज' },
  ]);
});

test.each(['Here they are:\n- one\n- two', '- one', '- one\n  - under it', 'One. Two.', ''])(
  'parseVariations does not split %j into items',
  (text) => expect(parseVariations(text)).toBeNull(),
);
