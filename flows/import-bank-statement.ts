/**
 * A bank's statement becomes lines of ours: read with a preview, booked in one transaction, withdrawn
 * with a reason. The statement of a known bank needs no help; the columns of another one are assigned
 * once by a person and remembered.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import type { Kysely } from 'kysely';
import {
  readBankLayout,
  storeBankLayout,
  storeStatement,
  type BankLayout,
} from '@sachet/db/finance/bank';
import { findFileImport, type SettlementImport } from '@sachet/db/finance/settlements';
import type { Database } from '@sachet/db/tables';
import { findBrokenText } from '@sachet/shared/broken-text';
import {
  recogniseHeader,
  toSignature,
  type ColumnRole,
} from '@sachet/shared/settlement/bank-columns';
import type { DateOrder } from '@sachet/shared/settlement/bank-day';
import {
  readStatement,
  type FileRow,
  type StatementProblem,
  type StatementReading,
} from '@sachet/shared/settlement/bank-statement';
import { describeReport } from '@sachet/shared/settlement/csv-row';

export interface StatementFile {
  readonly path: string;
  readonly name: string | null;
  readonly requestedBy: string;
  /** What a person has assigned. */
  readonly roles?: readonly (ColumnRole | null)[] | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

/** Years of a busy account. It is parsed at one go, so more would keep other requests waiting. */
const bytesAtMost = 5_000_000;
const rowsAtMost = 30_000;

type Read = StatementReading & { readonly digest: Buffer };

const fail = (digest: Buffer, problem: string): Read => ({
  ok: false,
  needs: null,
  problems: [{ line: null, problem }],
  digest,
});

/** The preview: nothing is stored. */
export async function readStatementFile(
  db: Kysely<Database>,
  file: StatementFile,
  today: string,
): Promise<Read> {
  if ((await stat(file.path)).size > bytesAtMost) {
    return fail(Buffer.alloc(32), 'The file is larger than 5 MB. Export a shorter period.');
  }
  const bytes = await readFile(file.path);
  const digest = createHash('sha256').update(bytes).digest();
  const text = decode(bytes);
  if (text === null)
    return fail(digest, 'The file is neither UTF-8 nor UTF-16 text. Export it as CSV.');
  if (findBrokenText(text) !== null) {
    return fail(digest, 'The file has characters that cannot be stored. Export it as CSV.');
  }
  const rows = parseRows(text);
  if (typeof rows === 'string') return fail(digest, rows);
  if (rows.length > rowsAtMost) {
    return fail(digest, `The file has more than ${rowsAtMost} rows. Export a shorter period.`);
  }
  const report = describeReport(rows[0]?.cells ?? []);
  if (report) return fail(digest, report);
  const layout = file.roles ? undefined : await findLayout(db, rows);
  const choice = {
    roles: file.roles ?? layout?.roles,
    dateOrder: file.dateOrder ?? layout?.dateOrder ?? undefined,
  };
  return { ...readStatement(rows, choice, today), digest };
}

function decode(bytes: Buffer): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const delimiters = [',', '\t', ';'] as const;
/** Characters that hold every preamble and header. */
const headLength = 20_000;
const headRows = 60;

/** With the delimiter that makes a header, else the one that makes most cells. */
function parseRows(text: string): FileRow[] | string {
  const head = text.slice(0, headLength);
  const heads = delimiters.map((delimiter) => {
    // Where it was cut off is no fault of the file.
    const rows = parseWith(head, delimiter, { lenient: true }).slice(0, headRows);
    return {
      delimiter,
      hasHeader: rows.some(({ cells }) => recogniseHeader(cells) !== null),
      width: Math.max(0, ...rows.map(({ cells }) => cells.length)),
    };
  });
  const found =
    heads.find(({ hasHeader }) => hasHeader) ?? heads.toSorted((a, b) => b.width - a.width)[0]!;
  try {
    return parseWith(text, found.delimiter, { lenient: false });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `Line ${Number(error['lines'] ?? 0)}: ${error.message}`;
  }
}

/** @throws {CsvError} for a file that breaks off, unless lenient. */
function parseWith(text: string, delimiter: string, { lenient }: { lenient: boolean }): FileRow[] {
  const rows = parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: lenient,
    max_record_size: 100_000,
    to: rowsAtMost + 1,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return rows.map(({ record, info }) => ({ cells: record, line: info.lines }));
}

async function findLayout(
  db: Kysely<Database>,
  rows: readonly FileRow[],
): Promise<BankLayout | undefined> {
  const signatures = rows.slice(0, 60).map(({ cells }) => toSignature(cells));
  for (const signature of new Set(signatures)) {
    const layout = signature.length > 4 && (await readBankLayout(db, signature));
    if (layout) return layout;
  }
  return undefined;
}

export type StatementOutcome =
  | {
      readonly ok: true;
      readonly imported: SettlementImport;
      readonly isRepeated: boolean;
    }
  | { readonly ok: false; readonly problems: readonly StatementProblem[] };

/** All of the file or nothing. The same file again is the same import until it is withdrawn. */
export async function importBankStatement(
  db: Kysely<Database>,
  file: StatementFile,
  today: string,
): Promise<StatementOutcome> {
  const startedAt = new Date();
  const reading = await readStatementFile(db, file, today);
  const { digest } = reading;
  const earlier = await findFileImport(db, { source: 'bank', digest });
  if (earlier) return { ok: true, imported: earlier, isRepeated: true };
  if (!reading.ok) return { ok: false, problems: toProblems(reading) };
  const { lines, roles, header, bank, closingBalancePaise } = reading;
  const days = lines.map(({ day }) => day).toSorted();
  const imported = await db.transaction().execute(async (trx) => {
    if (bank === null && (file.roles || file.dateOrder)) {
      const layout = { roles, dateOrder: file.dateOrder ?? null };
      await storeBankLayout(trx, { header: toSignature(header), ...layout, by: file.requestedBy });
    }
    const { importId } = await storeStatement(
      trx,
      {
        source: 'bank',
        day: null,
        file_name: file.name,
        file_digest: digest,
        requested_by: file.requestedBy,
        outcome: 'complete',
        problem: null,
        lines: lines.length,
        changed_lines: 0,
        from_day: days[0]!,
        to_day: days.at(-1)!,
        closing_balance_paise: closingBalancePaise,
        started_at: startedAt,
      },
      lines,
    );
    return trx
      .selectFrom('settlement_import')
      .selectAll()
      .where('id', '=', importId)
      .executeTakeFirstOrThrow();
  });
  return { ok: true, imported, isRepeated: false };
}

function toProblems(
  reading: Extract<StatementReading, { ok: false }>,
): readonly StatementProblem[] {
  switch (reading.needs) {
    case 'columns':
      return [{ line: null, problem: 'Assign the columns: their names are not known.' }];
    case 'date-order':
      return [{ line: null, problem: 'Choose whether the day or the month comes first.' }];
    default:
      return reading.problems;
  }
}
