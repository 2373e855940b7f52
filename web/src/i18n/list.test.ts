import { expect, test } from 'vitest';
import { formatList } from './list';

const names = ['Google', 'OpenAI', 'Sarvam'];

test.each([
  ['en', 'Google and OpenAI', 'Google, OpenAI and Sarvam', 'Google or OpenAI'],
  ['hi', 'Google और OpenAI', 'Google, OpenAI, और Sarvam', 'Google या OpenAI'],
  ['hg', 'Google aur OpenAI', 'Google, OpenAI aur Sarvam', 'Google ya OpenAI'],
] as const)('formatList joins names in %s', (language, two, three, either) => {
  expect(formatList(language, names.slice(0, 2))).toBe(two);
  expect(formatList(language, names)).toBe(three);
  expect(formatList(language, names.slice(0, 2), 'disjunction')).toBe(either);
  expect(formatList(language, names.slice(0, 1))).toBe('Google');
});
