/** Single cells of a bank statement: amounts, dates, and the references inside a narration. */
import { isDay } from './day.ts';

export type Side = 'credit' | 'debit';

interface BankAmount {
  /** Never negative. */
  readonly paise: number;
  /** Null if the cell has neither a sign nor Cr or Dr. */
  readonly side: Side | null;
}

const written =
  /^(\()?(?:(cr|dr)\.?)?([-+])?(?:₹|inr|rs\.?)?([-+])?(\d[\d.,]*)(?:\/-)?([-+])?(?:inr|rs\.?)?(\))?(?:\(?(cr|dr|c|d)\.?\)?)?$/;

/** Three decimals are refused: `4.880` may mean thousands. */
const withPoint = /^(\d+|\d{1,3}(?:,\d{2,3}){0,6},\d{3})(?:\.(\d{1,2}|\d\d0{2,6}))?$/;

const isBlankAmount = (text: string): boolean => /^(?:[-–—]{0,10}|nil|na|n\/a)$/i.test(text);

/** Whether amounts show that their file separates paise with a comma: `4882,00`, and none `4882.00`. */
export const haveDecimalComma = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d,\d{1,2}(?!\d|,|\.\d)/.test(cell)) &&
  !cells.some((cell) => /\.\d{1,2}(?!\d|\.|,\d)/.test(cell));

/**
 * Reads `1,23,456.78`, `4,882.00 Cr`, `Rs. 17.70`, `(45,000.00)` or, with `decimalComma`, `4.882,00`.
 * Null for a blank cell, undefined for a cell that is not a valid amount.
 */
export function parseBankAmount(
  cell: string,
  { decimalComma }: { readonly decimalComma: boolean },
): BankAmount | null | undefined {
  const text = cell.trim().toLowerCase().replaceAll('−', '-');
  if (isBlankAmount(text)) return null;
  if (/\d\s+\d/.test(text)) return undefined;
  // Axis writes `-,77,65,682.30` for an overdrawn balance.
  const compact = text.replaceAll(/\s/g, '').replace(/^-,/, '-');
  const [, open, prefix, first, second, digits = '', last, close, suffix] =
    written.exec(compact) ?? [];
  const number = decimalComma
    ? digits.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
    : digits;
  const [, whole = '', decimals = ''] = withPoint.exec(number) ?? [];
  const paise = Number(`${whole.replaceAll(',', '')}${decimals.padEnd(2, '0').slice(0, 2)}`);
  if (whole === '' || !Number.isSafeInteger(paise)) return undefined;
  if (Boolean(open) !== Boolean(close)) return undefined;
  const signs = [first, second, last].filter((sign) => sign !== undefined);
  if (signs.length > 1 || (open && signs.length > 0) || (prefix && suffix)) return undefined;
  const signed = open || signs[0] === '-' ? 'debit' : signs[0] === '+' ? 'credit' : null;
  const named = toSide(prefix ?? suffix ?? '');
  if (signed && named && signed !== named) return undefined;
  return { paise, side: signed ?? named };
}

/** The side that a cell of a `Cr/Dr` column names. Null if it names neither. */
export function toSide(cell: string): Side | null {
  const text = cell.trim().replace(/\.$/, '').toLowerCase();
  if (['cr', 'c', 'credit', 'deposit'].includes(text)) return 'credit';
  return ['dr', 'd', 'debit', 'withdrawal'].includes(text) ? 'debit' : null;
}

export type DateOrder = 'day-first' | 'month-first';

export interface WrittenDate {
  /** The day in each order. Null if that order gives no valid day. */
  readonly days: Readonly<Record<DateOrder, string | null>>;
  /** The order that this date proves, by a day above 12 or by the name of a month. */
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

/**
 * The runs of letters and digits in a text, in upper case: a reference is always a whole run. A line break
 * inside a cell may cut a run, so both readings are included, as are numbers without their leading zeros.
 */
function findRuns(text: string): string[] {
  const whole = /[\r\n]/.test(text) ? [text, text.replaceAll(/[\r\n]+/g, '')] : [text];
  const runs = whole.flatMap((each) => each.toUpperCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return [...new Set(runs.flatMap((run) => (/^0\d+$/.test(run) ? [run, trimZeros(run)] : [run])))];
}

const trimZeros = (digits: string): string => digits.replace(/^0+/, '');

/** 12 digits (IMPS, UPI), 16 characters (NEFT), 22 (RTGS), or a time and more, as in `1568176960vxp0rj`. */
const utrForm =
  /^(?:\d{12}|(?=[A-Z]{0,21}\d)(?:[A-Z\d]{16}|[A-Z\d]{22})|\d{10}(?=\d{0,11}[A-Z])[A-Z\d]{4,12})$/;

const hasUtrForm = (run: string): boolean => utrForm.test(run) && !/^0+$/.test(run);

/** Everything in a text that has the form of a UTR, in upper case. */
export const findUtrs = (text: string): string[] => findRuns(text).filter(hasUtrForm);

/**
 * The known UTR, in upper case, that a text names. Null if it names none, or more than one.
 * `knownUtrs` must be in upper case.
 */
export function matchUtr(text: string, knownUtrs: ReadonlySet<string>): string | null {
  const whole = text.trim().toUpperCase();
  if (knownUtrs.has(whole)) return whole;
  const found = findRuns(text).filter((run) => knownUtrs.has(run));
  return found.length === 1 ? found[0]! : null;
}

/** Whether a narration names Razorpay as the payer. Banks cut the name: `RAZORPAY SOFTWARE PR`. */
export function namesGateway(text: string): boolean {
  const names = text.toUpperCase().matchAll(/(?<![A-Z0-9@.])RAZORPAY[\s_-]{0,3}([A-Z]{0,20})/g);
  for (const { 0: name, 1: next = '', index } of names) {
    const isCut = index + name.length === text.trimEnd().length;
    if (next.startsWith('SOFT') || next.startsWith('PAYM')) return true;
    if (isCut && ['SOFTWARE', 'PAYMENTS'].some((word) => word.startsWith(next))) return true;
  }
  return false;
}
