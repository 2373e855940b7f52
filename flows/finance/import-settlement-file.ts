/**
 * Imports the dashboard's settlement export, a CSV file, in one transaction. If any line is invalid, nothing
 * is imported and all invalid lines are reported by number. The file is read once and never held in memory.
 * Importing the same file again returns the same import.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { Kysely, Transaction } from 'kysely';
import { insertAudit } from '@sachet/db/admin/audit';
import {
  findFileImport,
  prepareSettlementLines,
  readNewestLine,
  readTouchedDays,
  recordImport,
  type SettlementImport,
} from '@sachet/db/finance/settlements';
import { openException } from '@sachet/db/finance/exceptions';
import type { Database } from '@sachet/db/tables';
import { findBrokenText } from '@sachet/shared/text/broken-text';
import { istDay } from '@sachet/shared/time';
import {
  describeReport,
  findMissingColumns,
  knownColumns,
  parseSettlementRow,
  settlementColumns,
  type CsvRow,
} from '@sachet/shared/finance/settlement/csv-row';
import { createDateOrderCheck } from '@sachet/shared/finance/settlement/date-order';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';

export interface FileProblem {
  /** The line in the file, from 1; null if the problem is about the whole file. */
  readonly line: number | null;
  readonly problem: string;
}

export type FileOutcome =
  | { readonly ok: true; readonly imported: SettlementImport; readonly isRepeated: boolean }
  | {
      readonly ok: false;
      /** The first problems; `problemCount` counts all. */
      readonly problems: readonly FileProblem[];
      readonly problemCount: number;
    };

const mostRows = 1_000_000;
const mostProblems = 100;
const batchSize = 1_000;

interface GivenFile {
  readonly path: string;
  readonly name: string | null;
  /** The person who uploads it. */
  readonly adminUid: string;
}

export async function importSettlementFile(
  { db }: { readonly db: Kysely<Database> },
  file: GivenFile,
): Promise<FileOutcome> {
  const source = 'file';
  const digest = await hashFile(file.path);
  const earlier = await findFileImport(db, { source, digest });
  if (earlier) return { ok: true, imported: earlier, isRepeated: true };
  const startedAt = new Date();
  const problems = createProblems();
  try {
    const imported = await db.transaction().execute(async (trx) => {
      const newerThan = await readNewestLine(trx);
      const count = await storeRows(trx, file, problems);
      if (problems.count === 0 && count.hasDoubtfulDates) problems.add(null, doubtfulDates);
      if (problems.count > 0) throw new Refused();
      for (const column of count.unknownColumns) {
        const subject = `column ${column}`;
        const detail = { fileName: file.name };
        await openException(trx, { kind: 'unknown_column', subject, detail });
      }
      const recorded = await recordImport(trx, {
        source,
        day: null,
        file_name: file.name,
        file_digest: digest,
        requested_by: `user:${file.adminUid}`,
        outcome: 'complete',
        problem: null,
        lines: count.lines,
        new_lines: count.isNew,
        changed_lines: count.isChanged,
        touched_days: await readTouchedDays(trx, { days: count.days, newerThan }),
        started_at: startedAt,
      });
      await insertAudit(trx, {
        actor: `user:${file.adminUid}`,
        action: 'import-settlement-file',
        details: { importId: recorded.id },
      });
      return recorded;
    });
    return { ok: true, imported, isRepeated: false };
  } catch (error) {
    // A concurrent request has imported the same file.
    const same = await findFileImport(db, { source, digest });
    if (same) return { ok: true, imported: same, isRepeated: true };
    if (!(error instanceof Refused)) throw error;
    return { ok: false, problems: problems.first, problemCount: problems.count };
  }
}

const doubtfulDates =
  'The dates may have the month before the day. Download the report again and import it unchanged: a ' +
  'spreadsheet can rewrite dates.';

class Refused extends Error {}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}

function createProblems() {
  const first: FileProblem[] = [];
  const problems = {
    first,
    count: 0,
    add(line: number | null, problem: string): void {
      problems.count += 1;
      if (first.length < mostProblems) first.push({ line, problem });
    },
  };
  return problems;
}
type Problems = ReturnType<typeof createProblems>;

