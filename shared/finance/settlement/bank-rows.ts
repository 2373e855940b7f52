/** Rows below the header of a bank statement: transactions, rows that are left out, and faults. */
import { haveDecimalComma, parseBankAmount, toSide } from './bank-amount.ts';
import type { ColumnRole, Roles } from './bank-columns.ts';
import { looksLikeDate, parseWrittenDate, type WrittenDate } from './bank-day.ts';
import { findReferences, isMangled, namesGateway } from './bank-reference.ts';

/** A row of the file with its line number, from 1. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table below its header. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly FileRow[];
}

export interface StatementProblem {
  /** The line number in the file, from 1. Null if the problem is about the whole file. */
  readonly line: number | null;
  readonly problem: string;
}

export interface LeftOutRow {
  readonly line: number;
  readonly why: string;
  readonly text: string;
}

/** A row that states a balance: a transaction, or an opening balance, which moves 0. */
export interface BalanceStep {
  readonly line: number;
  readonly amountPaise: number;
  readonly balancePaise: number | null;
}

export interface ReadRow extends BalanceStep {
  readonly written: string;
  readonly writtenDate: WrittenDate;
  readonly text: string;
  /** Everything that can be a UTR, in upper case. */
  readonly references: readonly string[];
  readonly namesGateway: boolean;
}

export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly steps: readonly BalanceStep[];
  readonly leftOut: readonly LeftOutRow[];
  readonly problems: readonly StatementProblem[];
}

/** The money that a row moves, or why that cannot be read. */
type Moved =
  | { readonly paise: number }
  | { readonly nothing: 'blank' | 'zero' | 'other side' }
  | { readonly problem: string };

type Cells = readonly string[];

/** Rows that state a balance begin like this. */
const balanceText =
  /^(?:(?:opening|closing) balance(?![a-z])|(?:balance )?(?:b\/f|c\/f|brought forward|carried forward)$)/i;
/** Matches exactly, because a payment may be called `Closing balance transfer`. */
const balanceName = /^(?:(?:opening|closing) balance|(?:balance )?(?:b\/f|c\/f))[\s:.*=-]{0,3}$/i;
const totalText =
  /^(?:(?:grand|page|sub|transaction) ?)?totals?(?: ?\(?(?:dr|cr)(?:\/(?:dr|cr))?\)?)?[\s:.*=-]{0,3}$/i;
/** Rows below the last transaction begin like this. */
const endText =
  /^[\s:.*=-]{0,4}(?:statement summary|account summary|summary|legends?(?![a-z])|generated (?:on|by)|end of|this is an? (?:computer|system)|unless the constituent|(?:grand |transaction )?total|closing balance)/i;

const isBalance = 'A balance, not a transaction.';
const isTotal = 'A total, not a transaction.';
const correctIt = 'Download the statement again, or correct this cell.';

const describeWrongDate = (cell: string): string =>
  cell === ''
    ? `This row has an amount but no date. ${correctIt}`
    : `${quote(cell)} is not a valid date. ${correctIt}`;

const quote = (cell: string): string => `“${cell.slice(0, 40)}”`;

type RowReader = ReturnType<typeof createRowReader>;

