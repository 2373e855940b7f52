/**
 * A file of the books, made by the worker: the filtered events of the ledger, the gateway's
 * lines, daily vouchers for Tally, exceptions, or tax documents with their returns.
 *
 * 1. finance requests it: a row with its audit row, then a job   db/finance/exports.ts
 * 2. a worker takes the row and writes the file under another name, with a heartbeat
 * 3. the file gets its name, then the row says `done`, with its checksum, for seven days
 * 4. the sweep erases the file, then the row
 *
 * | crash                    | what happens                                                     |
 * | ------------------------ | ---------------------------------------------------------------- |
 * | before the job is queued | the sweep finds the row                                          |
 * | while writing            | another worker takes the row over and starts again; no half file |
 * | before the row is `done` | likewise: the second file replaces the first                     |
 * | between file and row of an erasure | the sweep erases the row the next time                 |
 */
import type { Kysely } from 'kysely';
import { isDayUncounted, readDayBooks, readSettledLines } from '@sachet/db/finance/books';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { beatExport, endExport, takeExport, type ExportRow } from '@sachet/db/finance/exports';
import {
  readReturnDocuments,
  readWholeRegister,
  type RegisterFilter,
} from '@sachet/db/tax/register';
import { readSuppliers } from '@sachet/db/tax/suppliers';
import { toHistoryFilter } from '@sachet/db/ledger/history/filter';
import { readWholeHistory } from '@sachet/db/ledger/history/read';
import { readExceptionsOfDays } from '@sachet/db/finance/exceptions';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import type { Reader } from '@sachet/db/reader';
import type { Database } from '@sachet/db/tables';
import type { ExportRequest } from '@sachet/shared/finance/contracts/admin-exports';
import { AdminLedgerFilter } from '@sachet/shared/ledger/contracts/admin-ledger';
import { toEInvoice } from '@sachet/shared/tax/e-invoice';
import { buildGstr1, type ReturnPeriod } from '@sachet/shared/tax/gstr1';
import { toGstr1Csv, toPortalJson } from '@sachet/shared/tax/gstr1-file';
import { listDays } from '@sachet/shared/time';
import {
  toLedgerMasters,
  toVouchers,
  vouchersFoot,
  vouchersHead,
} from '@sachet/shared/finance/tally';
import { exceptionsHead, toExceptionLine } from './exceptions-text.ts';
import type { ExportFiles } from './export-files.ts';
import { ledgerFormats, toLedgerText } from '../ledger/ledger-text.ts';
import { registerHead, toRegisterLine } from '../tax/register-text.ts';
import { settledLinesHead, toSettledLine } from './settled-lines-text.ts';

interface Exporting {
  readonly db: Kysely<Database>;
  readonly reader: Reader;
  readonly exportFiles: ExportFiles;
}

/** A part of the file's text, and the progress so far. */
interface Piece {
  readonly text: string;
  readonly rows: number;
  /** From 0 to 1. */
  readonly progress: number;
}

const beatEveryMs = 500;
const attemptsMax = 3;
const failedWords = 'The file couldn’t be made. Request it again.';

/** The export was deleted, or another worker has taken it over. */
class NotOurs extends Error {}

/**
 * `silentForMs`: a worker without a heartbeat for this long counts as dead. Throws any error of the export.
 */
export async function makeExport(
  { db, reader, exportFiles }: Exporting,
  { id, silentForMs }: { id: string; silentForMs: number },
): Promise<void> {
  const taken = await takeExport(db, { id, silentForMs });
  if (!taken) return;
  try {
    let rows = 0;
    const texts = async function* () {
      for await (const piece of withBeats({ db, reader }, taken)) {
        rows += piece.rows;
        yield piece.text;
      }
    };
    const written = await exportFiles.write(taken, texts());
    await endExport(db, taken, { rows, ...written });
  } catch (error) {
    if (error instanceof NotOurs) return;
    // If the export is not ended here, the sweep starts another attempt.
    if (taken.attempt >= attemptsMax) await endExport(db, taken, { error: failedWords });
    throw error;
  }
}

/** Stores the progress from time to time; throws `NotOurs` if the export was deleted or taken over. */
async function* withBeats(
  { db, reader }: Pick<Exporting, 'db' | 'reader'>,
  taken: ExportRow,
): AsyncGenerator<Piece, void> {
  let rows = 0;
  let beatAtMs = 0;
  for await (const piece of toPieces({ db, reader }, taken)) {
    rows += piece.rows;
    if (Date.now() - beatAtMs >= beatEveryMs) {
      if (!(await beatExport(db, taken, { progress: piece.progress, rows }))) throw new NotOurs();
      beatAtMs = Date.now();
    }
    yield piece;
  }
}

async function* toPieces(
  { db, reader }: Pick<Exporting, 'db' | 'reader'>,
  { request, attempt }: ExportRow,
): AsyncGenerator<Piece, void> {
  if (request.what === 'vouchers') yield* countEveryEvent(db, request.to);
  // A standby may end a long query, so a failed export is read from the primary.
  yield* toFile(attempt === 1 ? await reader.latest() : db, request);
}

