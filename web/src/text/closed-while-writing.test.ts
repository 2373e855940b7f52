import { expect, test } from 'vitest';
import { closedWhileWriting } from './closed-while-writing';

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