/** Reads single rows with cells in the given roles. */
function createRowReader({ header, rows }: Table, roles: Roles) {
  const at = (role: ColumnRole) => roles.indexOf(role);
  const width = header.length;
  const dateAt = at('date') === -1 ? at('valueDate') : at('date');
  const valueDateAt = at('date') === -1 ? -1 : at('valueDate');
  const sideAt = at('side');
  const balanceAt = at('balance');
  const moneyAt = [at('debit'), at('credit'), at('amount')].filter((index) => index !== -1);
  const amountsAt = [...moneyAt, balanceAt].filter((index) => index !== -1);
  const cellsOf = (cells: Cells, role: ColumnRole): string[] =>
    cells.filter((cell, index) => roles[index] === role && cell !== '');
  const readDate = (cells: Cells) => parseWrittenDate(cells[dateAt] ?? '');
  const dated = rows.filter(({ cells }) => readDate(cells) !== null);
  const decimalComma = haveDecimalComma(
    dated.flatMap(({ cells }) => amountsAt.map((index) => cells[index] ?? '')),
  );
  const parse = (cell: string) => parseBankAmount(cell, { decimalComma });

  function readMoved(cells: Cells): Moved {
    const unreadable = moneyAt.find((index) => parse(cells[index] ?? '') === undefined);
    if (unreadable !== undefined) {
      return { problem: `${quote(cells[unreadable]!)} is not a valid amount. ${correctIt}` };
    }
    return at('amount') === -1 ? readTwoColumns(cells) : readOneColumn(cells);
  }

  function readTwoColumns(cells: Cells): Moved {
    const debit = parse(cells[at('debit')] ?? '') ?? null;
    const credit = parse(cells[at('credit')] ?? '') ?? null;
    if (debit === null && credit === null) {
      return { nothing: at('debit') === -1 ? 'other side' : 'blank' };
    }
    if (debit?.paise && credit?.paise) {
      return { problem: `This row has both a debit and a credit. ${correctIt}` };
    }
    if (debit?.paise) {
      if (debit.side !== 'credit') return { paise: -debit.paise };
      return { problem: `The debit of this row is marked as a credit. ${correctIt}` };
    }
    if (!credit?.paise) return { nothing: 'zero' };
    if (credit.side !== 'debit') return { paise: credit.paise };
    return { problem: `The credit of this row is marked as a debit. ${correctIt}` };
  }

  function readOneColumn(cells: Cells): Moved {
    const amount = parse(cells[at('amount')] ?? '') ?? null;
    if (amount === null) return { nothing: 'blank' };
    if (amount.paise === 0) return { nothing: 'zero' };
    const direction = cells[sideAt] ?? '';
    const named = toSide(direction);
    if (sideAt !== -1 && named === null && (direction !== '' || amount.side === null)) {
      return { problem: `${quote(direction)} is neither Dr nor Cr. ${correctIt}` };
    }
    if (named !== null && amount.side !== null && named !== amount.side) {
      return { problem: `The sign of the amount contradicts ${quote(direction)}. ${correctIt}` };
    }
    return { paise: (named ?? amount.side) === 'debit' ? -amount.paise : amount.paise };
  }

  /** Null for a blank balance, undefined for an unreadable balance. */
  function readBalance(cells: Cells): number | null | undefined {
    const balance = parse(cells[balanceAt] ?? '');
    if (!balance) return balance;
    const side = balance.side ?? toSide(cells[at('balanceSide')] ?? '');
    return side === 'debit' ? 0 - balance.paise : balance.paise;
  }

  function isPlausible(cells: Cells): boolean {
    const valueDate = cells[valueDateAt] ?? '';
    return (
      readDate(cells) !== null &&
      (valueDate === '' || parseWrittenDate(valueDate) !== null) &&
      'paise' in readMoved(cells) &&
      readBalance(cells) !== undefined
    );
  }

  return {
    readDate,
    readMoved,
    readBalance,
    dateOf: (cells: Cells): string => cells[dateAt] ?? '',
    textOf: (cells: Cells): string => cellsOf(cells, 'text').join(' '),
    referencesOf: (cells: Cells): string[] => cellsOf(cells, 'reference'),
    hasMoneyCell: (cells: Cells): boolean => moneyAt.some((index) => (cells[index] ?? '') !== ''),
    hasAmount: (cells: Cells): boolean => moneyAt.some((index) => parse(cells[index] ?? '')),

    /**
     * Returns the row with as many cells as the header. Extra cells come from a comma in a text without
     * quotation marks: the row is repaired if only one column can contain it and no piece can belong to an
     * amount.
     */
    fit(cells: Cells): Cells | null {
      const extra = cells.slice(width).findLastIndex((cell) => cell !== '') + 1;
      if (extra === 0) return header.map((_name, index) => cells[index] ?? '');
      const fitting = header.flatMap((_name, index) => {
        const pieces = cells.slice(index, index + extra + 1);
        const joined = cells.slice(0, width + extra);
        joined.splice(index, extra + 1, pieces.join(','));
        return isPlausible(joined) ? [{ index, pieces, joined }] : [];
      });
      const [only] = fitting;
      if (!only || fitting.length > 1 || amountsAt.includes(only.index)) return null;
      // If a date is between the text and the amounts, the comma cannot belong to an amount.
      const isApart =
        only.index < valueDateAt &&
        valueDateAt < Math.min(...amountsAt) &&
        only.joined[valueDateAt] !== '';
      const isText = isApart || only.pieces.every((piece) => /[^\s\d.,]/.test(piece));
      return isText ? only.joined : null;
    },
  };
}

