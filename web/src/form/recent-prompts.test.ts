import { expect, test } from 'vitest';
import { readPrompts, withPrompt } from './recent-prompts';

test('given five prompts, when another is kept, then it is first and the oldest goes', () => {
  expect(withPrompt(['e', 'd', 'c', 'b', 'a'], 'f')).toEqual(['f', 'e', 'd', 'c', 'b']);
});

test('given a prompt that is there already, when it is kept again, then it only moves to the front', () => {
  expect(withPrompt(['c', 'b', 'a'], 'a')).toEqual(['a', 'c', 'b']);
});

test.each([
  [null, {}],
  ['{', {}],
  ['null', {}],
  ['{"image":"x"}', { image: [] }],
  ['{"image":["a",7,null,"b"]}', { image: ['a', 'b'] }],
])('given %j in the storage, then only prompts are read', (written, prompts) => {
  expect(readPrompts(written)).toEqual(prompts);
});
