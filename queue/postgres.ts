/** BullMQ on Postgres, with what it leaves undone when a connection is lost. */
import { createPostgresBackend, type BackendFactory, type PostgresQueueBackend } from 'bullmq';
import pg from 'pg';

/**
 * BullMQ's pool hands out connections without a listener for their errors, which would end the
 * process; and its workers ask again at once where they cannot connect, which would keep a machine busy.
 */
class QueueClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
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
  return backend;
};
