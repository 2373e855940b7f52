/**
 * Large reports read from a hot standby, so that the primary keeps its time for purchases. A report never
 * shows less than what was committed before it began: it waits until the standby has replayed that, and is
 * read from the primary if the standby is late or away, or cancelled a report a moment ago.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { createKysely, createPool, isReplayConflict } from './connect.ts';
import type { Database } from './tables.ts';

export interface Reader {
  /** Returns a database, only for reading, that has everything that was committed before this call. */
  latest(): Promise<Kysely<Database>>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  readonly primary: Kysely<Database>;
  /** Without an address everything is read from the primary. */
  readonly replicaUrl: string | undefined;
  readonly pool: pg.PoolConfig;
  /** Called when reports move to the primary. */
  readonly late: (error: unknown) => void;
  /** How long a report waits for the standby. */
  readonly patienceMs?: number;
}

const askAgainMs = 20;
/** How long a standby is left alone that was late or cancelled a report. */
const restMs = 10_000;

export function createReader(options: ReaderOptions): Reader {
  const { primary, replicaUrl, pool, late, patienceMs = 1_000 } = options;
  if (replicaUrl === undefined) {
    return { latest: () => Promise.resolve(primary), close: () => Promise.resolve() };
  }
  let restsUntilMs = 0;
  const rest = (error: unknown) => {
    restsUntilMs = Date.now() + restMs;
    late(error);
  };
  // A report that the standby cancelled fails; when it is asked for again, the primary answers.
  const replica = createKysely(createPool(replicaUrl, pool), (error) => {
    if (isReplayConflict(error)) rest(error);
  });
  return {
    async latest() {
      if (Date.now() < restsUntilMs) return primary;
      try {
        await catchUp(replica, await readPosition(primary), patienceMs);
        return replica;
      } catch (error) {
        rest(error);
        return primary;
      }
    },
    close: () => replica.destroy(),
  };
}

async function readPosition(primary: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{
    position: string;
  }>`select pg_current_wal_flush_lsn()::text as position`.execute(primary);
  return rows[0]!.position;
}

/** Rejects if the standby cannot be reached, or has not replayed `position` in time. */
async function catchUp(
  replica: Kysely<Database>,
  position: string,
  patienceMs: number,
): Promise<void> {
  const ended = new AbortController();
  const tooLate = sleep(patienceMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`the standby has not replayed ${position} in time`);
  });
  tooLate.catch(() => {});
  const replayed = (async () => {
    while (!ended.signal.aborted && !(await hasReplayed(replica, position))) {
      await sleep(askAgainMs);
    }
  })();
  await Promise.race([replayed, tooLate]).finally(() => ended.abort());
}

async function hasReplayed(replica: Kysely<Database>, position: string): Promise<boolean> {
  // A promoted standby, which may have lost commits, replays nothing: null.
  const { rows } = await sql<{ has: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(
    replica,
  );
  return rows[0]!.has === true;
}
