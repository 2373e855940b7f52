/**
 * Reads a bank's account statement from CSV as Indian banks export it: below a preamble, with a summary at the
 * end, in the bank's own columns. Nothing is guessed: what cannot be read with certainty is a question to the
 * person who uploads the file, or a problem with its line.
 */
import { formatRupees, rupeesFromPaise } from '../money.ts';
import { findUtrs, namesGateway, type DateOrder } from './bank-cell.ts';
import { describeWrongReport, recogniseReport, type ColumnChoice } from './bank-columns.ts';
import {
  delimiters,
  findLayout,
  guessTable,
  splitStatement,
  type Layout,
  type StatementLine,
  type Table,
} from './bank-file.ts';
import {
  readRows,
  type BalanceStep,
  type LeftOutRow,
  type ReadRow,
  type StatementProblem,
} from './bank-rows.ts';

export interface StatementOptions {
  /** Assigned by hand. */
  readonly columns?: ColumnChoice;
  /** Chosen by hand, for a file whose dates do not show it. */
  readonly dateOrder?: DateOrder;
  /** The Indian day, `2026-11-26`. A later date is a problem. */
  readonly today: string;
}

export interface StatementRow {
  /** In the file, from 1. */
  readonly line: number;
  readonly day: string;
  /** Positive for money in. */
  readonly amountPaise: number;
  readonly narration: string;
  readonly reference: string | null;
  readonly balancePaise: number | null;
  /** 1 for the first of equal rows in this file, 2 for the second one. */
  readonly occurrence: number;
  /** Everything in the narration and the reference that can be a UTR, in upper case. */
  readonly utrs: readonly string[];
  readonly namesGateway: boolean;
  /** All cells by the names of their columns. */
  readonly raw: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly ok: true;
  /** Null for a bank whose format is not known. */
  readonly bank: string | null;
  readonly header: readonly string[];
  readonly columns: ColumnChoice;
  /** In the order of the file. */
  readonly rows: readonly StatementRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** Null if the file states no balances. */
  readonly closingBalancePaise: number | null;
  /** The first and the last day with a row. */
  readonly from: string;
  readonly to: string;
  /** Sums of money in and of money out; neither is negative. */
  readonly creditPaise: number;
  readonly debitPaise: number;
}

export type StatementReading =
  | Statement
  | {
      readonly ok: false;
      /** The columns must be assigned by hand. */
      readonly needs: 'columns';
      readonly header: readonly string[];
      readonly sampleRows: readonly (readonly string[])[];
    }
  /** Each date could be day first or month first. */
  | { readonly ok: false; readonly needs: 'date-order' }
  /** The first 100. */
  | { readonly ok: false; readonly problems: readonly StatementProblem[] };

/** Includes the preamble. */
const mostRowsToHeader = 300;
const mostProblems = 100;
const mostSampleRows = 5;

export function readStatement(text: string, options: StatementOptions): StatementReading {
  const beginnings: (readonly StatementLine[])[] = [];
  let broken: StatementProblem | null = null;
  for (const delimiter of delimiters) {
    const beginning = splitStatement(text, delimiter, { mostRows: mostRowsToHeader });
    if (!beginning.ok) {
      broken ??= toProblem(beginning);
      continue;
    }
    const kind = recogniseReport(beginning.lines.find(isNotBlank)?.cells ?? []);
    if (kind !== 'unknown') {
      return refuse([{ line: 1, problem: describeWrongReport(kind, 'bank-statement') }]);
    }
    if (findLayout(beginning.lines, options.columns)) return readFile(text, delimiter, options);
    beginnings.push(beginning.lines);
  }
  const table = beginnings.map(guessTable).find((each) => each !== null);
  if (table) return askForColumns(table);
  const problem = 'No table with dates and amounts was found. Download the statement as CSV.';
  return refuse([broken ?? { line: 1, problem }]);
}

function readFile(
  text: string,
  delimiter: (typeof delimiters)[number],
  options: StatementOptions,
): StatementReading {
  const file = splitStatement(text, delimiter);
  if (!file.ok) return refuse([toProblem(file)]);
  return readLayout(findLayout(file.lines, options.columns)!, options);
}

const toProblem = ({ line, problem }: StatementProblem): StatementProblem => ({ line, problem });

const isNotBlank = ({ cells }: StatementLine): boolean => cells.some((cell) => cell !== '');

const refuse = (problems: readonly StatementProblem[]): StatementReading => ({
  ok: false,
  problems: problems.slice(0, mostProblems),
});

function askForColumns({ names, lines }: Table): StatementReading {
  const sampleRows = lines
    .filter(isNotBlank)
    .slice(0, mostSampleRows)
    .map(({ cells }) => names.map((_name, at) => cells[at] ?? ''));
  return { ok: false, needs: 'columns', header: names, sampleRows };
}

