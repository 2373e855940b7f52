import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../../i18n/en';
import { applyLanguage } from '../../../i18n/translate';
import { Markdown } from './Markdown';
import { toPlainText } from './plain-text';

beforeAll(() => applyLanguage('en', en));

const toHtml = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

describe('harmful answers', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'kites <b onclick="alert(1)">b</b>',
    '<iframe src="https://example.com"></iframe>',
  ])('Markdown renders the HTML in %j as text', (text) => {
    const html = toHtml(text);
    expect(html).not.toMatch(/<(script|img|b|iframe)/);
    expect(html).toContain('&lt;');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](vbscript:x)',
    '[x](//example.com)',
    '[x](/organization)',
    '<javascript:alert(1)>',
  ])('Markdown removes the unsafe link of %j', (text) => {
    expect(toHtml(text)).not.toContain('href');
  });

  test('Markdown shows an external picture as a link and does not load it', () => {
    const html = toHtml('![A stall](https://example.com/a.png)');
    expect(html).not.toContain('<img');
    expect(html).toContain('href="https://example.com/a.png"');
    expect(html).toContain('A stall');
  });
});

test('Markdown links to the web and to mail, in a new tab without a referrer', () => {
  for (const href of ['https://example.com/a', 'mailto:asha@example.com']) {
    const html = toHtml(`[guide](${href})`);
    expect(html).toContain(`href="${href}"`);
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  }
});

