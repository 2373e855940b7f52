/** The file of a bank statement: bytes to text, text to rows of cells, and the header below the preamble. */
import { CsvError, parse } from 'csv-parse/sync';
import { parseBankAmount, parseWrittenDate, toSide } from './bank-cell.ts';
import {
  findDirection,
  findHiddenColumns,
  isEnough,
  matchColumns,
  toColumnNames,
  type ColumnChoice,
  type HiddenColumns,
} from './bank-columns.ts';

export type DecodedStatement =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

const saveAsCsv = 'Open it in a spreadsheet program, save it as "CSV UTF-8" and upload that file.';

/** Says what is wrong with a file that is not text, by its beginning in Latin-1. Null if it may be text. */
function findOtherFormat(start: string): string | null {
  // A zip archive, which .xlsx is, and the older .xls.
  const isWorkbook = start.startsWith('PK\u0003\u0004') || start.startsWith('\u00d0\u00cf\u0011');
  if (isWorkbook) return `This file is an Excel workbook. ${saveAsCsv}`;
  if (/^(?:\u00ef\u00bb\u00bf)?\s{0,99}<(?:!doctype|html|table|\?xml)/i.test(start)) {
    return `This file is a web page. ${saveAsCsv}`;
  }
  if (!start.startsWith('%PDF')) return null;
  return 'This file is a PDF. Download the statement as CSV from your bank.';
}

/** Decodes UTF-8, with or without a byte order mark, and UTF-16 with one. */
export function decodeStatement(bytes: Uint8Array): DecodedStatement {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const otherFormat = findOtherFormat(start);
  if (otherFormat !== null) return { ok: false, problem: otherFormat };
  const encoding = start.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : start.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : 'utf-8';
  const text = decode(bytes, encoding);
  if (text === null || text.includes('\0')) {
    return { ok: false, problem: `This file is not UTF-8 or UTF-16 text. ${saveAsCsv}` };
  }
  if (text.trim() === '') return { ok: false, problem: 'This file is empty. Choose another one.' };
  return { ok: true, text };
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export interface StatementLine {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  /** Trimmed. */
  readonly cells: readonly string[];
}

export type SplitStatement =
  | { readonly ok: true; readonly lines: readonly StatementLine[] }
  | { readonly ok: false; readonly line: number; readonly problem: string };

export const delimiters = [',', ';', '\t'] as const;

/** A quoted cell keeps its quotation marks if spaces follow them. */
const trimCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim();

/** `mostRows` reads only the beginning of a file. */
export function splitStatement(
  text: string,
  delimiter: (typeof delimiters)[number],
  { mostRows }: { readonly mostRows?: number } = {},
): SplitStatement {
  const lines: StatementLine[] = [];
  let lastLine = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      // Not `rtrim`: with it, a text that begins with a quoted word is an error.
      ltrim: true,
      to: mostRows,
      on_record(record: string[], { lines: endLine }) {
        lines.push({ line: lastLine + 1, cells: record.map(trimCell) });
        lastLine = endLine;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem =
      'A quotation mark is opened here or below and never closed. Download the statement again.';
    return { ok: false, line: lastLine + 1, problem };
  }
  return { ok: true, lines };
}

export interface Table {
  /** As it is written. */
  readonly header: readonly string[];
  /** The same, unique. */
  readonly names: readonly string[];
  /** Those below the header. */
  readonly lines: readonly StatementLine[];
}

export interface Layout extends Table, HiddenColumns {
  /** Null for a bank whose format is not known. */
  readonly bank: string | null;
  readonly columns: ColumnChoice;
}

/** Finds the header by the columns that were chosen by hand, or by the names of its columns. */
export function findLayout(
  lines: readonly StatementLine[],
  chosen: ColumnChoice | undefined,
): Layout | null {
  for (const [index, { cells: header }] of lines.entries()) {
    const names = toColumnNames(header);
    const matched = matchColumns(header);
    const given = chosen && hasColumns(names, chosen) ? chosen : null;
    const found = chosen ? given : matched?.columns;
    if (!found) continue;
    const table = { header, names, lines: lines.slice(index + 1) };
    const columns = completeDirection(table, found);
    const hidden = findHiddenColumns(header, columns);
    return { ...table, ...hidden, columns, bank: matched?.bank ?? null };
  }
  return null;
}

function hasColumns(names: readonly string[], columns: ColumnChoice): boolean {
  const chosen = Object.values(columns).filter((name) => name !== undefined);
  return isEnough(columns) && chosen.every((name) => names.includes(name));
}

const hasAmount = (cell: string): boolean =>
  Boolean(parseBankAmount(cell, { decimalComma: false })) ||
  Boolean(parseBankAmount(cell, { decimalComma: true }));

/** Adds an overlooked column of Dr and Cr: without it, every amount would be money in. */
function completeDirection({ header, names, lines }: Table, columns: ColumnChoice): ColumnChoice {
  const { amount } = columns;
  if (amount === undefined || columns.direction !== undefined) return columns;
  const named = findDirection(header, amount);
  if (named !== undefined) return { ...columns, direction: named };
  const amountAt = names.indexOf(amount);
  const rows = lines.filter(({ cells }) => hasAmount(cells[amountAt] ?? ''));
  const direction = names.find(
    (_name, at) => rows.length > 0 && rows.every(({ cells }) => toSide(cells[at] ?? '') !== null),
  );
  return direction === undefined ? columns : { ...columns, direction };
}

/** Finds the table of an unknown export: the names above the first row with a date and an amount. */
export function guessTable(lines: readonly StatementLine[]): Table | null {
  const firstRowAt = lines.findIndex(
    ({ cells }) =>
      cells.length > 2 &&
      cells.some((cell) => parseWrittenDate(cell) !== null) &&
      cells.some((cell) => hasAmount(cell)),
  );
  const headerAt = lines.findLastIndex(
    ({ cells }, index) =>
      index < firstRowAt &&
      cells.filter((cell) => cell !== '').length > 2 &&
      cells.every((cell) => cell === '' || /\p{L}/u.test(cell)),
  );
  if (headerAt === -1) return null;
  const header = lines[headerAt]!.cells;
  return { header, names: toColumnNames(header), lines: lines.slice(headerAt + 1) };
}
