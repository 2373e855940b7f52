/** Keeps the sums of the days, which the finance pages read (`db/finance`). */
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { recordUsdRate, sumProviderCosts } from '@sachet/db/finance/provider-costs';
import { istDay } from '@sachet/shared/ledger/calendar';
import type { Dependencies } from './dependencies.ts';

export async function keepBooks(
  { db }: Pick<Dependencies, 'db'>,
  { rupeesPerUsd }: { rupeesPerUsd: number },
  nowMs = Date.now(),
): Promise<void> {
  await recordUsdRate(db, { paisePerUsd: Math.round(rupeesPerUsd * 100), day: istDay(nowMs) });
  await countNewEvents(db);
  await sumProviderCosts(db, nowMs);
}
