import { expect, test } from 'vitest';
import { toSearchText } from './search-text';

test.each([
  ['+91 98488 96734', '+919848896734'],
  ['09848896734', '+919848896734'],
  ['९८४८८ ९६७३४', '+919848896734'],
  ['98488 9', '984889'],
  ['+91 984', '91984'],
  ['asha@people.test', 'asha@people.test'],
  ['98488 asha', '98488 asha'],
  ['-', '-'],
  ['', ''],
])('a search for %j asks for %j', (typed, asked) => {
  expect(toSearchText(typed)).toBe(asked);
});
