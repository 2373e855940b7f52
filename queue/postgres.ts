/** BullMQ on Postgres, with its handling of lost connections completed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, type BackendFactory, type PostgresQueueBackend } from 'bullmq';
import pg from 'pg';
import { isQueueAway } from './away.ts';

/**
 * BullMQ uses connections without an error listener: from the pool, between connecting and listening,
 * and while it closes. An error would then end the process; the caller's promise rejects anyway. Its
 * workers also retry a failed connection immediately: this adds a pause.
 */
class QueueClient extends pg.Client {
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

export const postgresConnection = ({ url, prefix }: { url: string; prefix: string }) => ({
  connectionString: url,
  schema: prefix,
  migrate: true,
  max: 3,
  // A worker's connection that waits for jobs is renamed to its lane by BullMQ.
  application_name: 'sachet-queue',
  Client: QueueClient,
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  query_timeout: 15_000,
});

/**
 * A worker that failed to fetch jobs before it began to wait sleeps for the backend's whole timeout,
 * an hour by default, and adding a job again does not wake it.
 */
const waitAtMostSeconds = 5;

const retryMs = 500;

/** `waits` is told of each attempt to connect at first that finds the database away. */
export const createQueueBackend =
  (waits: (error: unknown) => void): BackendFactory<PostgresQueueBackend> =>
  (...args) => {
    const backend = createPostgresBackend(...(args as Parameters<typeof createPostgresBackend>));
    Object.defineProperty(backend, 'maximumBlockTimeout', { value: waitAtMostSeconds });
    const { connection } = backend;
    const bootstrap = Reflect.get(connection, 'bootstrap').bind(connection) as () => Promise<void>;
    // BullMQ keeps the outcome of the first attempt for ever.
    const keepTrying = async () => {
      for (;;) {
        try {
          return await bootstrap();
        } catch (error) {
          if (connection.isClosing || !isQueueAway(error)) throw error;
          waits(error);
          await sleep(retryMs);
        }
      }
    };
    Object.defineProperty(connection, 'bootstrap', { value: keepTrying });
    // This creates the connection that waits for jobs; the pool uses `Client` above.
    Object.defineProperty(connection, 'pgModule', { value: { Client: QueueClient } });
    return backend;
  };
