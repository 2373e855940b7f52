import { expect, test } from 'vitest';
import type { Messages } from './en';
import { addWords, speakWith, t } from './translate';

const say = t as (key: string, values?: Record<string, string | number | null>) => string;
const speak = (language: 'en' | 'hi' | 'hg', words: object) =>
  speakWith(language, words as Partial<Messages>);

test('what stands in braces is filled in, as it is', () => {
  speak('en', { a: { b: '{{name}} pays {{price}}, {{name}}{{none}}' } });
  expect(say('a.b', { name: '<b>$&</b>', price: 5, none: null })).toBe(
    '<b>$&</b> pays 5, <b>$&</b>',
  );
});

test('a count chooses the form of its language', () => {
  const days = { day_one: '{{count}} day', day_other: '{{count}} days' };
  speak('en', { a: days });
  expect([0, 1, 2].map((count) => say('a.day', { count }))).toEqual(['0 days', '1 day', '2 days']);
  // In Hindi nothing is one.
  for (const language of ['hi', 'hg'] as const) {
    speak(language, { a: days });
    expect(say('a.day', { count: 0 })).toBe('0 day');
  }
  speak('en', { a: { day: 'Day {{count}}' } });
  expect(say('a.day', { count: 1 })).toBe('Day 1');
});

test('words that have not come are our mistake, and are said once they have', () => {
  speak('en', {});
  expect(() => say('a.b')).toThrow('a.b');
  addWords({ a: { b: 'here' } } as object as Partial<Messages>);
  expect(say('a.b')).toBe('here');
});
