/** The clock by which a test's own database records events, so that a test can span days. */
import type { TestDatabase } from '@sachet/dev/local/testing/database';
import { createPool } from '../connect.ts';

/**
 * Install it before anything connects: existing connections keep the real clock. Statements find this
 * function before Postgres's own; `now()` stays the real time.
 */
export async function installShiftedClock(
  database: Pick<TestDatabase, 'name' | 'ownerUrl'>,
): Promise<void> {
  const owner = createPool(database.ownerUrl, { max: 1 });
  try {
    await owner.query(`
      create schema shifted_clock;
      create table shifted_clock.shift (by interval not null);
      insert into shifted_clock.shift values ('0');
      create function shifted_clock.clock_timestamp() returns timestamptz language sql volatile as
        'select pg_catalog.clock_timestamp() + by from shifted_clock.shift';
      grant usage on schema shifted_clock to sachet_app;
      grant select on shifted_clock.shift to sachet_app;
      alter database ${database.name} set search_path = shifted_clock, public, pg_catalog`);
  } finally {
    await owner.end();
  }
}

/**
 * Sets the clock, which then continues from there. An open ledger may use the previous clock for a second.
 */
export async function setShiftedClock(
  owner: { query(text: string, values: unknown[]): Promise<unknown> },
  nowMs: number,
): Promise<void> {
  await owner.query(
    'update shifted_clock.shift set by = to_timestamp($1::float8 / 1000) - pg_catalog.clock_timestamp()',
    [nowMs],
  );
}
