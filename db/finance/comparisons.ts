/** Days that are compared again after a person's change: a row remembers each until it is done. */
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';
import { compareDays } from './findings.ts';

/** Runs in the transaction of the change. */
export async function requestComparison(
  trx: Kysely<Database>,
  days: readonly string[],
): Promise<void> {
  await request(trx, days).execute();
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

/** The day that was requested first comes first. */
export async function readRequestedDays(db: Kysely<Database>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('comparison_due')
    .select('day')
    .orderBy('asked_at')
    .limit(limit)
    .execute();
  return rows.map(({ day }) => day);
}

/** Compares the day if that was requested. A day that is requested again in the meantime stays requested. */
export async function compareRequestedDay(
  db: Kysely<Database>,
  day: string,
  nowMs: number,
): Promise<void> {
  // The text has microseconds, which a `Date` cannot hold.
  const askedAt = sql<string>`asked_at::text`;
  const row = await db
    .selectFrom('comparison_due')
    .select(askedAt.as('askedAt'))
    .where('day', '=', day)
    .executeTakeFirst();
  if (!row) return;
  await compareDays(db, [day], nowMs);
  await db
    .deleteFrom('comparison_due')
    .where('day', '=', day)
    .where(askedAt, '=', row.askedAt)
    .execute();
}
