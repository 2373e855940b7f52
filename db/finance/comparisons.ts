/** Days to compare with the gateway and the bank: a row remembers each until it is done. */
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import { istDay } from '@sachet/shared/time';
import type { Database } from '../tables.ts';
import { compareDays } from './findings.ts';

/** Runs in the transaction of the change. */
export async function requestComparison(
  trx: Kysely<Database>,
  days: readonly string[],
): Promise<void> {
  if (days.length > 0) await request(trx, days).execute();
}

/** `requestComparison` as a statement. */
export const requestComparisonStatement = (
  db: Kysely<Database>,
  days: readonly string[],
): CompiledQuery => request(db, days).compile();

const request = (db: Kysely<Database>, days: readonly string[]) =>
  db
    .insertInto('comparison_due')
    // In one order, so that two changes that touch the same days cannot deadlock.
    .values([...new Set(days)].toSorted().map((day) => ({ day })))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({ asked_at: sql<Date>`clock_timestamp()` }),
    );

const daysPerComparison = 50;

/**
 * Compares the requested days up to today, those that were requested first at first. A day that is requested again
 * in the meantime stays requested.
 */
export async function compareRequestedDays(
  db: Kysely<Database>,
  nowMs = Date.now(),
): Promise<void> {
  for (;;) {
    const requested = await readRequestedDays(db, nowMs);
    if (requested.length === 0) return;
    await compareDays(db, requested.map(({ day }) => day).toSorted(), nowMs);
    for (const { day, askedAt } of requested) {
      await db
        .deleteFrom('comparison_due')
        .where('day', '=', day)
        .where(sql<boolean>`asked_at = ${askedAt}::timestamptz`)
        .execute();
    }
  }
}

export async function readRequestedDays(
  db: Kysely<Database>,
  nowMs: number,
): Promise<{ day: string; askedAt: string }[]> {
  return (
    db
      .selectFrom('comparison_due')
      .select('day')
      // The text has microseconds, which a `Date` cannot hold.
      .select(sql<string>`asked_at::text`.as('askedAt'))
      .where('day', '<=', istDay(nowMs))
      .orderBy('asked_at')
      .limit(daysPerComparison)
      .execute()
  );
}
