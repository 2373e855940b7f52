/** Checks whether the database answers, and whether it has the schema of this code. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { migrations } from './migrations.ts';

/** `away`: it does not answer in time. `behind`: migrations of this code are missing. */
export type DatabaseState = 'ready' | 'away' | 'behind';

/** Health checks give up after five seconds (docker-compose.yml). */
const patienceMs = 3_000;

const needed = migrations.map(({ name }) => name);

/**
 * A hanging database gets one query at a time, however many checks arrive: the pool's other connections stay
 * free.
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
  const { rows } = await sql<{ applied: number }>`
    select count(*)::int as applied from kysely_migration where name = any(${needed})`.execute(db);
  return rows[0]!.applied === needed.length ? 'ready' : 'behind';
}