function toFile(db: Kysely<Database>, request: ExportRequest): AsyncGenerator<Piece, void> {
  if (request.what === 'ledger') return toLedgerPieces(db, request);
  if (request.what === 'vouchers') return toVoucherPieces(db, request);
  if (request.what === 'exceptions') return toExceptionPieces(db, request);
  if (request.what === 'documents') return toRegisterPieces(db, request);
  if (request.what === 'gstr-1') return toReturnPieces(db, request);
  if (request.what === 'e-invoices') return toEInvoicePieces(db, request);
  return toLinePieces(db, request);
}

/** Within a month, progress is the day. */
const toProgress = (day: string): number => (Number(day.slice(8)) - 1) / 31;

async function* toRegisterPieces(
  db: Kysely<Database>,
  filter: RegisterFilter,
): AsyncGenerator<Piece, void> {
  yield { text: registerHead, rows: 0, progress: 0 };
  for await (const batch of readWholeRegister(db, filter)) {
    const progress = toProgress(batch[0]!.day);
    yield { text: batch.map(toRegisterLine).join(''), rows: batch.length, progress };
  }
}

/** Rows are the documents of the return. */
async function* toReturnPieces(
  db: Kysely<Database>,
  { gstin, month, format }: ReturnPeriod & { format: 'csv' | 'json' },
): AsyncGenerator<Piece, void> {
  const builder = buildGstr1({ gstin, month });
  for await (const batch of readReturnDocuments(db, { gstin, month })) {
    for (const document of batch) builder.add(document);
    yield { text: '', rows: batch.length, progress: toProgress(batch[0]!.content.day) };
  }
  const gstr1 = builder.end();
  const text = format === 'csv' ? toGstr1Csv(gstr1) : JSON.stringify(toPortalJson(gstr1));
  yield { text, rows: 0, progress: 1 };
}

/** An array, as the portal's bulk tool reads it, of every document that has an e-invoice. */
async function* toEInvoicePieces(
  db: Kysely<Database>,
  period: ReturnPeriod,
): AsyncGenerator<Piece, void> {
  let separator = '[';
  for await (const batch of readReturnDocuments(db, period)) {
    const texts = batch
      .map(({ number, content }) => toEInvoice(number, content))
      .filter((result) => result.ok)
      .map(({ json }) => JSON.stringify(json));
    const progress = toProgress(batch[0]!.content.day);
    if (texts.length === 0) yield { text: '', rows: 0, progress };
    else yield { text: separator + texts.join(','), rows: texts.length, progress };
    if (texts.length > 0) separator = ',';
  }
  yield { text: separator === '[' ? '[]' : ']', rows: 0, progress: 1 };
}

async function* toLedgerPieces(
  db: Kysely<Database>,
  { filter, format }: Extract<ExportRequest, { what: 'ledger' }>,
): AsyncGenerator<Piece, void> {
  yield { text: ledgerFormats[format].head, rows: 0, progress: 0 };
  let newest: number | null = null;
  for await (const batch of readWholeHistory(
    db,
    toHistoryFilter(AdminLedgerFilter.parse(filter)),
  )) {
    const { position } = batch.at(-1)!;
    newest ??= batch[0]!.position;
    // Events are read from the newest to the very first one: if the filter ends earlier, the progress jumps.
    const progress = 1 - position / Math.max(1, newest);
    yield { text: toLedgerText(batch, format), rows: batch.length, progress };
  }
}

async function* toLinePieces(
  db: Kysely<Database>,
  range: { from: string; to: string },
): AsyncGenerator<Piece, void> {
  const days = listDays(range.from, range.to);
  yield { text: settledLinesHead, rows: 0, progress: 0 };
  for await (const batch of readSettledLines(db, range)) {
    const progress = days.indexOf(batch.at(-1)!.settled_on!) / days.length;
    yield { text: batch.map(toSettledLine).join(''), rows: batch.length, progress };
  }
}

async function* toExceptionPieces(
  db: Kysely<Database>,
  range: { from: string; to: string },
): AsyncGenerator<Piece, void> {
  yield { text: exceptionsHead, rows: 0, progress: 0 };
  for await (const batch of readExceptionsOfDays(db, range)) {
    yield { text: batch.map(toExceptionLine).join(''), rows: batch.length, progress: 0.5 };
  }
}

/** The vouchers are made from daily sums, and need to know what each event paid for. */
async function* countEveryEvent(
  db: Kysely<Database>,
  lastDay: string,
): AsyncGenerator<Piece, void> {
  while (await isDayUncounted(db, lastDay)) {
    // Waits for another worker that counts the same events.
    await countNewEvents(db);
    yield { text: '', rows: 0, progress: 0 };
  }
  await projectNewEvents(db, (error) => {
    throw error;
  });
}

async function* toVoucherPieces(
  db: Kysely<Database>,
  range: { from: string; to: string },
): AsyncGenerator<Piece, void> {
  yield { text: vouchersHead, rows: 0, progress: 0 };
  const days = await readDayBooks(db, range);
  const accounts = [...new Set(days.flatMap(({ sales }) => sales.map(({ account }) => account)))];
  const gstins = [
    ...new Set((await readSuppliers(db)).flatMap(({ settings }) => settings.gstin ?? [])),
  ];
  const ledgers = { accounts: accounts.toSorted(), gstins: gstins.toSorted() };
  yield { text: toLedgerMasters(ledgers), rows: 0, progress: 0 };
  for (const day of days) {
    for (const text of toVouchers(day)) yield { text, rows: 1, progress: 1 };
  }
  yield { text: vouchersFoot, rows: 0, progress: 1 };
}
