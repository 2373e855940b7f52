/** Rows below the header of a bank statement: transactions, rows that are left out, and faults. */
import {
  haveDecimalComma,
  looksLikeDate,
  parseBankAmount,
  parseWrittenDate,
  toSide,
  type WrittenDate,
} from './bank-cell.ts';
import type { Layout, StatementLine } from './bank-file.ts';

export interface StatementProblem {
  /** In the file, from 1. */
  readonly line: number;
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
  readonly writtenDate: WrittenDate;
  /** As many as the header has. */
  readonly cells: readonly string[];
}

export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly steps: readonly BalanceStep[];
  readonly leftOut: readonly LeftOutRow[];
  readonly problems: readonly StatementProblem[];
}

/** Money that a row moves, or why that cannot be read. */
type Moved =
  | { readonly paise: number }
  | { readonly nothing: 'blank' | 'zero' | 'other side' }
  | { readonly problem: string };

type Cells = readonly string[];

/** Rows that state a balance begin like this. */
const balanceText =
  /^(?:(?:opening|closing) balance(?![a-z])|(?:balance )?(?:b\/?f|c\/?f|brought forward|carried forward)$)/i;
/** Exact, because a payment may be called `Closing balance transfer`. */
const balanceName = /^(?:(?:opening|closing) balance|(?:balance )?(?:b\/?f|c\/?f))\W{0,3}$/i;
const totalText =
  /^(?:(?:grand|page|sub|transaction) ?)?totals?(?: ?\(?(?:dr|cr)(?:\/(?:dr|cr))?\)?)?\W{0,3}$/i;
/** Rows below the last transaction begin like this. */
const endText =
  /^(?:\W{0,4})(?:statement summary|account summary|summary|legends?(?![a-z])|generated (?:on|by)|end of|this is an? (?:computer|system)|unless the constituent|(?:grand |transaction )?total|closing balance)/i;

const isBalance = 'A balance, not a transaction.';
const isTotal = 'A total, not a transaction.';
const correctIt = 'Download the statement again, or correct this cell.';

const describeWrongDate = (cell: string): string =>
  cell === ''
    ? `This row has an amount but no date. ${correctIt}`
    : `${quote(cell)} is not a valid date. ${correctIt}`;

const quote = (cell: string): string => JSON.stringify(cell.slice(0, 40));

type RowReader = ReturnType<typeof createRowReader>;

