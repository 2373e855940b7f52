/** Dates as banks write them: `06/04/26`, `06-04-2026 18:04:25`, `6 Apr 2026`, `2026-04-06`. */
import { isDay } from '../../time.ts';

export type DateOrder = 'day-first' | 'month-first';

export interface WrittenDate {
  /** The date for each order of day and month. Null if that order gives no valid date. */
  readonly days: Readonly<Record<DateOrder, string | null>>;
  /** The order that this date proves, by a day above 12 or by a month's name. */
  readonly proves: DateOrder | null;
}

const isTime = (text: string): boolean =>
  /^(?:[T,\s]\s{0,5}\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d{1,6})?)?(?:\s?[AP]M)?)?$/i.test(text);

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const isMonthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

const toMonth = (name: string): number =>
  isMonthName.test(name) ? months.indexOf(name.slice(0, 3).toLowerCase()) + 1 : 0;

function toIsoDay(year: string, month: number, day: number): string | null {
  const century = year.length === 2 ? '20' : '';
  const text = `${century}${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

const toCertain = (day: string | null, proves: DateOrder | null): WrittenDate | null =>
  day === null ? null : { days: { 'day-first': day, 'month-first': day }, proves };

/** Reads `06/04/26`, `06-04-2026 18:04:25`, `6 Apr 2026` or `2026-04-06`. Null if it is not a date. */
export function parseWrittenDate(cell: string): WrittenDate | null {
  const text = cell.trim();
  const [, date = '', rest = ''] =
    /^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}[-/. ]{0,2}[a-z]{3,9}[-/., ]{0,2}\d{2,4}|[a-z]{3,9}[-. ]{0,2}\d{1,2}[-/., ]{1,2}\d{2,4})(.*)$/is.exec(
      text,
    ) ?? [];
  if (!isTime(rest)) return null;
  const [first = '', second = '', third = ''] = date.match(/\d+|[a-z]+/gi) ?? [];
  if (first.length === 4) return toCertain(toIsoDay(first, Number(second), Number(third)), null);
  if (third.length !== 2 && third.length !== 4) return null;
  if (/[a-z]/i.test(first)) {
    return toCertain(toIsoDay(third, toMonth(first), Number(second)), 'month-first');
  }
  if (/[a-z]/i.test(second)) {
    return toCertain(toIsoDay(third, toMonth(second), Number(first)), 'day-first');
  }
  const days = {
    'day-first': toIsoDay(third, Number(second), Number(first)),
    'month-first': toIsoDay(third, Number(first), Number(second)),
  };
  if (days['day-first'] === null && days['month-first'] === null) return null;
  const proves = Number(first) > 12 ? 'day-first' : Number(second) > 12 ? 'month-first' : null;
  return { days, proves };
}

/** Whether a cell is written like a date, valid or not: `31/02/2026`, `31 Feb 2026`. */
export const looksLikeDate = (cell: string): boolean =>
  /^\s{0,9}\d{1,4}[-/. ]{1,2}[a-z\d]{1,9}[-/. ,]{1,2}\d{2,4}(?![\d,.])/i.test(cell);
