/** Updates the daily sums, which the finance pages read, and closes days (`db/finance`). */
import type { createPool } from '@sachet/db/connect';
import { closeDueDays } from '@sachet/db/finance/day-close';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { recordUsdRate, sumProviderCosts } from '@sachet/db/finance/provider-costs';
import type { SigningKey } from '@sachet/db/ledger/signing-key';
import { istDay } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';

export async function keepBooks(
  { db, pool, log }: Pick<Dependencies, 'db' | 'log'> & { pool: ReturnType<typeof createPool> },
  { rupeesPerUsd, signingKey }: { rupeesPerUsd: number; signingKey: SigningKey | undefined },
  nowMs = Date.now(),
): Promise<void> {
  await recordUsdRate(db, { paisePerUsd: Math.round(rupeesPerUsd * 100), day: istDay(nowMs) });
  await countNewEvents(db);
  await sumProviderCosts(db, nowMs);
  if (!signingKey) return;
  for (const { close } of await closeDueDays({ db, pool }, signingKey, nowMs)) {
    log.info({ day: close.day, checkpoint: close.checkpointNumber }, 'day closed');
  }
}
