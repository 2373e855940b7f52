/**
 * The ledger's one connection: made when it is first needed, made again when it breaks, and the
 * transactions on it. Retries are safe: a command whose key has committed is answered, not repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { typeParsers } from '../connect.ts';
import { readWriteTypes, type WriteTypes } from './write.ts';

/** The database could not be reached in time; the command's key tells whether it committed. */
export class LedgerUnavailable extends Error {
  override name = 'LedgerUnavailable';
}

export interface Connection {
  readonly db: pg.Client;
  readonly types: WriteTypes;
}

export interface ConnectionOptions {
  readonly connectionString: string;
  /** Over the connection's defaults. */
  readonly connection?: pg.ClientConfig;
  /** How long to try to reach the database again before giving up, in milliseconds. */
  readonly reconnectWithinMs?: number;
}

/**
 * Rows are found by their keys, however the planner's statistics stand that day: a plan is kept, and
 * one made for three rows may have to serve three million.
 */
const sessionOptions = [
  ...['seqscan', 'hashjoin', 'mergejoin', 'sort', 'incremental_sort', 'material', 'memoize'].map(
    (way) => `enable_${way}=off`,
  ),
  'plan_cache_mode=force_generic_plan',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export function createConnection(options: ConnectionOptions) {
  const { reconnectWithinMs = 30_000 } = options;
  let connection: Connection | null = null;

  async function connected(): Promise<Connection> {
    if (connection) return connection;
    const fresh = new pg.Client({
      connectionString: options.connectionString,
      types: typeParsers,
      pipeline: true,
      options: sessionOptions,
      application_name: 'sachet-ledger',
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      query_timeout: 35_000,
      idle_in_transaction_session_timeout: 30_000,
      ...options.connection,
    });
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    try {
      await fresh.connect();
      connection = { db: fresh, types: await readWriteTypes(fresh) };
    } catch (cause) {
      drop(fresh);
      throw new ConnectionLost('the database cannot be reached', { cause });
    }
    return connection;
  }

  function drop(broken: pg.Client): void {
    if (connection?.db === broken) connection = null;
    broken.end().catch(() => {});
  }

  async function attempt<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { db, types } = await connected();
    try {
      // What is sent behind it fails as it does.
      db.query('begin').catch(() => {});
      return await work({ db, types });
    } catch (error) {
      const usable = await db.query('rollback').then(
        () => true,
        () => false,
      );
      if (usable) throw error;
      drop(db);
      throw new ConnectionLost('the connection broke', { cause: error });
    }
  }

  return {
    /**
     * One transaction: `work` sends its COMMIT behind its last statement. It runs again where the
     * connection broke. Throws LedgerUnavailable, or what the database says.
     */
    async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
      const giveUpAt = Date.now() + reconnectWithinMs;
      for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
        try {
          return await attempt(work);
        } catch (error) {
          if (!(error instanceof ConnectionLost) && !isWorthRepeating(error)) throw error;
          if (Date.now() + pauseMs > giveUpAt) {
            throw new LedgerUnavailable('the ledger cannot be reached', { cause: error });
          }
          await sleep(pauseMs);
        }
      }
    },
    async close(): Promise<void> {
      const last = connection;
      connection = null;
      await last?.db.end().catch(() => {});
    },
  };
}

/** Whether the batch committed is unknown: its idempotency keys decide. */
class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** Serialization failures and deadlocks: the same transaction, a moment later, may succeed. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}
