/**
 * Reads a bank's statement as the bank gives it: address rows above the header, summaries and legends
 * below it, amounts in two columns or in one. Pure: the rows come out of a CSV parser. A row that could
 * be misread is a problem; nothing is guessed.
 */
import { hasDecimalComma, parseBankAmount, toSide, type BankAmount } from './bank-amount.ts';
import {
  isEnough,
  recogniseHeader,
  type ColumnRole,
  type Header,
  type Roles,
} from './bank-columns.ts';
import { parseWrittenDate, toDay, type DateOrder, type WrittenDate } from './bank-day.ts';
import { findReferences, namesGateway } from './bank-reference.ts';

/** A row of the file, and its line there from 1. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface StatementChoice {
  /** Of the columns of `header`, chosen by a person. */
  readonly roles?: Roles | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

export interface StatementLine {
  readonly line: number;
  readonly day: string;
  /** Paise; negative where money left the account. */
  readonly amountPaise: number;
  readonly text: string;
  /** Everything that can be a UTR, in upper case. */
  readonly references: readonly string[];
  readonly namesGateway: boolean;
  readonly balancePaise: number | null;
  /** 1 for the first of equal lines of the file, 2 for the second. */
  readonly occurrence: number;
}

export interface LeftOutRow {
  readonly line: number;
  readonly text: string;
}

export interface StatementProblem {
  /** Null if it is about the whole file. */
  readonly line: number | null;
  readonly problem: string;
}

export type StatementReading =
  | {
      readonly ok: true;
      readonly bank: string | null;
      readonly header: readonly string[];
      readonly roles: Roles;
      readonly lines: readonly StatementLine[];
      /** Rows that are no transactions: summaries, totals, legends. */
      readonly leftOut: readonly LeftOutRow[];
      readonly closingBalancePaise: number | null;
    }
  /** The columns have other names than we know: a person assigns them. */
  | {
      readonly ok: false;
      readonly needs: 'columns';
      readonly header: readonly string[];
      readonly sample: readonly (readonly string[])[];
    }
  /** Every date can be read in two ways. */
  | { readonly ok: false; readonly needs: 'date-order'; readonly dates: readonly string[] }
  | { readonly ok: false; readonly needs: null; readonly problems: readonly StatementProblem[] };

const fail = (problems: readonly StatementProblem[]): StatementReading => ({
  ok: false,
  needs: null,
  problems,
});

/** `today` is an Indian day: nothing can be booked after it. */
export function readStatement(
  rows: readonly FileRow[],
  choice: StatementChoice,
  today: string,
): StatementReading {
  const found = findHeader(rows, choice.roles);
  if (!found) {
    const guess = guessHeader(rows);
    if (!guess) return fail([{ line: null, problem: 'The file has no table. Export it as CSV.' }]);
    const sample = rows.slice(guess.at + 1, guess.at + 4).map(({ cells }) => cells);
    return { ok: false, needs: 'columns', header: rows[guess.at]!.cells, sample };
  }
  const { header, at } = found;
  const below = rows
    .slice(at + 1)
    .map((row) => fitCells(row, header.roles, rows[at]!.cells.length));
  const decimalComma = below.some(({ cells }) =>
    amountRoles.some((role) => cellsOf(cells, header.roles, role).some(hasDecimalComma)),
  );
  const read = below.map((row) => readRow(row, header.roles, decimalComma));
  const problems: StatementProblem[] = read.flatMap((row) =>
    row.kind === 'problem' ? [{ line: row.line, problem: row.problem }] : [],
  );
  const dated = read.filter((row) => row.kind === 'transaction');
  if (problems.length === 0 && dated.length === 0) {
    return fail([{ line: null, problem: 'The file has no transactions.' }]);
  }
  const order = findDateOrder(dated, header, choice.dateOrder);
  if (order === 'unknown') {
    return {
      ok: false,
      needs: 'date-order',
      dates: dated.slice(0, 5).map(({ written }) => written),
    };
  }
  if (order === 'mixed') {
    problems.push({ line: null, problem: 'Some dates put the day first, others the month.' });
  }
  if (problems.length > 0) return fail(problems);
  const lines = toLines(dated, order as DateOrder, today, problems);
  const closingBalancePaise = checkBalances(lines, problems);
  if (problems.length > 0) return fail(problems);
  return {
    ok: true,
    bank: header.bank,
    header: rows[at]!.cells,
    roles: header.roles,
    lines,
    leftOut: read.flatMap((row) =>
      row.kind === 'left out' && row.text !== '' ? [{ line: row.line, text: row.text }] : [],
    ),
    closingBalancePaise,
  };
}

