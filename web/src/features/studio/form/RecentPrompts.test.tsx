import { expect, test } from 'vitest';
import { readPrompts, addPrompt } from './RecentPrompts';

test('addPrompt puts a new prompt first and keeps the five newest', () => {
  expect(addPrompt(['e', 'd', 'c', 'b', 'a'], 'f')).toEqual(['f', 'e', 'd', 'c', 'b']);
});

test('addPrompt moves a repeated prompt to the front', () => {
  expect(addPrompt(['c', 'b', 'a'], 'a')).toEqual(['a', 'c', 'b']);
});

test.each([
  [null, {}],
  ['{', {}],
  ['null', {}],
  ['{"image":"x"}', { image: [] }],
  ['{"image":["a",7,null,"b"]}', { image: ['a', 'b'] }],
])('readPrompts reads only the valid prompts from the stored %j', (written, prompts) => {
  expect(readPrompts(written)).toEqual(prompts);
});
