/** Imports the gateway's settlement reports, each day until it is complete. */
import { readDueDays, readFirstOrderAt, scheduleNewDays } from '@sachet/db/finance/settlements';
import { compareRequestedDays, readRequestedDays } from '@sachet/db/finance/comparisons';
import { importSettlementDay } from '@sachet/flows/finance/import-settlements';
import { istDay, addDays, listDays } from '@sachet/shared/time';
import { firstImportMs } from '@sachet/shared/finance/settlement/report-schedule';
import type { Dependencies } from '../dependencies.ts';

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
  await compareRequestedDays(db, nowMs);
}

/**
 * Queues comparisons that a crash or a lost queue left undone, and the reports that are due. Each day since
 * the first order is due once it has ended.
 */
export async function sweepSettlements(
  { db, queue, gateway }: Pick<Dependencies, 'db' | 'queue' | 'gateway'>,
  nowMs = Date.now(),
): Promise<void> {
  const requested = await readRequestedDays(db, nowMs);
  if (requested.length > 0) await queue.add({ name: 'compare-days' });
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
