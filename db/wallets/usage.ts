/** A wallet's spending by month and tool. */
import { sql, type Kysely } from 'kysely';
import type { PaidTool } from '@sachet/shared/contracts/statement';
import type { Database } from '../tables.ts';

export interface MonthUsage {
  /** The calendar month in India: `2026-11`. */
  readonly month: string;
  readonly tool: PaidTool;
  /** Refunds are subtracted. */
  readonly spent_paise: number;
}

/** Months from `firstMonth` on, unordered. With `memberUid`, only that member's spending. */
export async function readUsage(
  db: Kysely<Database>,
  {
    walletId,
    memberUid,
    firstMonth,
  }: { walletId: string; memberUid: string | null; firstMonth: string },
): Promise<MonthUsage[]> {
  let events = db
    .selectFrom('ledger_event')
    .where('wallet_id', '=', walletId)
    .where('budget_month', '>=', firstMonth)
    .where('amount_paise', '<>', 0);
  if (memberUid !== null) events = events.where('member_uid', '=', memberUid);
  const tool = sql<PaidTool>`substr(counter_account, length('revenue:') + 1)`;
  return events
    .select([
      sql<string>`budget_month`.as('month'),
      tool.as('tool'),
      sql<number>`(-sum(amount_paise))::bigint`.as('spent_paise'),
    ])
    .groupBy(['budget_month', 'counter_account'])
    .execute();
}