/** Decodes bytes as UTF-8, with or without its byte order mark; anything else is refused. */
async function* decode(path: string, problems: Problems): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) {
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    problems.add(null, 'The file is not UTF-8 text. Save it as "CSV UTF-8".');
  }
}

interface Stored {
  readonly lines: number;
  readonly isNew: number;
  readonly isChanged: number;
  /** The days on which lines were made or settled. */
  readonly days: ReadonlySet<string>;
  readonly unknownColumns: readonly string[];
  readonly hasDoubtfulDates: boolean;
}

/** After the first problem nothing more is stored, but all lines are checked. */
async function storeRows(
  trx: Transaction<Database>,
  file: GivenFile,
  problems: Problems,
): Promise<Stored> {
  const rows = createRowReader(problems);
  const count = { lines: 0, isNew: 0, isChanged: 0 };
  const days = new Set<string>();
  let batch: Row[] = [];
  let inFlight: Promise<void> = Promise.resolve();
  /** Sends the current batch once the previous batch is stored; the next one is read concurrently. */
  async function flush(): Promise<void> {
    const store = problems.count > 0 || batch.length === 0 ? null : prepareSettlementLines(batch);
    batch = [];
    await inFlight;
    if (!store) return;
    inFlight = store(trx).then((stored) => {
      count.isNew += stored.isNew;
      count.isChanged += stored.isChanged;
    });
    // Prevents an unhandled rejection: the next `await` reports the error.
    inFlight.catch(() => undefined);
  }
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
    // Records are handled in this callback, because a stream would take longer than reading them.
    on_record(record: string[], { lines }) {
      const row = rows.read(record, lines);
      if (row) {
        count.lines += 1;
        days.add(row.line.createdOn);
        if (row.line.settledOn) days.add(row.line.settledOn);
        batch.push(row);
      }
      return null;
    },
  });
  async function* parts(): AsyncGenerator<string> {
    for await (const text of decode(file.path, problems)) {
      yield text;
      if (batch.length >= batchSize) await flush();
    }
  }
  try {
    await pipeline(parts(), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.add(Number(error['lines'] ?? 0) || null, `The CSV breaks off here: ${error.message}`);
  }
  await flush();
  await inFlight;
  if (!rows.hasHeader && problems.count === 0) problems.add(null, 'The file is empty.');
  const hasDoubtfulDates = rows.dateOrder.isDoubtful();
  return { ...count, days, unknownColumns: rows.unknownColumns, hasDoubtfulDates };
}

interface Row {
  readonly line: SettlementLine;
  readonly raw: CsvRow;
}

const unkeepable = 'has a character that cannot be stored';

function createRowReader(problems: Problems) {
  let header: readonly string[] | null = null;
  let rows = 0;
  /** Set when all further lines would repeat the same problem. */
  let isHopeless = false;
  const reader = {
    hasHeader: false,
    unknownColumns: [] as string[],
    dateOrder: createDateOrderCheck(istDay(Date.now())),
    read(cells: readonly string[], line: number): Row | null {
      if (isHopeless) return null;
      if (header === null) {
        header = cells.map((cell) => cell.trim().toLowerCase());
        reader.hasHeader = true;
        reader.unknownColumns = header.filter((name) => name !== '' && !knownColumns.has(name));
        const missing =
          describeReport(header, 'reconciliation') ?? findMissingColumns(header, settlementColumns);
        const broken = findBrokenText(header.join('')) === null ? null : unkeepable;
        const problem = missing ?? broken;
        if (problem) problems.add(line, problem);
        isHopeless = problem !== null;
        return null;
      }
      rows += 1;
      if (rows > mostRows) {
        problems.add(line, `A file has at most ${mostRows} rows. Import it in parts.`);
        isHopeless = true;
        return null;
      }
      if (cells.length !== header.length) {
        problems.add(line, `${cells.length} cells, where the header has ${header.length}`);
        return null;
      }
      if (findBrokenText(cells.join('')) !== null) {
        problems.add(line, unkeepable);
        return null;
      }
      const raw = Object.fromEntries(header.map((name, i) => [name, cells[i]!]));
      const parsed = parseSettlementRow(raw);
      if (parsed.ok) {
        reader.dateOrder.add(raw);
        return { line: parsed.value, raw };
      }
      problems.add(line, parsed.problem);
      return null;
    },
  };
  return reader;
}
