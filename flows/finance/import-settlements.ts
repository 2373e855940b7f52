/**
 * Imports the gateway's settlement report: everything that was settled on an Indian day, page by page.
 *
 * The report has no cursor, and items can move between pages while it is read. So a day that takes more than
 * one page is read until two readings in a row have the same lines; only then is it complete. Lines are
 * stored page by page as they arrive: each line is valid even if the reading is not complete, and storing it
 * again changes nothing. Only a complete reading shows that a line of an earlier reading was removed.
 *
 * | crash                  | what happens                                          |
 * | ---------------------- | ----------------------------------------------------- |
 * | between two pages      | the day is due again; stored lines stay as they are   |
 * | before the day's end   | the day is due again and read again                   |
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  endDayImport,
  postponeDay,
  readSettlementDay,
  recordImport,
  storeGoneLines,
  storeSettlementLines,
} from '@sachet/db/finance/settlements';
import { readDaysWithFindings } from '@sachet/db/finance/findings';
import type { Database } from '@sachet/db/tables';
import type { PaymentGateway, SettlementItem } from '@sachet/adapters/payments/gateway';
import { nextImportMs } from '@sachet/shared/finance/settlement/report-schedule';
import { razorpayTerms } from '@sachet/shared/finance/settlement/reconcile';
import { toLineFingerprint } from '@sachet/shared/finance/settlement/line';
import { addDays, listDays, minuteMs } from '@sachet/shared/time';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly gateway: PaymentGateway;
}

const pageSize = 1_000;
/** Maximum lines of one day: a reading keeps 40 bytes per line in memory. */
const mostLines = 500_000;
const mostReadings = 5;
/** How long a process keeps other processes from importing the same day. */
const leaseMs = 15 * minuteMs;

export interface ImportedDay {
  readonly outcome: 'complete' | 'incomplete';
  readonly problem: string | null;
  /** Lines of the last reading. */
  readonly lines: number;
  readonly newLines: number;
  readonly changedLines: number;
}

/** How many days before a settlement's day its findings can change: until an item counts as missing. */
const daysCompared = razorpayTerms.missingAfterDays + 1;
const openDaysAtMost = 100;

/**
 * Imports a day that has a row in `settlement_day`, and stores in that row when the day is due again. Requests the
 * comparison of the days that this day's report can have changed, and of every day with open findings.
 */
export async function importSettlementDay(
  { db, gateway }: Dependencies,
  { day, requestedBy }: { day: string; requestedBy: string },
  nowMs = Date.now(),
): Promise<ImportedDay> {
  await postponeDay(db, { day, until: new Date(nowMs + leaseMs) });
  const before = await readSettlementDay(db, day);
  const imported = await readUntilStable({ db, gateway }, day);
  const { outcome, problem, lines } = imported;
  const failures = outcome === 'complete' ? 0 : (before?.failures ?? 0) + 1;
  const nextMs = nextImportMs({ day, failures }, nowMs);
  const nextImportAt = nextMs === null ? null : new Date(nextMs);
  const recent = listDays(addDays(day, -daysCompared), day);
  const open = await readDaysWithFindings(db, openDaysAtMost);
  await db.transaction().execute(async (trx) => {
    await recordImport(trx, {
      source: 'gateway',
      day,
      file_name: null,
      file_digest: null,
      requested_by: requestedBy,
      outcome,
      problem,
      lines,
      new_lines: imported.newLines,
      changed_lines: imported.changedLines,
      touched_days: [...new Set([...recent, ...open])],
      started_at: new Date(nowMs),
    });
    await endDayImport(
      trx,
      day,
      outcome === 'complete'
        ? { outcome, lines, nextImportAt }
        : { outcome, problem: problem!, failures, nextImportAt },
    );
  });
  return imported;
}

async function readUntilStable(deps: Dependencies, day: string): Promise<ImportedDay> {
  const count = { newLines: 0, changedLines: 0 };
  let [lines, before] = [0, ''];
  for (let readings = 0; readings < mostReadings; readings += 1) {
    const read = await readDay(deps, day);
    count.newLines += read.newLines;
    count.changedLines += read.changedLines;
    lines = read.lines;
    const { problem, signature, ids: seen } = read;
    if (problem !== null) return { ...count, lines, problem, outcome: 'incomplete' };
    if (read.pages === 1 || signature === before) {
      count.changedLines += await deps.db
        .transaction()
        .execute((trx) => storeGoneLines(trx, { day, seen }));
      return { ...count, lines, problem, outcome: 'complete' };
    }
    before = signature;
  }
  const problem = `The pages of ${mostReadings} readings did not agree.`;
  return { ...count, lines, problem, outcome: 'incomplete' };
}

interface Reading {
  readonly pages: number;
  readonly lines: number;
  /** The row ids of the lines. */
  readonly ids: readonly number[];
  /** Equal for the same lines in any order. */
  readonly signature: string;
  /** Why the reading ended before the last page. */
  readonly problem: string | null;
  readonly newLines: number;
  readonly changedLines: number;
}

async function readDay({ db, gateway }: Dependencies, day: string): Promise<Reading> {
  const ids: number[] = [];
  const digests: string[] = [];
  let [pages, newLines, changedLines] = [0, 0, 0];
  const end = (problem: string | null): Reading => ({
    pages,
    lines: digests.length,
    ids,
    signature: sign(digests),
    problem,
    newLines,
    changedLines,
  });
  for (;;) {
    const answer = await gateway.fetchSettled({ day, count: pageSize, skip: pages * pageSize });
    if (!answer.ok) return end(`Page ${pages + 1}: ${answer.reason}`);
    const items = answer.value;
    pages += 1;
    if (items.length > pageSize) return end(`Page ${pages} is longer than it was asked for.`);
    const stored = await db.transaction().execute((trx) => storeSettlementLines(trx, items));
    ids.push(...stored.ids);
    newLines += stored.isNew;
    changedLines += stored.isChanged;
    digests.push(...items.map(toDigest));
    if (items.length < pageSize) return end(null);
    if (digests.length >= mostLines) return end(`The day has more than ${mostLines} lines.`);
  }
}

const toDigest = ({ line }: SettlementItem): string =>
  createHash('sha256').update(toLineFingerprint(line)).digest('base64').slice(0, 24);

function sign(digests: readonly string[]): string {
  const hash = createHash('sha256');
  for (const digest of digests.toSorted()) hash.update(digest);
  return hash.digest('base64');
}
