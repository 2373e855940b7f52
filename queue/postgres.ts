/** BullMQ on Postgres, with what it leaves undone when a connection is lost. */
import { createPostgresBackend, type BackendFactory, type PostgresQueueBackend } from 'bullmq';
import pg from 'pg';

/**
 * BullMQ uses connections while nobody listens for their errors: from the pool, between connecting
 * and listening, and while it closes. An error then would end the process; whoever waits for an
 * answer is told anyway. And its workers ask again at once where they cannot connect: not that fast.
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
 * A worker that could not look for jobs before it began to wait waits for as long as its backend
 * lets it, an hour by default, and asking for a job again does not wake it.
 */
const waitAtMostSeconds = 5;

export const createQueueBackend: BackendFactory<PostgresQueueBackend> = (...args) => {
  const backend = createPostgresBackend(...(args as Parameters<typeof createPostgresBackend>));
  Object.defineProperty(backend, 'maximumBlockTimeout', { value: waitAtMostSeconds });
  // What it makes the connection with that waits for jobs; its pool is told by `Client` above.
  Object.defineProperty(backend.connection, 'pgModule', { value: { Client: QueueClient } });
  return backend;
};
