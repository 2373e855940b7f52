import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { isReadable, splitBlocks } from './markdown-blocks';
import { parseMarkdown } from './markdown-syntax';

test('splitBlocks separates paragraphs, headings and code, and keeps a list with empty lines together', () => {
  expect(
    splitBlocks('# Plan\n\nOne\ntwo\n\n\n- a\n\n- b\n\n  c\n\nThree\n```js\n\nx\n```\nFour'),
  ).toEqual([
    '# Plan\n',
    'One\ntwo\n\n',
    '- a\n\n- b\n\n  c\n',
    'Three',
    '```js\n\nx\n```',
    'Four',
  ]);
});

/**
 * The lines from which texts are generated. A code block inside an item is complete and indented like the
 * item's text.
 */
// prettier-ignore
const possibleLines = [
    '', '', 'chai', '- chai', '- chai\n  - tea', '1. rain', '   more', '> said', '> ```', '# Plan', '---',
    '```js', '```', '~~~', '   ```\n   x\n   ```', '    deep', '**bold**', '`x`',
  ];
const line = fc.constantFrom(...possibleLines);
const lines = fc.array(line, { maxLength: 25 });

/** Returns the node and its children without their positions. */
function toShape(node: Nodes): unknown {
  const { position: _position, ...rest } = node;
  // Empty lines at the end of an unclosed code block are invisible.
  if (rest.type === 'code') return { ...rest, value: rest.value.trimEnd() };
  return 'children' in node ? { ...rest, children: node.children.map(toShape) } : rest;
}

test('separately parsed blocks mean the same as the whole text', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const text = all.join('\n');
      const read = (part: string) => parseMarkdown(part).children.map(toShape);
      expect(splitBlocks(text).flatMap(read)).toEqual(read(text));
    }),
    { numRuns: 500 },
  );
});

test('a line that is added to a text changes only the last block', () => {
  fc.assert(
    fc.property(lines, line, (all, next) => {
      const before = splitBlocks(all.join('\n')).slice(0, -1);
      const after = splitBlocks([...all, next].join('\n'));
      expect(after.slice(0, before.length)).toEqual(before);
    }),
    { numRuns: 1000 },
  );
});

test('isReadable is true for a long table, list or paragraph', () => {
  const row = '| Kite | ₹40 | cotton | Ahmedabad |\n';
  expect(isReadable(`${row}|---|---|---|---|\n${row.repeat(200)}`)).toBe(true);
  expect(isReadable('- **Kite**: flies on wind, and _not_ on rain\n'.repeat(300))).toBe(true);
  expect(isReadable('Kites fly on wind, and not on rain. '.repeat(500))).toBe(true);
  expect(isReadable('- - - - - - - - - - - - - - - - - - - - - - - -')).toBe(true);
});
