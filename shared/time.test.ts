import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dayMs,
  hourMs,
  istDay,
  istMonth,
  lastDayOfMonth,
  secondsToIstMidnight,
  startOfIstDay,
  startOfIstMonth,
} from './time.ts';

describe('the month in India', () => {
  it.each([
    ['2026-11-30T18:29:59.999Z', '2026-11'],
    ['2026-11-30T18:30:00.000Z', '2026-12'],
    ['2026-12-31T18:29:59.999Z', '2026-12'],
    ['2026-12-31T18:30:00.000Z', '2027-01'],
    ['2028-02-29T18:29:59.999Z', '2028-02'],
    ['2028-02-29T18:30:00.000Z', '2028-03'],
    ['2027-02-28T18:30:00.000Z', '2027-03'],
    ['1970-01-01T00:00:00.000Z', '1970-01'],
  ])('the month in India at %s is %s', (instant, month) => {
    expect(istMonth(Date.parse(instant))).toBe(month);
  });

  it.each([
    ['2026-11-30T18:29:59.999Z', '2026-11-30', 1],
    ['2026-11-30T18:30:00.000Z', '2026-12-01', 86_400],
    ['2026-11-22T00:00:00.000Z', '2026-11-22', 66_600],
  ])('the day in India at %s is %s, %i s before midnight', (instant, day, seconds) => {
    expect(istDay(Date.parse(instant))).toBe(day);
    expect(secondsToIstMidnight(Date.parse(instant))).toBe(seconds);
    const midnightMs = Math.floor(Date.parse(instant) / 1000 + seconds) * 1000;
    expect(startOfIstDay(day)).toBe(midnightMs - dayMs);
  });

  it.each([
    ['2026-11', 1, '2026-12', '2026-12-31'],
    ['2026-12', 2, '2027-02', '2027-02-28'],
    ['2028-01', 1, '2028-02', '2028-02-29'],
    ['2026-01', -1, '2025-12', '2025-12-31'],
    ['2026-03', -14, '2025-01', '2025-01-31'],
  ])('%s and %i months is %s, which ends on %s', (month, count, sum, lastDay) => {
    expect(addMonths(month, count)).toBe(sum);
    expect(lastDayOfMonth(sum)).toBe(lastDay);
    expect(startOfIstMonth(addMonths(sum, 1))).toBe(startOfIstDay(lastDay) + dayMs);
  });

  it('the month in India matches the calendar of Kolkata for every hour of three years', () => {
    const kolkata = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Asia/Kolkata',
      year: 'numeric',
      month: '2-digit',
    });
    const wrong: string[] = [];
    for (let atMs = Date.UTC(2026, 0); atMs < Date.UTC(2029, 0); atMs += hourMs / 2) {
      if (istMonth(atMs) !== kolkata.format(atMs)) wrong.push(new Date(atMs).toISOString());
    }
    expect(wrong).toEqual([]);
  });
});
