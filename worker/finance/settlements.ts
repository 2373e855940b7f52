/** Imports the gateway's settlement reports, each day until it is complete. */
import {
  loadTouchedDays,
  markCompared,
  readDueDays,
  readFirstOrderAt,
  readUncomparedImports,
  scheduleNewDays,
} from '@sachet/db/finance/settlements';
import { readRequestedDays } from '@sachet/db/finance/comparisons';
import { compareDays, readDaysWithFindings } from '@sachet/db/finance/findings';
import { importSettlementDay } from '@sachet/flows/finance/import-settlements';
import { istDay, addDays, listDays } from '@sachet/shared/time';
import { firstImportMs } from '@sachet/shared/finance/settlement/report-schedule';
import { razorpayTerms } from '@sachet/shared/finance/settlement/reconcile';
import type { Dependencies } from '../dependencies.ts';

/** Compares every day that an imported file touches, however old. */
export async function compareImport(
  { db }: Pick<Dependencies, 'db'>,
  importId: number,
  nowMs = Date.now(),
): Promise<void> {
  const days = (await loadTouchedDays(db, importId)).filter((day) => day <= istDay(nowMs));
  await compareDays(db, days, nowMs);
  await markCompared(db, importId);
}

const perSweep = 50;
/** How far back the automatic import goes. Older days are requested by hand. */
const daysBackAtMost = 90;

export async function importSettlements(
  { db, gateway, log }: Pick<Dependencies, 'db' | 'gateway' | 'log'>,
  day: string,
  nowMs = Date.now(),
): Promise<void> {
  if (!gateway) return;
  const requestedBy = 'worker';
  const imported = await importSettlementDay({ db, gateway }, { day, requestedBy }, nowMs);
  if (imported.outcome === 'incomplete') {
    log.warn({ day, problem: imported.problem }, 'the settlements of a day are not complete');
  }
  await compareWithBooks({ db }, day, nowMs);
}

/** How many days before a settlement's day its findings can change: until an item counts as missing. */
const daysCompared = razorpayTerms.missingAfterDays + 1;
const openDaysAtMost = 100;

/** Compares the days that this day's report can have changed, and every day with open findings. */
async function compareWithBooks(
  { db }: Pick<Dependencies, 'db'>,
  day: string,
  nowMs: number,
): Promise<void> {
  const recent = listDays(addDays(day, -daysCompared), day);
  const open = await readDaysWithFindings(db, openDaysAtMost);
  await compareDays(db, new Set([...recent, ...open]), nowMs);
}

/**
 * Queues the comparisons that a crash or a lost queue left undone, and the reports that are due. Each day since
 * the first order is due once it has ended.
 */
export async function sweepSettlements(
  { db, queue, gateway }: Pick<Dependencies, 'db' | 'queue' | 'gateway'>,
  nowMs = Date.now(),
): Promise<void> {
  for (const importId of await readUncomparedImports(db, perSweep)) {
    await queue.add({ name: 'compare-import', importId });
  }
  for (const day of await readRequestedDays(db, perSweep)) {
    await queue.add({ name: 'compare-day', day });
  }
  if (!gateway) return;
  const today = istDay(nowMs);
  const first = await readFirstOrderAt(db);
  if (first) {
    const earliest = addDays(today, -daysBackAtMost);
    const begin = istDay(first.getTime());
    const days = listDays(begin > earliest ? begin : earliest, today);
    await scheduleNewDays(
      db,
      days.map((day) => ({ day, at: new Date(firstImportMs(day)) })),
    );
  }
  for (const day of await readDueDays(db, { now: new Date(nowMs), limit: perSweep })) {
    await queue.add({ name: 'import-settlements', day });
  }
}
