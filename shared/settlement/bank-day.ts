/** Dates as banks write them: `06/04/26`, `06-04-2026 18:04:25`, `6 Apr 2026`, `2026-04-06`. */
import { isDay } from './day.ts';

export type DateOrder = 'day-first' | 'month-first';

/** A date of which either the day is known, or two numbers that are its day and its month. */
export type WrittenDate =
  | { readonly kind: 'day'; readonly day: string; readonly proves: DateOrder | null }
  | {
      readonly kind: 'numbers';
      readonly first: number;
      readonly second: number;
      readonly year: string;
      readonly proves: DateOrder | null;
    };

const time = /[T,\s]\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d{1,6})?)?\s?(?:[AP]M)?$/i;
const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const dayName = /^(\d{1,2})[-\s/.]{0,2}([a-z]{3,9})[-\s/.,]{0,2}(\d{4}|\d{2})$/i;
const nameDay = /^([a-z]{3,9})[-\s/.]{0,2}(\d{1,2})[-\s/.,]{1,2}(\d{4}|\d{2})$/i;
const longest = 60;

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const toMonth = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.toLowerCase().replace(/^sept$/, 'sep'))) + 1;

const toYear = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits);

function toIsoDay(year: string, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** Null for a text that is not a date. */
export function parseWrittenDate(cell: string): WrittenDate | null {
  const text = cell.trim().slice(0, longest).replace(time, '');
  const iso = isoDate.exec(text);
  if (iso) return toKnown(toIsoDay(iso[1]!, Number(iso[2]), Number(iso[3])), null);
  const named = dayName.exec(text);
  if (named) {
    const day = toIsoDay(toYear(named[3]!), toMonth(named[2]!), Number(named[1]));
    return toKnown(day, 'day-first');
  }
  const reversed = nameDay.exec(text);
  if (reversed) {
    const day = toIsoDay(toYear(reversed[3]!), toMonth(reversed[1]!), Number(reversed[2]));
    return toKnown(day, 'month-first');
  }
  const parts = numbers.exec(text);
  if (!parts) return null;
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), toYear(parts[3]!)];
  const proves = first > 12 ? 'day-first' : second > 12 ? 'month-first' : null;
  const date = { kind: 'numbers', first, second, year, proves } as const;
  const isReadable = toDay(date, 'day-first') ?? toDay(date, 'month-first');
  return isReadable ? date : null;
}

const toKnown = (day: string | null, proves: DateOrder | null): WrittenDate | null =>
  day === null ? null : { kind: 'day', day, proves };

/** Null where there is no such day in this order. */
export function toDay(date: WrittenDate, order: DateOrder): string | null {
  if (date.kind === 'day') return date.day;
  const { first, second, year } = date;
  return order === 'day-first' ? toIsoDay(year, second, first) : toIsoDay(year, first, second);
}
