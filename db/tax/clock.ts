import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';

/** The clock that events are recorded by. */
export async function readClock(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now.getTime();
}
