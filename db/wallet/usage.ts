/** A wallet's spending by month and tool, and by member and tool. */
import { sql, type Kysely } from 'kysely';
import type { PaidTool } from '@sachet/shared/sales';
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
  let events = purchases(db, walletId).where('budget_month', '>=', firstMonth);
  if (memberUid !== null) events = events.where('member_uid', '=', memberUid);
  return events
    .select([sql<string>`budget_month`.as('month'), tool.as('tool'), spentPaise.as('spent_paise')])
    .groupBy(['budget_month', 'counter_account'])
    .execute();
}

export interface MemberUsage {
  readonly member_uid: string;
  readonly tool: PaidTool;
  /** A larger size of a bought picture is the same result. A result whose whole price was refunded is not counted. */
  readonly bought: number;
  /** Refunds are subtracted. */
  readonly spent_paise: number;
}

/** Spending of each member in a month by tool, unordered. Tools with no sum are left out. */
export async function readMemberUsage(
  db: Kysely<Database>,
  { walletId, month }: { walletId: string; month: string },
): Promise<MemberUsage[]> {
  return purchases(db, walletId)
    .where('budget_month', '=', month)
    .where('member_uid', 'is not', null)
    .select([sql<string>`member_uid`.as('member_uid'), tool.as('tool')])
    .select([spentPaise.as('spent_paise'), bought.as('bought')])
    .groupBy(['member_uid', 'counter_account'])
    .having(sql`sum(amount_paise)`, '<>', 0)
    .execute();
}

const purchases = (db: Kysely<Database>, walletId: string) =>
  db.selectFrom('ledger_event').where('wallet_id', '=', walletId).where('amount_paise', '<>', 0);

const tool = sql<PaidTool>`substr(counter_account, length('revenue:') + 1)`;
const bought = sql<number>`count(distinct coalesce(generation_id, hold_id)) filter (
  where reverses_seq is null and -amount_paise > coalesce((
    select sum(back.amount_paise) from ledger_event back
    where back.wallet_id = ledger_event.wallet_id and back.reverses_seq = ledger_event.seq
  ), 0)
)`;
const spentPaise = sql<number>`(-sum(amount_paise))::bigint`;
