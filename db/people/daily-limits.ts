/**
 * The amounts that may be given away in one day (IST). Each limit is a CHECK of its table, so that concurrent
 * requests cannot exceed it: the statement that would exceed it fails, and its transaction with it.
 */
import { sql, type Kysely } from 'kysely';
import { violatedConstraint } from '../constraint.ts';
import type { Database } from '../tables.ts';

const dailyLimits = [
  'unverified_spending',
  'verified_bonus',
  'referral',
  'free_work',
  'unpaid_free_work',
  'unverified_free_work',
] as const satisfies Database['daily_allowance']['name'][];
export type DailyLimit = (typeof dailyLimits)[number];

/** Paise of bonuses, or of credits for bringing friends. */
export interface Allowance {
  readonly day: string;
  readonly name: 'unverified_spending' | 'verified_bonus' | 'referral';
  readonly amount: number;
  /** The limit of the whole day. */
  readonly most: number;
}

export function takeAllowance(db: Kysely<Database>, { day, name, amount, most }: Allowance) {
  return db
    .insertInto('daily_allowance')
    .values({ day, name, used: amount, most })
    .onConflict((conflict) =>
      conflict.columns(['day', 'name']).doUpdateSet(({ eb, ref }) => ({
        used: eb('daily_allowance.used', '+', ref('excluded.used')),
        most: ref('excluded.most'),
      })),
    );
}

/** Returns an amount that was taken and not given away. */
export async function giveBackAllowance(
  db: Kysely<Database>,
  { day, name, amount }: Pick<Allowance, 'day' | 'name' | 'amount'>,
): Promise<void> {
  await db
    .updateTable('daily_allowance')
    .set({ used: sql`used - ${amount}` })
    .where('day', '=', day)
    .where('name', '=', name)
    .execute();
}

/** The limit that a statement would have exceeded, if that is why it failed. */
export function toDailyLimit(error: unknown): DailyLimit | undefined {
  const constraint = violatedConstraint(error);
  return dailyLimits.find((limit) => constraint === `${limit}_within_limit`);
}
