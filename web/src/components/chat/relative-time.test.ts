import { expect, test } from 'vitest';
import { relativeTime } from './relative-time';

const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const minute = 60;
const day = 24 * 60 * minute;

test.each([
  [0, 'now'],
  [59, 'now'],
  [5 * minute, '5 minutes ago'],
  [90 * minute, '1 hour ago'],
  [day, 'yesterday'],
  [29 * day, '29 days ago'],
  [45 * day, 'last month'],
  [800 * day, '2 years ago'],
  [-30, 'now'],
])('%i seconds ago is %j', (seconds, words) => {
  expect(relativeTime(ago(seconds), now, 'en')).toBe(words);
});

test('in Hindi with Latin digits', () => {
  expect(relativeTime(ago(5 * minute), now, 'hi')).toBe('5 मिनट पहले');
});
