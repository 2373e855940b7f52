/**
 * Reads a bank's statement in the bank's own format: address rows above the header, summaries and legends
 * below it, amounts in two columns or in one. Pure: the rows come from a CSV parser. Nothing is guessed: a
 * row that could be misread is a problem, and the person who uploads the file decides what is uncertain.
 */
import { formatRupees, rupeesFromPaise } from '../../money.ts';
import { parseBankAmount, toSide } from './bank-amount.ts';
import { isEnough, orderRoles, recogniseHeader, type Header, type Roles } from './bank-columns.ts';
import { parseWrittenDate, type DateOrder } from './bank-day.ts';
import {
  readRows,
  type BalanceStep,
  type FileRow,
  type LeftOutRow,
  type ReadRow,
  type StatementProblem,
  type Table,
} from './bank-rows.ts';

export type { FileRow, LeftOutRow, StatementProblem };

export interface StatementChoice {
  /** Roles for the columns of `header`, chosen by a person. */
  readonly roles?: Roles | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

export interface StatementLine {
  readonly line: number;
  readonly day: string;
  /** Paise; negative if money left the account. */
  readonly amountPaise: number;
  readonly text: string;
  /** Everything that can be a UTR, in upper case. */
  readonly references: readonly string[];
  readonly namesGateway: boolean;
  readonly balancePaise: number | null;
  /** 1 for the first of equal lines of the file, 2 for the second. */
  readonly occurrence: number;
}

export type StatementReading =
  | {
      readonly ok: true;
      readonly bank: string | null;
      readonly header: readonly string[];
      readonly roles: Roles;
      readonly lines: readonly StatementLine[];
      /** Rows that are not transactions: summaries, totals, legends. */
      readonly leftOut: readonly LeftOutRow[];
      readonly closingBalancePaise: number | null;
    }
  /** The columns have unknown names: a person assigns them. */
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

const mostSampleRows = 3;
const mostSampleDates = 5;

/** `today` is an Indian day. A later date is a problem. */
export function readBankStatement(
  given: readonly FileRow[],
  choice: StatementChoice,
  today: string,
): StatementReading {
  const rows = given.map(({ line, cells }) => ({ line, cells: cells.map(trimCell) }));
  const known = findKnownTable(rows);
  const table = known ?? guessTable(rows);
  if (!table) {
    const problem = 'The file has no table with dates and amounts. Export it as CSV.';
    return fail([{ line: null, problem }]);
  }
  const chosen = choice.roles && isEnough(choice.roles) ? choice.roles : null;
  const header = chosen ? { roles: orderRoles(chosen), bank: null } : recogniseHeader(table.header);
  if (!header) {
    const sample = table.rows.slice(0, mostSampleRows).map(({ cells }) => cells);
    return { ok: false, needs: 'columns', header: table.header, sample };
  }
  return readTable(table, { ...header, roles: completeSide(table, header.roles) }, choice, today);
}

/** A quoted cell keeps its quotation marks if spaces follow them. */
const trimCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim();

const headerWithin = 60;

function findKnownTable(rows: readonly FileRow[]): Table | null {
  const at = rows.slice(0, headerWithin).findIndex(({ cells }) => recogniseHeader(cells) !== null);
  return at === -1 ? null : { header: rows[at]!.cells, rows: rows.slice(at + 1) };
}

const hasAmount = (cell: string): boolean =>
  Boolean(parseBankAmount(cell, { decimalComma: false })) ||
  Boolean(parseBankAmount(cell, { decimalComma: true }));

/**
 * Finds the table of an unknown export. The last row of names above the first row with a date and an amount
 * is the header.
 */
function guessTable(rows: readonly FileRow[]): Table | null {
  const firstAt = rows.findIndex(
    ({ cells }) =>
      cells.length > 2 &&
      cells.some((cell) => parseWrittenDate(cell) !== null) &&
      cells.some((cell) => hasAmount(cell)),
  );
  const at = rows.findLastIndex(
    ({ cells }, index) =>
      index < firstAt &&
      cells.filter((cell) => cell !== '').length > 2 &&
      cells.every((cell) => cell === '' || /\p{L}/u.test(cell)),
  );
  return at === -1 ? null : { header: rows[at]!.cells, rows: rows.slice(at + 1) };
}

/** Adds an overlooked column of Dr and Cr: without it, every amount would count as money in. */
function completeSide({ header, rows }: Table, roles: Roles): Roles {
  const amountAt = roles.indexOf('amount');
  if (amountAt === -1 || roles.includes('side')) return roles;
  const withAmount = rows.filter(({ cells }) => hasAmount(cells[amountAt] ?? ''));
  const sideAt = header.findIndex(
    (_name, at) =>
      withAmount.length > 0 && withAmount.every(({ cells }) => toSide(cells[at] ?? '') !== null),
  );
  return header.map((_name, at) => (at === sideAt ? 'side' : (roles[at] ?? null)));
}

function readTable(
  table: Table,
  { roles, bank }: Header,
  choice: StatementChoice,
  today: string,
): StatementReading {
  const { rows, steps, leftOut, problems } = readRows(table, roles);
  if (problems.length > 0) return fail(problems);
  if (rows.length === 0) return fail([{ line: null, problem: 'The file has no transactions.' }]);
  const order = findDateOrder(rows, bank, choice.dateOrder);
  if (order === null) {
    const dates = rows.slice(0, mostSampleDates).map(({ written }) => written);
    return { ok: false, needs: 'date-order', dates };
  }
  if (typeof order !== 'string') return fail([order]);
  const wrongDates = findWrongDates(rows, order, today);
  if (wrongDates.length > 0) return fail(wrongDates);
  const lines = toLines(rows, order);
  const { wrong, closingPaise } = checkBalances(steps, lines);
  if (wrong.length > 0) return fail(wrong);
  const { header } = table;
  return { ok: true, bank, header, roles, lines, leftOut, closingBalancePaise: closingPaise };
}

/** Null if the person has to choose. All banks whose format is known write the day first. */
function findDateOrder(
  rows: readonly ReadRow[],
  bank: string | null,
  chosen: DateOrder | undefined,
): DateOrder | StatementProblem | null {
  const [proof, ...proofs] = rows.filter(({ writtenDate }) => writtenDate.proves !== null);
  const order = proof?.writtenDate.proves ?? chosen ?? (bank === null ? null : 'day-first');
  const other = proofs.find(({ writtenDate }) => writtenDate.proves !== order);
  if (proof && other) {
    const problem = `“${other.written}” has its day and month in another order than “${proof.written}” in line ${proof.line}. Use one date format in the whole file.`;
    return { line: other.line, problem };
  }
  const isClear = rows.every(
    ({ writtenDate: { days } }) => days['day-first'] === days['month-first'],
  );
  return order ?? (isClear ? 'day-first' : null);
}

function findWrongDates(
  rows: readonly ReadRow[],
  order: DateOrder,
  today: string,
): StatementProblem[] {
  return rows.flatMap(({ line, written, writtenDate }) => {
    const day = writtenDate.days[order];
    if (day !== null && day <= today) return [];
    const what = day === null ? 'is not a valid date' : `means ${day}, which is in the future`;
    return [{ line, problem: `“${written}” ${what}. Correct the date and upload the file again.` }];
  });
}

/** `order` gives each row a valid day. */
function toLines(rows: readonly ReadRow[], order: DateOrder): StatementLine[] {
  const seen = new Map<string, number>();
  return rows.map(({ written: _written, writtenDate, ...row }) => {
    const day = writtenDate.days[order]!;
    const key = toLineKey({ ...row, day });
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...row, day, occurrence };
  });
}

/** The identity of a line across files of the same account. */
export const toLineKey = ({
  day,
  amountPaise,
  text,
  references,
}: Pick<StatementLine, 'day' | 'amountPaise' | 'text' | 'references'>): string =>
  `${day} ${amountPaise} ${text.toUpperCase().replace(/[^A-Z0-9]+/g, '')} ${references.toSorted().join(' ')}`;

interface CheckedBalances {
  readonly wrong: readonly StatementProblem[];
  /** Null if no row has a balance. */
  readonly closingPaise: number | null;
}

/** A missing or misread row shows in a balance that is not the previous balance plus the amount. */
function checkBalances(
  steps: readonly BalanceStep[],
  lines: readonly StatementLine[],
): CheckedBalances {
  const oldestFirst = checkInOrder(steps);
  const newestFirst = checkInOrder(steps.toReversed());
  const [firstDay, lastDay] = [lines[0]!.day, lines.at(-1)!.day];
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
