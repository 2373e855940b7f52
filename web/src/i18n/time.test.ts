import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatAgo, formatDay, formatMoment, formatTime, isIndianTime } from './time';

afterEach(() => vi.unstubAllEnvs());

test.each(['Asia/Kolkata', 'UTC', 'America/New_York', 'Pacific/Auckland'])(
  'times and days are Indian in a browser in %s',
  (TZ) => {
    vi.stubEnv('TZ', TZ);
    const moment = '2026-11-21T18:45:00Z';
    expect(formatMoment(moment, 'en')).toBe('22 Nov 2026, 12:15 am');
    expect(formatMoment(moment, 'hg')).toBe('22 Nov 2026, 12:15 am');
    expect(formatMoment(moment, 'hi')).toBe('22 नव॰ 2026, 12:15 am');
    expect(formatDay(moment, 'en')).toBe('22 Nov 2026');
    expect(formatTime(moment, 'hi')).toBe('12:15 am');
  },
);

test.each([
  ['Asia/Kolkata', true],
  ['Asia/Colombo', true],
  ['Asia/Kathmandu', false],
  ['Europe/London', false],
])('a browser in %s shows Indian time: %s', (TZ, isSame) => {
  vi.stubEnv('TZ', TZ);
  expect(isIndianTime()).toBe(isSame);
});

describe('relative times', () => {
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
  ])('formatAgo formats %i seconds ago as %j', (seconds, words) => {
    expect(formatAgo(ago(seconds), now, 'en')).toBe(words);
  });

  test('relative times in Hindi have Latin digits', () => {
    expect(formatAgo(ago(5 * minute), now, 'hi')).toBe('5 मिनट पहले');
  });
});

test('no file except time.ts formats times', () => {
  const root = join(import.meta.dirname, '..');
  const writesTimes = /DateTimeFormat|RelativeTimeFormat|toLocale(Date|Time)String|toTimeString/;
  const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .filter((name) => writesTimes.test(readFileSync(join(root, name), 'utf8')));
  expect(writers).toEqual([join('i18n', 'time.ts')]);
});
