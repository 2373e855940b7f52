import { expect, test } from 'vitest';
import { readClock } from './ReportItem';

const now = Date.parse('2026-03-01T10:00:00Z');

test.each([
  ['2026-03-08T10:00:00Z', { isLate: false, days: 7, hours: 0, minutes: 0 }],
  ['2026-03-01T12:59:59Z', { isLate: false, days: 0, hours: 2, minutes: 59 }],
  ['2026-03-01T09:00:00Z', { isLate: true, days: 0, hours: 1, minutes: 0 }],
])('readClock at 10:00 with a deadline at %s returns %j', (deadline, clock) => {
  expect(readClock(deadline, now)).toEqual(clock);
});
