import { expect, test } from 'vitest';
import { closedExcerpt, closedWhileWriting } from './closed-while-writing';

test.each([
  ['- **Start small.** Pick', '- **Start small.** Pick'],
  ['- **Start sm', '- **Start sm**'],
  ['- **Start ', '- **Start**'],
  ['- **', '- '],
  ['**One.** and **tw*', '**One.** and **tw**'],
  ['**Whole**\n\nand **be', '**Whole**\n\nand **be**'],
  ['```js\n2 ** 3', '```js\n2 ** 3'],
  ['```js\n2 ** 3\n```\n**an', '```js\n2 ** 3\n```\n**an**'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(closedWhileWriting(text)).toBe(shown);
});

test.each([
  ['**Start small.** Pick one…', '**Start small.** Pick one…'],
  ['First: **Start…', 'First: **Start…**'],
  ['First: **…', 'First: …'],
  ['**Start small.**…', '**Start small.…**'],
])('the excerpt %j is shown as %j', (excerpt, shown) => {
  expect(closedExcerpt(excerpt)).toBe(shown);
});
