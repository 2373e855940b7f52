/** Reads the file of a bank statement: converts bytes to text, and text to rows of cells. */
import { CsvError, parse } from 'csv-parse/sync';
import { recogniseHeader } from './bank-columns.ts';
import type { FileRow } from './bank-rows.ts';

export type DecodedStatement =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

const saveAsCsv = 'Open it in a spreadsheet program, save it as "CSV UTF-8" and upload that file.';

/** Says why a file is not text, by its beginning in Latin-1. Null if it may be text. */
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

export type ParsedStatement =
  | { readonly ok: true; readonly rows: readonly FileRow[] }
  | { readonly ok: false; readonly line: number; readonly problem: string };

const delimiters = [',', ';', '\t'] as const;
/** Enough characters and rows for any preamble and header. */
const headLength = 20_000;
const headRows = 60;

/**
 * Splits a file into rows by the separator that gives a known header, or else by the separator that gives the
 * most cells. Reads at most `mostRows` rows.
 */
export function parseStatement(
  text: string,
  { mostRows }: { readonly mostRows: number },
): ParsedStatement {
  const head = text.slice(0, headLength);
  const heads = delimiters.map((delimiter) => {
    // The cut at the end of the head may be inside of quotation marks.
    const { rows } = splitBy(head, delimiter, { mostRows: headRows });
    return {
      delimiter,
      hasHeader: rows.some(({ cells }) => recogniseHeader(cells) !== null),
      width: Math.max(0, ...rows.map(({ cells }) => cells.length)),
    };
  });
  const widest = heads.toSorted((a, b) => b.width - a.width)[0]!;
  const { delimiter } = heads.find(({ hasHeader }) => hasHeader) ?? widest;
  const { rows, openQuoteLine } = splitBy(text, delimiter, { mostRows });
  if (openQuoteLine === null) return { ok: true, rows };
  const problem =
    'A quotation mark is opened here or below and never closed. Download the statement again.';
  return { ok: false, line: openQuoteLine, problem };
}

interface SplitRows {
  readonly rows: readonly FileRow[];
  /** The line of a row whose quotation mark is never closed. */
  readonly openQuoteLine: number | null;
}

function splitBy(
  text: string,
  delimiter: string,
  { mostRows }: { readonly mostRows: number },
): SplitRows {
  const rows: FileRow[] = [];
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
        rows.push({ line: lastLine + 1, cells: record });
        lastLine = endLine;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, openQuoteLine: lastLine + 1 };
  }
  return { rows, openQuoteLine: null };
}
