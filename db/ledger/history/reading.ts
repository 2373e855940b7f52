import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../tables.ts';

/** Reads in one snapshot, with planner settings that apply to this transaction only. */
export async function readInSnapshot<T>(
  db: Kysely<Database>,
  settings: Record<string, string>,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const names = Object.keys(settings);
      await sql`
        select set_config(name, value, true)
          from unnest(${names}::text[], ${Object.values(settings)}::text[]) as s (name, value)
      `.execute(trx);
      return work(trx);
    });
}
