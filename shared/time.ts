/** The name of India's time zone for databases and browsers. */
export const istZone = 'Asia/Kolkata';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Indian Standard Time is this far ahead of UTC, the year round. */
export const istOffsetMs = 5.5 * hourMs;

/** Matches a calendar month: `2026-11`. */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** `2026-11`: the calendar month in India. */
export function istMonth(atMs: number): string {
  return istDay(atMs).slice(0, 7);
}

/** The month `count` months after `month` (`2026-11`), or before it if `count` is negative. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Calendar months in India; the last one contains `atMs`. */
export const lastIstMonths = (atMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => addMonths(istMonth(atMs), i + 1 - count));

export const firstDayOfMonth = (month: string): string => `${month}-01`;

/** The moment at which a month (`2026-11`) begins in India. */
export const startOfIstMonth = (month: string): number => startOfIstDay(firstDayOfMonth(month));

export const lastDayOfMonth = (month: string): string =>
  addDays(firstDayOfMonth(addMonths(month, 1)), -1);

/** `2026-11-22`: the day in India. */
export function istDay(atMs: number): string {
  return new Date(atMs + istOffsetMs).toISOString().slice(0, 10);
}

/** The moment at which a day (`2026-11-22`) begins in India. */
export function startOfIstDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - istOffsetMs;
}

/**
 * A moment with its offset, `2026-11-27T18:30:00+05:30`; null for another text. Without the offset, it would be
 * another moment on a server than on its operator's clock.
 */
export function parseMoment(text: string): Date | null {
  const moment = new Date(text);
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return hasOffset && !Number.isNaN(moment.getTime()) ? moment : null;
}

/** Seconds until the next midnight in India, rounded up: 1 to 86,400. */
export function secondsToIstMidnight(atMs: number): number {
  return Math.ceil((dayMs - ((atMs + istOffsetMs) % dayMs)) / 1000);
}

/** `2026-11-21 23:59:59` in India, which spreadsheets read as a time. */
export const toIstTime = (at: string): string =>
  new Date(Date.parse(at) + istOffsetMs).toISOString().slice(0, 19).replace('T', ' ');

export const addDays = (day: string, days: number): string =>
  istDay(startOfIstDay(day) + days * dayMs);

/** All days from `from` to `to`, both included; empty if `to` is before `from`. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whether the calendar of this century has this day. */
export function isDay(text: string): boolean {
  const [year, month, day] = /^20\d\d-\d\d-\d\d$/.test(text) ? text.split('-').map(Number) : [];
  if (!year || !month || !day || month > 12) return false;
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day <= lastOfMonth;
}
