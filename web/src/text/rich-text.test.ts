import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedExcerpt, plainText, readBlocks, readInlines, parseVariations } from './rich-text';

describe('given what models write', () => {
  test('paragraphs keep their line breaks, headings and rules lose their marks', () => {
    expect(readBlocks('# Plan\nOne\ntwo\n\n---\n\nThree')).toMatchObject([
      { kind: 'heading', text: 'Plan' },
      { kind: 'paragraph', text: 'One\ntwo' },
      { kind: 'paragraph', text: 'Three' },
    ]);
  });

  test('points with empty lines between them are one list', () => {
    expect(readBlocks('- one\n\n- two\n\n* three')).toMatchObject([
      {
        kind: 'list',
        start: null,
        items: ['one', 'two', 'three'].map((text) => ({ depth: 0, text })),
      },
    ]);
  });

  test('a numbered list keeps its first number, and its points may hold points', () => {
    const [list] = readBlocks('3. buy milk\n   - the blue one\n4) boil it');
    expect(list).toMatchObject({
      kind: 'list',
      start: 3,
      items: [
        { depth: 0, text: 'buy milk' },
        { depth: 1, text: 'the blue one' },
        { depth: 0, text: 'boil it' },
      ],
    });
  });

  test('a line under a point belongs to it, a paragraph after it does not', () => {
    const blocks = readBlocks('- a caption\n#tags #more\n\n  and on\n\nTell me more.');
    expect(blocks).toMatchObject([
      { kind: 'list', items: [{ text: 'a caption\n#tags #more\nand on' }] },
      { kind: 'paragraph', text: 'Tell me more.' },
    ]);
  });

  test('what is fenced stays as it is, even when the fence is never closed', () => {
    expect(readBlocks('```js\n- not a list\n```')).toMatchObject([
      { kind: 'code', text: '- not a list' },
    ]);
    expect(readBlocks('```\n<b>')).toMatchObject([{ kind: 'code', text: '<b>' }]);
  });

  test('strong words, code and emphasis are told apart', () => {
    expect(readInlines('**Start** with `npm` and *care*')).toMatchObject([
      { kind: 'strong', text: 'Start' },
      { kind: 'text', text: ' with ' },
      { kind: 'code', text: 'npm' },
      { kind: 'text', text: ' and ' },
      { kind: 'emphasis', text: 'care' },
    ]);
    expect(plainText('**Start** with `npm`')).toBe('Start with npm');
  });

  test('stars that are sums, and hashtags, are left alone', () => {
    expect(plainText('2 * 3 * 4 = 24 and 2*3*4')).toBe('2 * 3 * 4 = 24 and 2*3*4');
    expect(readBlocks('#chai #rain')).toMatchObject([{ kind: 'paragraph', text: '#chai #rain' }]);
  });

  test('markup is text', () => {
    const markup = '<img src=x onerror=alert(1)> [link](javascript:alert(1))';
    expect(readBlocks(markup)).toMatchObject([{ kind: 'paragraph', text: markup }]);
    expect(plainText(markup)).toBe(markup);
  });
});

test.each([
  ['**Start small.** Pick one…', '**Start small.** Pick one…'],
  ['First: **Start…', 'First: **Start…**'],
  ['First: **…', 'First: …'],
  ['**Start small.**…', '**Start small.…**'],
])('given the beginning %j, it is shown as %j', (excerpt, shown) => {
  expect(closedExcerpt(excerpt)).toBe(shown);
});

describe('parseVariations', () => {
  test('one list gives its points, each ready to be pasted', () => {
    expect(parseVariations('- **One** #a\n\n- Two #b')).toMatchObject([
      { text: 'One #a' },
      { text: 'Two #b' },
    ]);
    expect(parseVariations('1. One\n2. Two')).toMatchObject([{ text: 'One' }, { text: 'Two' }]);
  });

  test.each(['Here they are:\n- one\n- two', '- one', '- one\n  - under it', 'One. Two.', ''])(
    '%j is read whole',
    (text) => expect(parseVariations(text)).toBeNull(),
  );
});

test('no word is lost, whatever is written', () => {
  const word = fc.constantFrom('chai', '- chai', '2. rain', '**bold**', '*', '`x`', '', '   deep');
  fc.assert(
    fc.property(fc.array(word), (lines) => {
      const shown = readBlocks(lines.join('\n'))
        .map((block) =>
          block.kind === 'list' ? block.items.map(({ text }) => text).join(' ') : block.text,
        )
        .join(' ');
      const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');
      expect(letters(shown)).toBe(letters(lines.join('\n')));
    }),
  );
});
