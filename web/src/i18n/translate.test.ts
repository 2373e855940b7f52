import { expect, test, vi } from 'vitest';
import type { Messages } from './en';
import { addWords, applyLanguage, t } from './translate';

const say = t as (key: string, values?: Record<string, string | number | null>) => string;
const speak = (language: 'en' | 'hi' | 'hg', words: object) =>
  applyLanguage(language, words as Partial<Messages>);

test('t fills in placeholders without escaping', () => {
  speak('en', { a: { b: '{{name}} pays {{price}}, {{name}}{{none}}' } });
  expect(say('a.b', { name: '<b>$&</b>', price: 5, none: null })).toBe(
    '<b>$&</b> pays 5, <b>$&</b>',
  );
});

test('t ends a sentence once after a name that ends in a full stop', () => {
  speak('en', {
    a: { b: 'You join {{name}}. Welcome to {{name}}.', c: 'Waiting for {{name}}...' },
  });
  expect(say('a.b', { name: 'Sharma & Co.' })).toBe(
    'You join Sharma & Co. Welcome to Sharma & Co.',
  );
  expect(say('a.b', { name: 'Chai' })).toBe('You join Chai. Welcome to Chai.');
  expect(say('a.c', { name: 'Sharma & Co.' })).toBe('Waiting for Sharma & Co....');
});

test('t groups the digits of counts in the Indian way, and of no other number', () => {
  speak('en', { a: { b: '{{count}} of {{max}} entries at {{size}} px' } });
  expect(say('a.b', { count: 5_080, max: 1_00_000, size: 1024 })).toBe(
    '5,080 of 1,00,000 entries at 1024 px',
  );
});

test("t chooses the plural form by the language's rules", () => {
  const days = { day_one: '{{count}} day', day_other: '{{count}} days' };
  speak('en', { a: days });
  expect([0, 1, 2].map((count) => say('a.day', { count }))).toEqual(['0 days', '1 day', '2 days']);
  // In Hindi, zero takes the singular form.
  for (const language of ['hi', 'hg'] as const) {
    speak(language, { a: days });
    expect(say('a.day', { count: 0 })).toBe('0 day');
  }
  speak('en', { a: { day: 'Day {{count}}' } });
  expect(say('a.day', { count: 1 })).toBe('Day 1');
});

test('t throws for a missing text in development and finds the text once its area is loaded', () => {
  speak('en', {});
  expect(() => say('a.b')).toThrow('a.b');
  addWords({ a: { b: 'here' } } as object as Partial<Messages>);
  expect(say('a.b')).toBe('here');
});

test('t shows a missing text in English or as its key in production, and reports it', () => {
  const reported = vi.fn<(error: Error) => void>();
  vi.stubGlobal('reportError', reported);
  vi.stubEnv('DEV', false);
  try {
    speak('en', { a: { b: 'here', day_one: '{{count}} day', day_other: '{{count}} days' } });
    addWords({ c: { d: '{{name}} there' } } as object as Partial<Messages>);
    speak('hi', { a: { e: 'वहाँ' } });
    expect(['a.b', 'a.e', 'c.d', 'c.f'].map((key) => say(key, { name: 'Asha' }))).toEqual([
      'here',
      'वहाँ',
      'Asha there',
      'c.f',
    ]);
    expect([0, 1].map((count) => say('a.day', { count }))).toEqual(['0 days', '1 day']);
    expect(reported.mock.calls.map(([{ message }]) => message)).toEqual(
      ['a.b', 'c.d', 'c.f', 'a.day', 'a.day'].map((key) => `There is no text for ${key}`),
    );
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  }
});
