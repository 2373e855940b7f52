/**
 * The amounts that may be given away in one day (IST). Each limit is a CHECK of its table, so that concurrent
 * requests cannot exceed it: the statement that would exceed it fails, and its transaction with it.
 */
import { isIP } from 'node:net';
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import { violatedConstraint } from '../constraint.ts';
import type { Database, DailyAllowanceTable } from '../tables.ts';

const dailyLimits = [
  'bonus',
  'unverified_bonus',
  'referral',
  'free_work',
  'unpaid_free_work',
  'unverified_free_work',
  'address_block',
] as const satisfies (DailyAllowanceTable['name'] | 'address_block')[];
export type DailyLimit = (typeof dailyLimits)[number];

/** Paise of bonuses, or of credits for bringing friends. */
export interface Allowance {
  readonly day: string;
  readonly name: 'bonus' | 'unverified_bonus' | 'referral';
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

/** The limit that a statement would have exceeded, if that is why it failed. */
export function toDailyLimit(error: unknown): DailyLimit | undefined {
  const constraint = violatedConstraint(error);
  return dailyLimits.find((limit) => constraint === `${limit}_within_limit`);
}

/**
 * Counts a bonus for this address's block: an IPv4 /24 or an IPv6 /48, which is what one customer or one
 * tunnel may have. Earlier days are deleted.
 */
export function countAddressBonus(
  db: Kysely<Database>,
  { day, address, most }: { day: string; address: string; most: number },
): CompiledQuery {
  // A proxy may forward an invalid address; all of those share one block.
  const known = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!;
  const ip = sql`${isIP(known) ? known : '0.0.0.0'}::inet`;
  const block = sql`network(set_masklen(${ip}, case family(${ip}) when 4 then 24 else 48 end))`;
  return sql`
    with past as (delete from daily_address_block where day < ${day}::date)
    insert into daily_address_block (day, block, bonuses, most)
    values (${day}::date, ${block}, 1, ${most})
    on conflict (day, block) do update
    set bonuses = daily_address_block.bonuses + 1, most = excluded.most`.compile(db);
}
