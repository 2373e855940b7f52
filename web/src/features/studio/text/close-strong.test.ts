import { expect, test } from 'vitest';
import { closeExcerpt, closeStrong } from './close-strong';

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
])('closeStrong closes the bold text of %j to %j', (text, shown) => {
  expect(closeStrong(text)).toBe(shown);
});

test.each([
  ['**Start small.** Pick one…', '**Start small.** Pick one…'],
  ['First: **Start…', 'First: **Start…**'],
  ['First: **…', 'First: …'],
  ['**Start small.**…', '**Start small.…**'],
])('closeExcerpt closes the bold text of %j to %j', (excerpt, shown) => {
  expect(closeExcerpt(excerpt)).toBe(shown);
});
