/**
 * Imports a bank's statement: a preview shows it, one transaction books it, and a withdrawal with a reason
 * removes it. The columns of a known bank are recognized. For an unknown bank, a person assigns the columns
 * once, and the assignment is stored.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import {
  readBankLayout,
  storeBankLayout,
  storeStatement,
  type BankLayout,
} from '@sachet/db/finance/bank';
import { findFileImport, type SettlementImport } from '@sachet/db/finance/settlements';
import { lockUntilCommit } from '@sachet/db/locks';
import type { Database } from '@sachet/db/tables';
import { findBrokenText } from '@sachet/shared/text/broken-text';
import { toSignature, type ColumnRole } from '@sachet/shared/finance/settlement/bank-columns';
import type { DateOrder } from '@sachet/shared/finance/settlement/bank-day';
import { decodeStatement, parseStatement } from '@sachet/shared/finance/settlement/bank-file';
import type { FileRow } from '@sachet/shared/finance/settlement/bank-rows';
import {
  readBankStatement,
  type StatementProblem,
  type StatementReading,
} from '@sachet/shared/finance/settlement/bank-statement';
import { describeReport } from '@sachet/shared/finance/settlement/csv-row';

export interface StatementFile {
  readonly path: string;
  readonly name: string | null;
  /** The person who uploads it. */
  readonly adminUid: string;
  /** The roles of the columns that a person has assigned. */
  readonly roles?: readonly (ColumnRole | null)[] | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

/**
 * Enough for years of a busy account. The file is parsed in one piece, so a larger file would delay other
 * requests.
 */
const bytesAtMost = 5_000_000;
const rowsAtMost = 30_000;

type Read = StatementReading & { readonly digest: Buffer };

const fail = (digest: Buffer, problem: string, line: number | null = null): Read => ({
  ok: false,
  needs: null,
  problems: [{ line, problem }],
  digest,
});

/** Reads the file for the preview. Stores nothing. */
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
  const decoded = decodeStatement(bytes);
  if (!decoded.ok) return fail(digest, decoded.problem);
  if (findBrokenText(decoded.text) !== null) {
    return fail(digest, 'The file has characters that cannot be stored. Export it as CSV.');
  }
  const parsed = parseStatement(decoded.text, { mostRows: rowsAtMost + 1 });
  if (!parsed.ok) return fail(digest, parsed.problem, parsed.line);
  const { rows } = parsed;
  if (rows.length > rowsAtMost) {
    return fail(digest, `The file has more than ${rowsAtMost} rows. Export a shorter period.`);
  }
  const firstCells = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''))?.cells;
  const report = describeReport(firstCells ?? []);
  if (report) return fail(digest, report);
  const layout = file.roles ? undefined : await findLayout(db, rows);
  const choice = {
    roles: file.roles ?? layout?.roles,
    dateOrder: file.dateOrder ?? layout?.dateOrder ?? undefined,
  };
  return { ...readBankStatement(rows, choice, today), digest };
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

/**
 * Books the whole file or nothing, with the audit row of the person who uploaded it. Importing the same file
 * again returns the same import until it is withdrawn.
 */
export async function importBankStatement(
  db: Kysely<Database>,
  file: StatementFile,
  today: string,
): Promise<StatementOutcome> {
  const startedAt = new Date();
  const reading = await readStatementFile(db, file, today);
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'bankStatements');
    const earlier = await findFileImport(trx, { source: 'bank', digest: reading.digest });
    if (earlier) return { ok: true, imported: earlier, isRepeated: true };
    if (!reading.ok) return { ok: false, problems: toProblems(reading) };
    return { ok: true, imported: await book(trx, { file, reading, startedAt }), isRepeated: false };
  });
}

async function book(
  trx: Transaction<Database>,
  {
    file,
    reading,
    startedAt,
  }: { file: StatementFile; reading: Extract<Read, { ok: true }>; startedAt: Date },
): Promise<SettlementImport> {
  const { lines, roles, header, bank, closingBalancePaise, digest } = reading;
  const days = lines.map(({ day }) => day).toSorted();
  const by = `user:${file.adminUid}`;
  if (bank === null && (file.roles || file.dateOrder)) {
    const layout = { roles, dateOrder: file.dateOrder ?? null };
    await storeBankLayout(trx, { header: toSignature(header), ...layout, by });
  }
  const imported = await storeStatement(
    trx,
    {
      source: 'bank',
      day: null,
      file_name: file.name,
      file_digest: digest,
      requested_by: by,
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
  await insertAudit(trx, {
    actor: `user:${file.adminUid}`,
    action: 'import-statement',
    details: { importId: imported.id },
  });
  return imported;
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