/** Reads single rows with the columns of `layout`. */
function createRowReader(layout: Layout) {
  const { columns, names, lines } = layout;
  const at = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(name));
  const dateAt = at(columns.date);
  const narrationAt = at(columns.narration);
  const directionAt = at(columns.direction);
  const balanceAt = at(columns.balance);
  const moneyAt = [columns.debit, columns.credit, columns.amount].map(at).filter((i) => i !== -1);
  const amountsAt = [...moneyAt, balanceAt].filter((index) => index !== -1);
  const readDate = (cells: Cells) => parseWrittenDate(cells[dateAt] ?? '');
  const dated = lines.filter(({ cells }) => readDate(cells) !== null);
  const decimalComma = haveDecimalComma(
    dated.flatMap(({ cells }) => amountsAt.map((index) => cells[index] ?? '')),
  );
  const parse = (cell: string) => parseBankAmount(cell, { decimalComma });

  function readMoved(cells: Cells): Moved {
    const unreadable = moneyAt.find((index) => parse(cells[index] ?? '') === undefined);
    if (unreadable !== undefined) {
      return { problem: `${quote(cells[unreadable]!)} is not a valid amount. ${correctIt}` };
    }
    return columns.amount === undefined ? readTwoColumns(cells) : readOneColumn(cells);
  }

  function readTwoColumns(cells: Cells): Moved {
    const debit = parse(cells[at(columns.debit)] ?? '') ?? null;
    const credit = parse(cells[at(columns.credit)] ?? '') ?? null;
    if (debit === null && credit === null) {
      return { nothing: columns.debit === undefined ? 'other side' : 'blank' };
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
    const amount = parse(cells[at(columns.amount)] ?? '') ?? null;
    if (amount === null) return { nothing: 'blank' };
    if (amount.paise === 0) return { nothing: 'zero' };
    const direction = cells[directionAt] ?? '';
    const named = toSide(direction);
    if (directionAt !== -1 && named === null && (direction !== '' || amount.side === null)) {
      return { problem: `${quote(direction)} is neither Dr nor Cr. ${correctIt}` };
    }
    if (named !== null && amount.side !== null && named !== amount.side) {
      return { problem: `The sign of the amount contradicts ${quote(direction)}. ${correctIt}` };
    }
    return { paise: (named ?? amount.side) === 'debit' ? -amount.paise : amount.paise };
  }

  /** Null for a blank balance, undefined for one that cannot be read. */
  function readBalance(cells: Cells): number | null | undefined {
    const balance = parse(cells[balanceAt] ?? '');
    if (!balance) return balance;
    const side = balance.side ?? toSide(cells[layout.balanceSideAt ?? -1] ?? '');
    return side === 'debit' ? 0 - balance.paise : balance.paise;
  }

  function isPlausible(cells: Cells): boolean {
    const valueDate = cells[layout.valueDateAt ?? -1] ?? '';
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
    narrationOf: (cells: Cells): string => cells[narrationAt] ?? '',
    hasMoneyCell: (cells: Cells): boolean => moneyAt.some((index) => (cells[index] ?? '') !== ''),
    hasAmount: (cells: Cells): boolean => moneyAt.some((index) => parse(cells[index] ?? '')),

    /**
     * The row with as many cells as the header has. Too many come from a comma in a text without quotation
     * marks: the row is repaired if only one column can have it and no piece can belong to an amount.
     */
    fit(cells: Cells): Cells | null {
      const extra = cells.slice(names.length).findLastIndex((cell) => cell !== '') + 1;
      if (extra === 0) return names.map((_name, index) => cells[index] ?? '');
      const fitting = names.flatMap((_name, index) => {
        const pieces = cells.slice(index, index + extra + 1);
        const joined = cells.slice(0, names.length + extra);
        joined.splice(index, extra + 1, pieces.join(','));
        return isPlausible(joined) ? [{ index, pieces, joined }] : [];
      });
      const [only] = fitting;
      if (!only || fitting.length > 1 || amountsAt.includes(only.index)) return null;
      const valueDateAt = layout.valueDateAt ?? -1;
      // A date between the text and the amounts keeps them apart.
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
  if (cells.every((cell) => /^[*=_#.\s-]*$/.test(cell))) return 'A line that separates rows.';
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
  return pattern.test(first) || pattern.test(reader.narrationOf(cells));
}

export function readRows(layout: Layout): ReadRows {
  const { names, lines } = layout;
  const reader = createRowReader(layout);
  const lastRowAt = lines.findLastIndex(
    ({ cells }) => reader.readDate(cells) !== null && reader.hasMoneyCell(cells),
  );
  const endAt = lines.findIndex(
    ({ cells }, index) => index > lastRowAt && matchesSome(reader, cells, endText),
  );
  const rows: ReadRow[] = [];
  const steps: BalanceStep[] = [];
  const leftOut: LeftOutRow[] = [];
  const problems: StatementProblem[] = [];

  function leaveOut({ line, cells }: StatementLine, why: string): void {
    leftOut.push({ line, why, text: cells.join(' ').trim() });
    const balancePaise = why === isBalance ? reader.readBalance(cells) : undefined;
    if (typeof balancePaise === 'number') steps.push({ line, amountPaise: 0, balancePaise });
  }

  /** Returns the problem of the row, if it has one. */
  function read(row: StatementLine, isBelowEnd: boolean): string | null {
    const { line, cells: given } = row;
    if (given.every((cell) => cell === '')) return null;
    if (given.join('\n') === layout.header.join('\n')) {
      leaveOut(row, 'The header again.');
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
      return `This row has ${given.length} cells and the header has ${names.length}. Put quotation marks around the cell that contains a comma.`;
    }
    const moved = reader.readMoved(cells);
    const why = explainDated(reader.narrationOf(cells), moved);
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
    const read = { line, writtenDate, cells, amountPaise: moved.paise, balancePaise };
    rows.push(read);
    steps.push(read);
    return null;
  }

  for (const [index, row] of lines.entries()) {
    const problem = read(row, endAt !== -1 && index >= endAt);
    if (problem !== null) problems.push({ line: row.line, problem });
  }
  return { rows, steps, leftOut, problems };
}
