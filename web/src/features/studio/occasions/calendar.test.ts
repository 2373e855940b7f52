import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, istDay, startOfIstDay } from '@sachet/shared/time';
import { nearDays, planOccasions } from './calendar';
import { dates, type DatedOccasion, undated } from './dates';

const find = (today: string, occasion: string) =>
  planOccasions(today).find((each) => each.occasion === occasion)!;

test.each([
  ['2026-10-27', 'diwali', 12],
  ['2026-11-08', 'diwali', 0],
  ['2026-11-09', 'diwali', 354],
  ['2026-11-27', 'christmas', 28],
  ['2026-12-31', 'newYear', 1],
  ['2028-02-28', 'holi', 12],
])('counts on %s the days until %s as %d', (today, occasion, days) => {
  expect(find(today, occasion).daysLeft).toBe(days);
});

test('counts by Indian days, which begin at 18:30 UTC', () => {
  const before = istDay(Date.parse('2026-12-23T18:29:59Z'));
  const after = istDay(Date.parse('2026-12-23T18:30:00Z'));
  expect(find(before, 'christmas').daysLeft).toBe(2);
  expect(find(after, 'christmas').daysLeft).toBe(1);
});

test('still offers Eid on the day after its estimate, because the Moon may be late', () => {
  expect(find('2027-03-11', 'eid')).toMatchObject({ daysLeft: -1, isByMoon: true });
  expect(find('2027-03-12', 'eid').day).toBe('2028-02-27');
  expect(find('2027-03-11', 'diwali').isByMoon).toBe(false);
});

test('offers every occasion once on every day: near ones by date, then undated ones, then the rest', () => {
  const first = startOfIstDay('2026-01-01');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 * 365 }), (days) => {
      const today = istDay(first + days * dayMs);
      const planned = planOccasions(today);
      expect(new Set(planned.map(({ occasion }) => occasion)).size).toBe(planned.length);
      expect(planned).toHaveLength(Object.keys(dates).length + undated.length);
      const start = planned.findIndex(({ occasion }) => occasion === undated[0]);
      const near = planned.slice(0, start).map(({ daysLeft }) => daysLeft!);
      expect(near).toEqual(near.toSorted((a, b) => a - b));
      for (const left of near) expect(left).toSatisfy((each) => each >= -1 && each <= nearDays);
      expect(planned.slice(start, start + undated.length).map((each) => each.occasion)).toEqual(
        undated,
      );
      const later = planned
        .slice(start + undated.length)
        .map(({ daysLeft }) => daysLeft ?? Infinity);
      expect(later).toEqual(later.toSorted((a, b) => a - b));
      for (const left of later) expect(left).toBeGreaterThan(nearDays);
    }),
  );
});

test('has one date in each year from 2026 to 2030, in order', () => {
  for (const occasion of Object.keys(dates) as DatedOccasion[]) {
    const { days } = dates[occasion];
    if (typeof days === 'string') continue;
    expect(
      days.map((day) => day.slice(0, 4)),
      occasion,
    ).toEqual(['2026', '2027', '2028', '2029', '2030']);
    for (const day of days) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
  }
});

test('keeps the order of festivals that depend on each other', () => {
  const gaps = (from: DatedOccasion, to: DatedOccasion) =>
    (dates[to].days as readonly string[]).map((day, year) =>
      Math.round((Date.parse(day) - Date.parse(dates[from].days[year]!)) / dayMs),
    );
  expect(gaps('lohri', 'sankranti')).toEqual([1, 1, 1, 1, 1]);
  for (const gap of gaps('dhanteras', 'diwali')) expect([1, 2]).toContain(gap);
  for (const gap of gaps('navratri', 'dussehra')) expect([8, 9, 10]).toContain(gap);
  for (const gap of gaps('dussehra', 'diwali')) expect([19, 20, 21]).toContain(gap);
  for (const gap of gaps('diwali', 'chhath')) expect([6, 7]).toContain(gap);
});
