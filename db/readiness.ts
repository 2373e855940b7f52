/** Whether the database answers, and whether this code and its schema fit. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

/**
 * `away`: it does not answer in time. `behind`: migrations are missing. `ahead`: a migration was
 * applied that this code is too old for.
 */
export type DatabaseState = 'ready' | 'away' | 'behind' | 'ahead';

/** Health checks give up after five seconds (docker-compose.yml). */
const patienceMs = 3_000;

/** The last migration that this code knows. */
const lastKnown = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .at(-1)!
  .replace('.sql', '');

/**
 * A hanging database gets one question at a time, however many checks arrive: the pool's other
 * connections stay free.
 */
export function createReadiness<Database>(db: Kysely<Database>): () => Promise<DatabaseState> {
  let asked: Promise<DatabaseState> | undefined;
  return () => {
    asked ??= readState(db)
      .catch((): DatabaseState => 'away')
      .finally(() => (asked = undefined));
    const patience = new AbortController();
    const tooLate = sleep(patienceMs, 'away' as const, { signal: patience.signal });
    return Promise.race([asked, tooLate.catch(() => 'away' as const)]).finally(() =>
      patience.abort(),
    );
  };
}

async function readState<Database>(db: Kysely<Database>): Promise<DatabaseState> {
  const { rows } = await sql<{ is_behind: boolean; is_ahead: boolean }>`
    select not exists (select from kysely_migration where name = ${lastKnown}) as is_behind,
           exists (select from schema_requirement where migration collate "C" > ${lastKnown})
             as is_ahead`.execute(db);
  const { is_behind: isBehind, is_ahead: isAhead } = rows[0]!;
  return isAhead ? 'ahead' : isBehind ? 'behind' : 'ready';
}