/** Says why a row without a readable date is not a transaction. Null if it may be one. */
function explainUndated(reader: RowReader, cells: Cells, isBelowEnd: boolean): string | null {
  if (cells.every((cell) => /^[*=_#.\s-]*$/.test(cell))) return 'A separator row.';
  if (matchesSome(reader, cells, totalText)) return isTotal;
  if (matchesSome(reader, cells, balanceName)) return isBalance;
  const isDateLike = looksLikeDate(reader.dateOf(cells));
  if (isDateLike && reader.hasMoneyCell(cells)) return null;
  if (matchesSome(reader, cells, balanceText)) return isBalance;
  if (isBelowEnd && !isDateLike) return 'Text below the transactions.';
  if (reader.hasAmount(cells)) return null;
  return 'No date and no amount.';
}

/** Says why a row with a date is left out. Null if it is a transaction. */
function explainDated(narration: string, moved: Moved): string | null {
  if (balanceName.test(narration)) return isBalance;
  if ('nothing' in moved && balanceText.test(narration)) return isBalance;
  if (totalText.test(narration)) return isTotal;
  if (!('nothing' in moved) || moved.nothing === 'blank') return null;
  return moved.nothing === 'zero' ? 'The amount is zero.' : 'No money came in.';
}

/** Whether the first text of a row, or its narration, matches. */
function matchesSome(reader: RowReader, cells: Cells, pattern: RegExp): boolean {
  const first = cells.find((cell) => cell !== '') ?? '';
  return pattern.test(first) || pattern.test(reader.textOf(cells));
}

export function readRows(table: Table, roles: Roles): ReadRows {
  const reader = createRowReader(table, roles);
  const headerText = table.header.join('\n');
  const lastRowAt = table.rows.findLastIndex(
    ({ cells }) => reader.readDate(cells) !== null && reader.hasMoneyCell(cells),
  );
  const endAt = table.rows.findIndex(
    ({ cells }, index) => index > lastRowAt && matchesSome(reader, cells, endText),
  );
  const rows: ReadRow[] = [];
  const steps: BalanceStep[] = [];
  const leftOut: LeftOutRow[] = [];
  const problems: StatementProblem[] = [];

  function leaveOut({ line, cells }: FileRow, why: string): void {
    leftOut.push({ line, why, text: cells.filter((cell) => cell !== '').join(' ') });
    const balancePaise = why === isBalance ? reader.readBalance(cells) : undefined;
    if (typeof balancePaise === 'number') steps.push({ line, amountPaise: 0, balancePaise });
  }

  /** Returns the problem of the row, if it has one. */
  function read(row: FileRow, isBelowEnd: boolean): string | null {
    const { line, cells: given } = row;
    if (given.every((cell) => cell === '')) return null;
    if (given.join('\n') === headerText) {
      leaveOut(row, 'A repeated header row.');
      return null;
    }
    const cells = reader.fit(given);
    const writtenDate = reader.readDate(cells ?? given);
    if (!writtenDate) {
      const why = explainUndated(reader, given, isBelowEnd);
      if (why !== null) leaveOut(row, why);
      return why === null ? describeWrongDate(reader.dateOf(given)) : null;
    }
    if (!cells) {
      return `This row has ${given.length} cells and the header has ${table.header.length}. Put quotation marks around the cell that contains a comma.`;
    }
    const moved = reader.readMoved(cells);
    const why = explainDated(reader.textOf(cells), moved);
    if (why !== null) {
      leaveOut(row, why);
      return null;
    }
    if ('problem' in moved) return moved.problem;
    if ('nothing' in moved) return `This row has a date but no amount. ${correctIt}`;
    const balancePaise = reader.readBalance(cells);
    if (balancePaise === undefined) {
      return `The balance of this row is not a valid amount. ${correctIt}`;
    }
    const references = reader.referencesOf(cells);
    const mangled = [...references, reader.textOf(cells)].find(isMangled);
    if (mangled !== undefined) {
      return `${quote(mangled)} was a reference (UTR) before a spreadsheet shortened it. Download the statement again and upload it without opening it in a spreadsheet.`;
    }
    const read = {
      line,
      written: reader.dateOf(cells),
      writtenDate,
      text: (reader.textOf(cells) || references.join(' ')).replaceAll(/\s+/g, ' '),
      references: findReferences({ text: reader.textOf(cells), references }),
      namesGateway: [reader.textOf(cells), ...references].some(namesGateway),
      amountPaise: moved.paise,
      balancePaise,
    };
    rows.push(read);
    steps.push(read);
    return null;
  }

  for (const [index, row] of table.rows.entries()) {
    const problem = read(row, endAt !== -1 && index >= endAt);
    if (problem !== null) problems.push({ line: row.line, problem });
  }
  return { rows, steps, leftOut, problems };
}
