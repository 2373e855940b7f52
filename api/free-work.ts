/** Free previews, texts and replies have a daily budget; paid work does not count against it. */
import { raiseNotice } from '@sachet/db/admin/notices';
import type { Allowance } from '@sachet/db/people/daily-limits';
import { estimateCostMicrousd, type ModelPrices } from '@sachet/shared/free-work';
import { istDay, secondsToIstMidnight } from '@sachet/shared/ledger/calendar';
import type { Dependencies } from './dependencies.ts';
import { Refusal } from './refusal.ts';

/** What one free call takes of today's budget. */
export function toFreeWork(
  { settings }: Pick<Dependencies, 'settings'>,
  model: ModelPrices,
  call: Parameters<typeof estimateCostMicrousd>[1],
): Allowance {
  return {
    day: istDay(Date.now()),
    name: 'free_work',
    amount: estimateCostMicrousd(model, call),
    most: Math.round(settings.FREE_WORK_USD_PER_DAY * 1_000_000),
  };
}

/** Notifies the admins once a day. */
export async function toFreeWorkRefusal({ db }: Pick<Dependencies, 'db'>, taken: Allowance) {
  const { day, most } = taken;
  const data = { budget: 'free_work', day, limit: most / 1_000_000 } as const;
  await raiseNotice(db, { kind: 'daily_budget_used', data }, `free_work:${day}`);
  return new Refusal('free_used_up', 'Free previews are used up for today. Come back tomorrow.', {
    retryAfterSeconds: secondsToIstMidnight(Date.now()),
  });
}
