import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { isServerAway } from '@sachet/shared/away';
import { PreparingClient } from './prepared.ts';
import type { Database } from './tables.ts';

const int8 = 20;

/** All our bigints are counts or amounts in paise, far inside the safe integers. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is not a safe integer`);
  return value;
}

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary'
      ? safeInteger
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Options for servers on which people wait: a query fails soon instead of waiting. `query_timeout` is for a
 * database that does not even report the statement's timeout.
 */
export const promptly = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
} satisfies pg.PoolConfig;

export function createPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    Client: PreparingClient,
    application_name: 'sachet',
    max: 10,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    // A statement that takes this long is a bug; it must not keep a wallet locked.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    ...options,
  });
  // A connection that breaks while idle is replaced on the next use; unhandled it would end the process.
  pool.on('error', () => {});
  // An error during use reaches the code that waits for the query's answer. Without this listener, the error
  // would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  // A connection returned with an unanswered statement (`query_timeout`) is closed, because its next user
  // would wait behind that statement.
  pool.on('release', (_error, client) => {
    if (isUnanswered(client)) destroyConnection(client);
  });
  return pool;
}

/** The fields of pg's client that its types lack; pg-pool uses the same. */
interface Inner {
  readonly connection: { readonly stream: Duplex };
  _getActiveQuery(): unknown;
}
const toInner = (client: pg.ClientBase) => client as unknown as Inner;

const isUnanswered = (client: pg.ClientBase) => toInner(client)._getActiveQuery() !== null;

/**
 * Closes the socket immediately, without the protocol's goodbye, which a dead network would never deliver.
 */
export function destroyConnection(client: pg.ClientBase): void {
  toInner(client).connection.stream.destroy();
}

/**
 * Never throws: the caller reports the error that broke the transaction. If the rollback fails, the
 * connection is not used again.
 */
export async function rollbackAndRelease(client: pg.PoolClient): Promise<void> {
  const isUsable = await client.query('rollback').then(
    () => true,
    () => false,
  );
  client.release(!isUsable);
}

/** Codes that also mean an unavailable database: the timeout of a statement or of an idle transaction. */
const awayCode = /^(57014|25P03)$/;
/** Messages of pg and Kysely about a connection that had already been lost. */
const awayMessage = /not queryable|connection has been discarded/i;

/** Whether an error means that the database was unreachable or overloaded: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  if (isServerAway(error) || (typeof code === 'string' && awayCode.test(code))) return true;
  return awayMessage.test(message) || isDatabaseAway(cause);
}

const askAgainMs = 300;

/**
 * Retries `work`, which must be safe to repeat, while the database is unreachable. Throws the last error
 * after `withinMs`, or when aborted.
 */
export async function whenDatabaseIsBack<T>(
  work: () => Promise<T>,
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<T> {
  const giveUpAtMs = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal?.aborted || Date.now() > giveUpAtMs) throw error;
      await sleep(askAgainMs);
    }
  }
}

export function createKysely(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
