/**
 * Formats every time that the client shows. All pages use Indian time, because budgets, limits and statements
 * follow Indian days. In another time zone, `IndianTimeNote` explains this once on the page.
 */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import {
  istOffsetMs,
  istZone,
  minuteMs,
  startOfIstDay,
  startOfIstMonth,
} from '@sachet/shared/time';

/** Hinglish uses English dates. All three languages use Latin digits. */
const locale: Record<Language, string> = {
  en: 'en-IN-u-nu-latn',
  hi: 'hi-IN-u-nu-latn',
  hg: 'en-IN-u-nu-latn',
};

const timeZone = istZone;

/**
 * The formats are cached, because creating one is about a hundred times slower than using it, and a grid
 * formats the day of each tile.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale[language]} ${JSON.stringify(options)}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale[language], options);
  formats.set(name, made);
  return made;
}

/** Formats a timestamp as `21 Nov 2026, 2:05 pm`. */
export function formatMoment(timestamp: string, language: Language): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return getFormat(language, format).format(new Date(timestamp));
}

/** Formats a timestamp as `21 Nov 2026`. */
export function formatDay(timestamp: string, language: Language): string {
  const format = { dateStyle: 'medium', timeZone } as const;
  return getFormat(language, format).format(new Date(timestamp));
}

/** Formats the time of a timestamp as `2:05 pm`. */
export function formatTime(timestamp: string, language: Language): string {
  const format = { timeStyle: 'short', timeZone } as const;
  return getFormat(language, format).format(new Date(timestamp));
}

/** Formats an Indian day such as `2026-11-21` as `21 Nov 2026`. */
export const formatIndianDay = (day: string, language: Language): string =>
  formatDay(new Date(startOfIstDay(day)).toISOString(), language);

/** Formats an Indian day as `21 Nov`, for a chart axis whose year is shown elsewhere. */
export function formatIndianDate(day: string, language: Language): string {
  const format = { day: 'numeric', month: 'short', timeZone } as const;
  return getFormat(language, format).format(new Date(startOfIstDay(day)));
}

/** Formats an Indian month, such as `2026-11`, as `Nov 2026`. */
export function formatMonth(month: string, language: Language): string {
  const format = { month: 'short', year: 'numeric', timeZone } as const;
  return getFormat(language, format).format(new Date(startOfIstMonth(month)));
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** Formats a timestamp as `5 minutes ago` or `yesterday`. */
export function formatAgo(timestamp: string, nowMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' });
  // Never negative, because the browser's clock may be slightly behind the server's.
  let left = Math.max(0, (nowMs - Date.parse(timestamp)) / 1000);
  for (const [unit, size] of steps) {
    if (left < size) {
      // Does not count seconds, because a number that changes all the time is distracting.
      return format.format(unit === 'second' ? 0 : -Math.floor(left), unit);
    }
    left /= size;
  }
  return format.format(-Math.floor(left), 'year');
}

/** Whether the browser's time zone shows the same time as India. */
export function isIndianTime(): boolean {
  return new Date().getTimezoneOffset() * minuteMs === -istOffsetMs;
}
