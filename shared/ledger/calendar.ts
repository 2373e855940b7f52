/** The name of India's time zone for databases and browsers. */
export const istZone = 'Asia/Kolkata';

/** Indian Standard Time is this far ahead of UTC, the year round. */
export const istOffsetMs = 5.5 * 60 * 60 * 1000;

/** `2026-11`: the calendar month in India. */
export function istMonth(atMs: number): string {
  return istDay(atMs).slice(0, 7);
}

/** Calendar months in India; the last one contains `atMs`. */
export function lastIstMonths(atMs: number, count: number): string[] {
  const [year = 0, month = 0] = istMonth(atMs).split('-').map(Number);
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7),
  );
}

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

export const dayMs = 24 * 60 * 60 * 1000;

/** Seconds until the next midnight in India, rounded up: 1 to 86,400. */
export function secondsToIstMidnight(atMs: number): number {
  return Math.ceil((dayMs - ((atMs + istOffsetMs) % dayMs)) / 1000);
}

/** `2026-11-21 23:59:59` in India, which spreadsheets read as a time. */
export const toIstTime = (at: string): string =>
  new Date(Date.parse(at) + istOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
