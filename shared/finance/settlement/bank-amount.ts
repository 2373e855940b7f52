/** Amounts as banks write them: `1,23,456.78`, `4,882.00 Cr`, `Rs. 17.70`, `(45,000.00)`, `4882,00`. */

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

/**
 * Whether the amounts show that their file separates paise with a comma: some like `4882,00`, and none like
 * `4882.00`.
 */
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

/** The side that a cell of a `Cr/Dr` column names. Null if the cell names no side. */
export function toSide(cell: string): Side | null {
  const text = cell.trim().replace(/\.$/, '').toLowerCase();
  if (['cr', 'c', 'credit', 'deposit'].includes(text)) return 'credit';
  return ['dr', 'd', 'debit', 'withdrawal'].includes(text) ? 'debit' : null;
}
