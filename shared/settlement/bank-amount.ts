/** Amounts as banks write them: `1,23,456.78`, `4,882.00 Cr`, `Rs. 17.70`, `(45,000.00)`, `4882,00`. */

export type Side = 'credit' | 'debit';

export interface BankAmount {
  /** Never negative. */
  readonly paise: number;
  /** Null where the cell has neither a sign nor Cr or Dr. */
  readonly side: Side | null;
}

const blank = /^[-–—*.\s]*$/;

/** Without blanks. */
const written =
  /^(?<open>\()?(?<before>[-+−])?(?:₹|INR|Rs\.?)?(?<inner>[-+−])?(?<number>\d[\d.,]{0,30})(?<after>-)?(?:INR)?(?<close>\))?\(?(?<side>cr|dr)?\.?\)?$/i;

/** Groups of two or three digits, of which the last has three. */
const withPoint = /^(\d{1,15}|\d{1,3}(?:,\d{2,3}){0,6},\d{3})(?:\.(\d{1,2})0{0,6})?$/;

/** Whether this amount proves that the file writes a comma before the paise. */
export const hasDecimalComma = (cell: string): boolean =>
  /^\D*\d[\d.]*,\d{1,2}(?:cr|dr)?\.?$/i.test(cell.replace(/\s+/g, ''));

/** Null for a blank cell; undefined for one that is not an amount. */
export function parseBankAmount(
  cell: string,
  { decimalComma }: { readonly decimalComma: boolean },
): BankAmount | null | undefined {
  if (blank.test(cell)) return null;
  // Two numbers are not one.
  if (/\d\s+\d/.test(cell)) return undefined;
  const text = cell.replace(/\s+/g, '');
  const parts = written.exec(text)?.groups;
  if (!parts || Boolean(parts.open) !== Boolean(parts.close)) return undefined;
  const number = decimalComma
    ? parts.number!.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
    : parts.number!;
  const [, whole = '', decimals = ''] = withPoint.exec(number) ?? [];
  const paise = Number(`${whole.replaceAll(',', '')}${decimals.padEnd(2, '0')}`);
  if (whole === '' || !Number.isSafeInteger(paise)) return undefined;
  const signs = [parts.before, parts.inner, parts.after].filter((sign) => sign !== undefined);
  if (signs.length > 1) return undefined;
  return joinSides(paise, [
    parts.open ? 'debit' : null,
    signs.length === 0 ? null : signs[0] === '+' ? 'credit' : 'debit',
    parts.side ? toSide(parts.side)! : null,
  ]);
}

function joinSides(paise: number, sides: readonly (Side | null)[]): BankAmount | undefined {
  const said = new Set(sides.filter((side) => side !== null));
  if (said.size > 1) return undefined;
  return { paise, side: [...said][0] ?? null };
}

/** The side that a cell of a `Cr/Dr` column names; null where it names none. */
export function toSide(cell: string): Side | null {
  const text = cell.trim().replace(/\.$/, '').toLowerCase();
  if (['cr', 'c', 'credit', 'deposit'].includes(text)) return 'credit';
  return ['dr', 'd', 'debit', 'withdrawal'].includes(text) ? 'debit' : null;
}