const headerWithin = 60;

function findHeader(
  rows: readonly FileRow[],
  chosen: Roles | undefined,
): { header: Header; at: number } | null {
  if (chosen) {
    const guess = guessHeader(rows);
    return guess && isEnough(chosen)
      ? { header: { roles: chosen, bank: null }, at: guess.at }
      : null;
  }
  for (const [at, { cells }] of rows.slice(0, headerWithin).entries()) {
    const header = recogniseHeader(cells);
    if (header) return { header, at };
  }
  return null;
}

/** The first row that has as many filled cells as any other near the top. */
function guessHeader(rows: readonly FileRow[]): { at: number } | null {
  const filled = rows
    .slice(0, headerWithin)
    .map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  const most = Math.max(0, ...filled);
  return most < 3 ? null : { at: filled.indexOf(most) };
}

/** Blank cells where the row is shorter; an unquoted comma belongs to the narration. */
function fitCells(row: FileRow, roles: Roles, width: number): FileRow {
  const { cells } = row;
  const extra = cells.length - width;
  if (extra <= 0) return { ...row, cells: [...cells, ...Array<string>(-extra).fill('')] };
  if (cells.slice(width).every((cell) => cell.trim() === '')) {
    return { ...row, cells: cells.slice(0, width) };
  }
  const text = roles.indexOf('text');
  if (text === -1) return row;
  const joined = cells.slice(text, text + extra + 1).join(',');
  return { ...row, cells: [...cells.slice(0, text), joined, ...cells.slice(text + extra + 1)] };
}

const cellsOf = (cells: readonly string[], roles: Roles, role: ColumnRole): string[] =>
  cells.filter((_, at) => roles[at] === role).map((cell) => cell.trim());

const amountRoles = ['debit', 'credit', 'amount', 'balance'] as const;

type ReadRow =
  | { readonly kind: 'left out'; readonly line: number; readonly text: string }
  | { readonly kind: 'problem'; readonly line: number; readonly problem: string }
  | Transaction;

interface Transaction {
  readonly kind: 'transaction';
  readonly line: number;
  readonly date: WrittenDate;
  readonly written: string;
  readonly amountPaise: number;
  readonly text: string;
  readonly references: readonly string[];
  readonly balancePaise: number | null;
}

const isBlank = (cell: string): boolean => /^[*\-–—=_.\s]*$/.test(cell);
const isSummary = (text: string): boolean =>
  /summary|total|opening|closing|balance|brought|carried|legend|generated|statement/i.test(text);

function readRow({ line, cells }: FileRow, roles: Roles, decimalComma: boolean): ReadRow {
  const all = cells.map((cell) => cell.trim());
  const words = all.filter((cell) => !isBlank(cell)).join(' ');
  const leftOut = { kind: 'left out', line, text: words.slice(0, 200) } as const;
  if (words === '') return leftOut;
  const problem = (words: string): ReadRow => ({ kind: 'problem', line, problem: words });
  const cell = (role: ColumnRole) => cellsOf(cells, roles, role)[0] ?? '';
  const written = cell('date') || cell('valueDate');
  const date = parseWrittenDate(written);
  const amount = readAmount(cell, decimalComma);
  if (!date) {
    const isTransaction = typeof amount === 'number' && !isSummary(words) && cells.length > 1;
    return isTransaction && written !== '' && /\d/.test(written)
      ? problem(`“${written.slice(0, 40)}” is not a date.`)
      : leftOut;
  }
  if (amount === null) {
    return isSummary(words) ? leftOut : problem('The row has a date and no amount.');
  }
  if (typeof amount === 'string') return problem(amount);
  const balance = readBalance(cell, decimalComma);
  if (balance === undefined) return problem(`“${cell('balance')}” is not a balance.`);
  const text = cellsOf(cells, roles, 'text').join(' ');
  const references = cellsOf(cells, roles, 'reference');
  return {
    kind: 'transaction',
    line,
    date,
    written,
    amountPaise: amount,
    text: text || references.join(' '),
    references: findReferences({ text, references }),
    balancePaise: balance,
  };
}