test('Markdown renders tables, lists, code and line breaks', () => {
  expect(toHtml('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain('<table');
  expect(toHtml('1. one\n2. two')).toMatch(/<ol.*<li/s);
  expect(toHtml('```py\nprint(1)\n```')).toMatch(/<span[^>]*>py<\/span>.*<pre.*print\(1\)/s);
  expect(toHtml('one\ntwo')).toContain('one\ntwo');
});

test.each([
  '~₹499~ ₹299',
  '~₹500-~₹700 a plate',
  '₹499* ₹299 *conditions apply',
  'It costs $5 to $10, or $x^2$ in all',
  'off_season_price and 2 * 3 * 4',
  '5*4*3 = 60',
  '2**8 = 256 and 2**3 = 8',
  'a*b*c, 5*n*2',
])('Markdown keeps the characters of a price: %j', (text) => {
  expect(toHtml(text)).toBe(`<p class="whitespace-pre-line">${text}</p>`);
});

test('Markdown numbers an item as its writer did, unless that number is not higher than the one before', () => {
  const numbers = (text: string) =>
    [...toHtml(text).matchAll(/<li value="(\d+)"/g)].map(([, value]) => Number(value));
  expect(numbers('1. Opened in\n2026. It grew')).toEqual([1, 2026]);
  expect(numbers('1. one\n1. two\n1. three')).toEqual([1, 2, 3]);
  expect(numbers('3. three\n5. five')).toEqual([3, 5]);
  expect(toPlainText('1. Opened in\n2026. It grew')).toBe('1. Opened in\n2026. It grew');
});

test('Markdown renders text between two tildes as struck out', () => {
  expect(toHtml('~~₹499~~ ₹299')).toContain('<del>₹499</del> ₹299');
});

test.each([
  ['**ऑफर।**आज', 'ऑफर।', 'आज'],
  ['**ऑफर॥**आज', 'ऑफर॥', 'आज'],
  ['**“दीवाली ऑफर”**आज', '“दीवाली ऑफर”', 'आज'],
  ['**₹499/-**में', '₹499/-', 'में'],
  ['आज**(ऑफर)**है', '(ऑफर)', 'है'],
  ['**Price:**₹499', 'Price:', '₹499'],
  ['**Offer!**Today', 'Offer!', 'Today'],
])('Markdown renders %j as bold next to punctuation', (text, strong, rest) => {
  const html = toHtml(text);
  expect(html).toContain(`>${strong}</strong>`);
  expect(html).toContain(rest);
  expect(html).not.toContain('*');
});

test('one star makes emphasis beside a danda and stays a star beside a price', () => {
  expect(toHtml('*ऑफर।*आज')).toContain('<em>ऑफर।</em>आज');
  expect(toHtml('₹499*/₹599*')).not.toContain('<em>');
});

test('a list number of four digits has room beside its item', () => {
  expect(toHtml('2026. A good year')).toContain('padding-inline-start:calc(4ch');
  expect(toHtml('9. one\n10. two')).toContain('padding-inline-start:calc(2ch');
});

test('a URL in an answer ends before a danda', () => {
  const html = toHtml('हमारी साइट https://example.com/आज। धन्यवाद');
  expect(html).toContain('>https://example.com/आज</a>। धन्यवाद');
  expect(html).toContain(`href="${encodeURI('https://example.com/आज')}"`);
});

test('dashes below a paragraph are a rule, and a definition stays visible as text', () => {
  expect(toHtml('Sunday\n---\nMonday')).toMatch(/Sunday.*<hr.*Monday/s);
  expect(toHtml('[note]: Closed on Sunday')).toContain('[note]: Closed on Sunday');
  expect(toHtml('[note]: Closed')).toContain('[note]: Closed');
  expect(toHtml('[^1]: Closed on Sunday')).toContain('Closed on Sunday');
});

describe('unusual answers', () => {
  const many = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

  test.each([
    ['quotes', '>', 3000],
    ['quotes in lists', '> - ', 60_000],
    ['numbers', '1. ', 60_000],
    ['stars', '*a **b ', 60_000],
    ['pairs of stars', '**', 60_000],
    ['a line of stars', '*', 60_000],
    ['links', '[a](', 60_000],
    ['brackets', '[', 60_000],
    ['tildes', '~~a', 60_000],
    ['tables', '|a|b|\n|-|-|\n', 60_000],
    ['fences', '```\na\n', 60_000],
    ['headings', '# a\n', 60_000],
    ['letters', 'a', 60_000],
    ['words', 'kites and string ', 60_000],
    ['lines', 'kites\n', 60_000],
    ['paragraphs', 'kites\n\n', 60_000],
    ['items', '- kites **fly**\n', 60_000],
    ['Hindi', 'पतंग **उड़ी।**फिर ', 60_000],
  ])('Markdown renders a very long answer of %s', (_name, part, length) => {
    const text = many(part, length) + ' the end';
    const html = toHtml(text);
    expect(html).toContain('the end');
    expect(getDepth(html)).toBeLessThan(60);
  });

  test.each([
    ['lists', (depth: number) => `${'  '.repeat(depth)}- a${depth}`],
    ['numbered lists', (depth: number) => `${'   '.repeat(depth)}1. a${depth}`],
    ['quotes', (depth: number) => `${'>'.repeat(depth)} a${depth}`],
  ])('Markdown renders %s that are nested 300 levels deep', (_name, toLine) => {
    const html = toHtml(Array.from({ length: 300 }, (_line, depth) => toLine(depth)).join('\n'));
    expect(html).toContain('a299');
    expect(getDepth(html)).toBeLessThan(60);
  });

  test('Markdown renders all words of any answer in their order', () => {
    // prettier-ignore
    const possibleParts = [
        'kites', 'आज', 'ऑफर।', ' ', ' ', '\n', '\n\n', '**', '*', '_', '__', '~', '~~', '`', '```',
        '\n```\n', '\n> ', '>', '\n- ', '\n1. ', '\n2026. ', '\n    ', '\n\n  ', '# ', '\n## ', '[', ']', '](',
        '[string](https://example.com)', '![string](https://example.com)', '(', ')', '|', '- [x] ',
        '\n|a|b|\n|-|-|\n|c|d|e|\n', '<b>', '</div>\n', '<!--', '$', '₹499', '\\', '\n---\n', '\n===\n',
        '[^x]', '\n[^x]: y\n', '\n[z]: y\n', 'www.example.com', 'a@b.co', '&',
      ];
    const part = fc.constantFrom(...possibleParts);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(readWords(toText(toHtml(text)))).toEqual(readWords(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('Markdown renders any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(typeof toHtml(text)).toBe('string');
      }),
    );
  });
});

function getDepth(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of html.matchAll(/<\/?[a-z][^>]*>/g)) {
    if (/^<(br|hr|input)/.test(tag)) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };

const toText = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (_whole, name: string) => entities[name] ?? '');

const readWords = (text: string) => text.match(/kites|string|आज|ऑफर/g) ?? [];
