import { expect, test } from 'vitest';
import { readPrompts, addPrompt } from './RecentPrompts';

test('stores five prompts, where a new one is first and replaces the oldest', () => {
  expect(addPrompt(['e', 'd', 'c', 'b', 'a'], 'f')).toEqual(['f', 'e', 'd', 'c', 'b']);
});

test('moves a repeated prompt to the front', () => {
  expect(addPrompt(['c', 'b', 'a'], 'a')).toEqual(['a', 'c', 'b']);
});

test.each([
  [null, {}],
  ['{', {}],
  ['null', {}],
  ['{"image":"x"}', { image: [] }],
  ['{"image":["a",7,null,"b"]}', { image: ['a', 'b'] }],
])('reads only valid prompts from the stored %j', (written, prompts) => {
  expect(readPrompts(written)).toEqual(prompts);
});
