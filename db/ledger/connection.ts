/**
 * The ledger's only connection, opened on first use and again when it breaks, and the transactions on it.
 * Retries are safe: if a command's key has already committed, the command gets the stored outcome.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { destroyConnection, isReadOnly, typeParsers } from '../connect.ts';
import { LedgerUnavailable } from './unavailable.ts';
import { readWriteTypes, type WriteTypes } from './write.ts';

export interface Connection {
  readonly db: pg.Client;
  readonly types: WriteTypes;
  /** The number of the last batch that was sent over this connection. */
  lastBatch: number;
  /** True when Postgres confirmed a commit that its standby may not have. */
  isDoubtful: boolean;
}

/** The statements of a transaction that were sent. Its COMMIT is sent immediately after them. */
export interface Sent<T> {
  readonly value: T;
  readonly written: Promise<unknown>;
  /** True for a single statement, without BEGIN and COMMIT around it. */
  readonly isOneStatement: boolean;
}

type Work<T> = (connection: Connection) => Promise<Sent<T> | null>;

/** The failure is ignored here, because it also fails every statement that is sent after it. */
export function begin(db: pg.Client): void {
  db.query('begin').catch(() => {});
}

export interface ConnectionOptions {
  readonly connectionString: string;
  /** Overrides the connection's defaults. */
  readonly connection?: pg.ClientConfig;
  /** How long to try to reach the database again before giving up, in milliseconds. */
  readonly reconnectWithinMs?: number;
  /** Called for each new connection: it may lead to another server, which was a standby until now. */
  readonly connected?: () => void;
}

/**
 * The function of Postgres that waits until the standby has a commit. It warns when the wait was cancelled, and
 * the commit is confirmed anyway. Unlike the text of the warning, its name is the same in all languages.
 */
const waitForStandby = 'SyncRepWaitForLSN';

/**
 * Forces lookups by key, independent of the planner's statistics: a plan is cached, and a plan that was made
 * for three rows may later be used for three million.
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
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      query_timeout: 35_000,
      idle_in_transaction_session_timeout: 30_000,
      ...options.connection,
    });
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    fresh.on('notice', ({ routine }) => {
      if (routine === waitForStandby && connection?.db === fresh) connection.isDoubtful = true;
    });
    try {
      await fresh.connect();
      const types = await readWriteTypes(fresh);
      options.connected?.();
      connection = { db: fresh, types, lastBatch: 0, isDoubtful: false };
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

  /** Only one transaction at a time is begun and sent; the next one follows its COMMIT. */
  let turn: Promise<unknown> = Promise.resolve();

  async function send<T>(work: Work<T>) {
    const open = await connected();
    const { db } = open;
    try {
      const sent = await work(open);
      if (!sent) return null;
      const all = sent.isOneStatement ? [sent.written] : [sent.written, db.query('commit')];
      return { ...sent, open, answers: Promise.allSettled(all) };
    } catch (error) {
      await findLoss(db, 'rollback', error);
      throw error;
    }
  }

  /** Sends a statement, and throws ConnectionLost if it is not answered, or if the server is a standby. */
  async function findLoss(db: pg.Client, statement: string, cause: unknown): Promise<void> {
    const ask = () =>
      db.query(statement).then(
        () => true,
        () => false,
      );
    if (!isReadOnly(cause) && (await ask())) return;
    drop(db);
    throw new ConnectionLost('the connection broke', { cause });
  }

  /**
   * Runs one transaction once. `work` may send nothing after its COMMIT, because the connection's next
   * statements belong to another transaction. Returns null if `work` began no transaction. Throws
   * ConnectionLost, or the database's error.
   */
  async function attempt<T>(work: Work<T>): Promise<T | null> {
    const sending = turn.then(() => send(work));
    turn = sending.catch(() => {});
    const sent = await sending;
    if (!sent) return null;
    for (const answer of await sent.answers) {
      if (answer.status === 'fulfilled') continue;
      // An empty statement is answered even in a transaction that has failed.
      await findLoss(sent.open.db, '', answer.reason);
      throw answer.reason;
    }
    if (sent.open.isDoubtful) {
      // The repetition finds the events under the wallets' locks, and its own commit waits for the standby
      // too, which has everything older by then.
      destroyConnection(sent.open.db);
      drop(sent.open.db);
      throw new ConnectionLost('the standby may not have the commit');
    }
    return sent.value;
  }

  return {
    attempt,

    /**
     * Runs one transaction, and repeats it if the connection broke. Throws LedgerUnavailable, or the
     * database's error.
     */
    async transaction<T>(work: Work<T>): Promise<T | null> {
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

/** It is unknown whether the batch committed: a lookup of its idempotency keys decides. */
class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** A value that this transaction relied on has changed in the meantime. */
export function isStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40001';
}

/** Serialization failures and deadlocks: the same transaction, a moment later, may succeed. */
function isWorthRepeating(error: unknown): boolean {
  return isStale(error) || (error instanceof pg.DatabaseError && error.code === '40P01');
}