/** Signed paise; null for none; a sentence for what cannot be read. */
function readAmount(
  cell: (role: ColumnRole) => string,
  decimalComma: boolean,
): number | null | string {
  const parse = (role: ColumnRole) => parseBankAmount(cell(role), { decimalComma });
  const [debit, credit, single] = [parse('debit'), parse('credit'), parse('amount')];
  for (const [role, amount] of [
    ['debit', debit],
    ['credit', credit],
    ['amount', single],
  ] as const) {
    if (amount === undefined) return `“${cell(role).slice(0, 40)}” is not an amount.`;
  }
  if (single) return toSigned(single!, cell('side'));
  if (single === null && cell('amount') === '' && !debit && !credit) return null;
  const out = debit && debit.paise > 0 ? debit : null;
  const into = credit && credit.paise > 0 ? credit : null;
  if (out && into) return 'The row has a debit and a credit.';
  if (out?.side === 'credit' || into?.side === 'debit') {
    return 'The amount is in one column and has the sign of the other.';
  }
  if (out) return -out.paise;
  return into ? into.paise : null;
}

function toSigned({ paise, side }: BankAmount, sideCell: string): number | string {
  const named = sideCell === '' ? null : toSide(sideCell);
  if (sideCell !== '' && named === null) return `“${sideCell.slice(0, 20)}” is neither Cr nor Dr.`;
  if (named && side && named !== side) return 'The sign of the amount and its Cr or Dr disagree.';
  return (named ?? side ?? 'credit') === 'credit' ? paise : -paise;
}

function readBalance(
  cell: (role: ColumnRole) => string,
  decimalComma: boolean,
): number | null | undefined {
  const balance = parseBankAmount(cell('balance'), { decimalComma });
  if (!balance) return balance;
  const side = balance.side ?? toSide(cell('balanceSide'));
  return side === 'debit' ? -balance.paise : balance.paise;
}

/** Of a bank that we know the day comes first; of others a date has to prove it, or a person says so. */
function findDateOrder(
  rows: readonly Transaction[],
  { bank }: Header,
  chosen: DateOrder | undefined,
): DateOrder | 'unknown' | 'mixed' {
  const proven = new Set(
    rows.flatMap(({ date }) => (date.kind === 'numbers' && date.proves ? [date.proves] : [])),
  );
  if (proven.size > 1) return 'mixed';
  const [only] = proven;
  if (only) return only;
  if (chosen) return chosen;
  const isAmbiguous = rows.some(
    ({ date }) => date.kind === 'numbers' && date.first !== date.second,
  );
  return isAmbiguous && bank === null ? 'unknown' : 'day-first';
}

function toLines(
  rows: readonly Transaction[],
  order: DateOrder,
  today: string,
  problems: StatementProblem[],
): StatementLine[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ line, date, written, amountPaise, text, references, balancePaise }) => {
    const day = toDay(date, order);
    if (day === null || day > today) {
      const why = day === null ? 'is not a date' : 'is in the future';
      problems.push({ line, problem: `“${written.slice(0, 40)}” ${why}.` });
      return [];
    }
    const key = toLineKey({ day, amountPaise, text });
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    const gateway = namesGateway(text);
    return [
      { line, day, amountPaise, text, references, namesGateway: gateway, balancePaise, occurrence },
    ];
  });
}

/** What a line has in common with itself in another file of the account. */
export const toLineKey = ({
  day,
  amountPaise,
  text,
}: Pick<StatementLine, 'day' | 'amountPaise' | 'text'>): string =>
  `${day} ${amountPaise} ${text.toUpperCase().replace(/[^A-Z0-9]+/g, '')}`;

/** A balance that does not follow from the one before means a row that is missing or misread. */
function checkBalances(
  lines: readonly StatementLine[],
  problems: StatementProblem[],
): number | null {
  if (lines.length === 0 || lines.some(({ balancePaise }) => balancePaise === null)) return null;
  const breaks = (chronological: readonly StatementLine[]) =>
    chronological.filter(
      ({ balancePaise, amountPaise }, at) =>
        at > 0 && chronological[at - 1]!.balancePaise! + amountPaise !== balancePaise,
    );
  const oldestFirst = breaks(lines);
  const newest = lines.toReversed();
  const newestFirst = breaks(newest);
  const isNewestFirst = newestFirst.length < oldestFirst.length;
  for (const { line } of isNewestFirst ? newestFirst : oldestFirst) {
    problems.push({
      line,
      problem: 'The balance does not follow from the row before. A row is missing or was changed.',
    });
  }
  return (isNewestFirst ? newest : lines).at(-1)!.balancePaise;
}