function readLayout(layout: Layout, options: StatementOptions): StatementReading {
  const { rows: found, steps, leftOut, problems } = readRows(layout);
  if (problems.length > 0) return refuse(problems);
  if (found.length === 0) {
    const problem = 'There are no transactions below the header. Choose another statement.';
    return refuse([{ line: 1, problem }]);
  }
  const order = findDateOrder(found, layout, options.dateOrder);
  if (order === null) return { ok: false, needs: 'date-order' };
  if (typeof order !== 'string') return refuse([order]);
  const wrongDates = findWrongDates(found, layout, order, options.today);
  if (wrongDates.length > 0) return refuse(wrongDates);
  const rows = toStatementRows(found, layout, order);
  const balances = checkBalances(steps, rows);
  if (balances.wrong.length > 0) return refuse(balances.wrong);
  const days = rows.map(({ day }) => day).toSorted();
  return {
    ok: true,
    bank: layout.bank,
    header: layout.names,
    columns: layout.columns,
    rows,
    leftOut,
    closingBalancePaise: balances.closingPaise,
    from: days[0]!,
    to: days.at(-1)!,
    creditPaise: sumOf(rows, (paise) => Math.max(paise, 0)),
    debitPaise: sumOf(rows, (paise) => Math.max(0 - paise, 0)),
  };
}

const sumOf = (rows: readonly StatementRow[], toPart: (paise: number) => number): number =>
  rows.reduce((sum, { amountPaise }) => sum + toPart(amountPaise), 0);

/** Null if the person has to choose. All banks whose format is known write the day first. */
function findDateOrder(
  rows: readonly ReadRow[],
  { bank, columns, names }: Layout,
  chosen: DateOrder | undefined,
): DateOrder | StatementProblem | null {
  const [proof, ...proofs] = rows.filter(({ writtenDate }) => writtenDate.proves !== null);
  const order = proof?.writtenDate.proves ?? chosen ?? (bank === null ? null : 'day-first');
  const other = proofs.find(({ writtenDate }) => writtenDate.proves !== order);
  if (proof && other) {
    const [date, otherDate] = [proof, other].map(({ cells }) => cells[names.indexOf(columns.date)]);
    const problem = `"${otherDate}" has its day and month in another order than "${date}" in line ${proof.line}. Use one date format in the whole file.`;
    return { line: other.line, problem };
  }
  const isClear = rows.every(
    ({ writtenDate: { days } }) => days['day-first'] === days['month-first'],
  );
  return order ?? (isClear ? 'day-first' : null);
}

function findWrongDates(
  rows: readonly ReadRow[],
  { columns, names }: Layout,
  order: DateOrder,
  today: string,
): StatementProblem[] {
  const dateAt = names.indexOf(columns.date);
  return rows.flatMap(({ line, cells, writtenDate }) => {
    const day = writtenDate.days[order];
    if (day !== null && day <= today) return [];
    const what = day === null ? 'is not a valid date' : `means ${day}, which is in the future`;
    const problem = `"${cells[dateAt]}" ${what}. Correct the date and upload the file again.`;
    return [{ line, problem }];
  });
}

/** `order` gives each row a valid day. */
function toStatementRows(
  rows: readonly ReadRow[],
  { names, columns }: Layout,
  order: DateOrder,
): StatementRow[] {
  const counts = new Map<string, number>();
  return rows.map(({ line, cells, writtenDate, amountPaise, balancePaise }) => {
    const day = writtenDate.days[order]!;
    const textOf = (name: string | undefined) => cells[names.indexOf(name ?? '')] ?? '';
    const texts = [textOf(columns.narration), textOf(columns.reference)];
    const [narration = '', givenReference = ''] = texts.map((text) => text.replaceAll(/\s+/g, ' '));
    const reference = /[a-z\d]/i.test(givenReference) ? givenReference : null;
    const key = JSON.stringify([day, amountPaise, narration, reference]);
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    return {
      line,
      day,
      amountPaise,
      narration,
      reference,
      balancePaise,
      occurrence,
      utrs: [...new Set(texts.flatMap(findUtrs))],
      namesGateway: texts.some(namesGateway),
      raw: Object.fromEntries(names.map((name, at) => [name, cells[at]!])),
    };
  });
}

interface CheckedBalances {
  readonly wrong: readonly StatementProblem[];
  /** Null if no row has a balance. */
  readonly closingPaise: number | null;
}

/** A balance that is not the previous one plus the amount shows a missing or misread row. */
function checkBalances(
  steps: readonly BalanceStep[],
  rows: readonly StatementRow[],
): CheckedBalances {
  const oldestFirst = checkInOrder(steps);
  const newestFirst = checkInOrder(steps.toReversed());
  const [firstDay, lastDay] = [rows[0]!.day, rows.at(-1)!.day];
  if (firstDay < lastDay) return oldestFirst;
  if (firstDay > lastDay) return newestFirst;
  return newestFirst.wrong.length < oldestFirst.wrong.length ? newestFirst : oldestFirst;
}

function checkInOrder(steps: readonly BalanceStep[]): CheckedBalances {
  const wrong: StatementProblem[] = [];
  let expectedPaise: number | null = null;
  for (const { line, amountPaise, balancePaise } of steps) {
    if (expectedPaise !== null) expectedPaise += amountPaise;
    if (balancePaise === null) continue;
    if (expectedPaise !== null && expectedPaise !== balancePaise) {
      const [given, expected] = [balancePaise, expectedPaise].map((paise) =>
        formatRupees(rupeesFromPaise(paise)),
      );
      const problem = `The balance is ${given}, but the previous balance and the amount of this row give ${expected}. A row is missing or was changed. Download the statement again.`;
      wrong.push({ line, problem });
    }
    expectedPaise = balancePaise;
  }
  return { wrong, closingPaise: expectedPaise };
}
