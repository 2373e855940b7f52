/** BullMQ on Postgres, with additional handling of lost connections. */
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPostgresBackend,
  quoteSchemaName,
  runMigrations,
  type BackendFactory,
  type PostgresQueueBackend,
} from 'bullmq';
import pg from 'pg';
import { isQueueAway } from './away.ts';

/**
 * Adds the error listeners that BullMQ lacks: in the pool, between connecting and listening, and while it
 * closes. Without a listener, an error would end the process; the caller's promise rejects anyway. Also adds
 * a pause, because BullMQ's workers retry a failed connection immediately.
 */
class QueueClient extends pg.Client {
  /** Leaves a standby, as the previous primary is after a failover: a new connection leads to the primary. */
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: EventEmitter & { stream: Duplex } };
    connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === '25006') connection.stream.destroy();
    });
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const isUnheard = event === 'error' && this.listenerCount('error') === 0;
    return isUnheard ? false : super.emit(event, ...args);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    if (!callback) return super.connect();
    super.connect((error: Error) => {
      if (error) setTimeout(callback, 100 + Math.random() * 200, error);
      else callback(error);
    });
  }
}

/**
 * How long a worker sleeps at most. A worker that failed to fetch jobs before it began to wait sleeps for the
 * backend's whole timeout, an hour by default, and adding a job again does not wake it.
 */
const waitAtMostSeconds = 5;

const retryMs = 500;

/** Concurrent queries of all lanes. */
const queriesAtOnce = 4;

/** Shared by the lanes of a queue or worker: the connections, and the table check at startup. */
interface QueueDatabase {
  readonly pool: pg.Pool;
  readonly createBackend: BackendFactory<PostgresQueueBackend>;
  /** Call it after the lanes are closed, and as often as lanes were opened. */
  close(): Promise<void>;
}

interface QueueDatabaseOptions {
  readonly url: string;
  /** The schema of its tables. */
  readonly prefix: string;
  /** How many lanes keep a connection to wait for jobs. */
  readonly waitingLanes: number;
  /** Called for each failed attempt to connect at startup. */
  readonly waits: (error: unknown) => void;
}

export function createQueueDatabase(options: QueueDatabaseOptions): QueueDatabase {
  const { url, prefix, waitingLanes, waits } = options;
  const pool = new pg.Pool({
    connectionString: url,
    options: `-c search_path=${quoteSchemaName(prefix)}`,
    max: queriesAtOnce + waitingLanes,
    // BullMQ renames a worker's connection that waits for jobs to its lane.
    application_name: 'sachet-queue',
    Client: QueueClient,
    // Keepalive, because nothing else notices that a waiting connection was dropped silently.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
  });
  // Each lane listens for its errors.
  pool.setMaxListeners(0);
  let ready: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  const createTables = async ({ connection }: PostgresQueueBackend) => {
    for (;;) {
      try {
        const client = await pool.connect();
        await runMigrations(client, prefix).finally(() => client.release());
        return;
      } catch (error) {
        if (connection.isClosing || !isQueueAway(error)) throw error;
        waits(error);
        await sleep(retryMs);
      }
    }
  };
  return {
    pool,
    createBackend(...args) {
      const backend = createPostgresBackend(...(args as Parameters<typeof createPostgresBackend>));
      Object.defineProperty(backend, 'maximumBlockTimeout', { value: waitAtMostSeconds });
      // Without this, BullMQ would check the tables for each lane, in the schema of its own name, and keep
      // the outcome of the first attempt forever.
      Object.defineProperty(backend.connection, 'bootstrap', {
        value: () => (ready ??= createTables(backend)),
      });
      return backend;
    },
    close: () => (closed ??= pool.end()),
  };
}
