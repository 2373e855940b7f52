import { expect, test } from 'vitest';
import { formatMomentInput, monthPeriod, parseMomentInput } from './indian-moment';

test('formatMomentInput shows a timestamp of any time zone in Indian time', () => {
  expect(formatMomentInput('2026-11-20T18:30:00Z')).toBe('2026-11-21T00:00');
  expect(formatMomentInput('2026-11-21T00:00:00+05:30')).toBe('2026-11-21T00:00');
  expect(formatMomentInput('yesterday')).toBe('');
});

test("parseMomentInput adds the Indian time zone to the field's value", () => {
  expect(parseMomentInput('2026-11-21T14:05')).toBe('2026-11-21T14:05:00+05:30');
  expect(parseMomentInput('2026-11-21T14:05:30')).toBe('2026-11-21T14:05:00+05:30');
  expect(parseMomentInput('')).toBe('');
});

test('monthPeriod counts the last hours of a month in London to the next month in India', () => {
  const now = Date.parse('2026-11-30T19:00:00Z');
  expect(monthPeriod(now, 0)).toEqual({
    from: '2026-12-01T00:00:00+05:30',
    to: '2027-01-01T00:00:00+05:30',
  });
  expect(monthPeriod(now, 1).to).toBe('2026-12-01T00:00:00+05:30');
});
