import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { isServerAway } from '@sachet/shared/away';
import { LedgerUnavailable } from './ledger/unavailable.ts';
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
export const shortTimeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  query_timeout: 12_000,
} satisfies pg.PoolConfig;

export function createPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  // A statement that takes this long is a bug; it must not keep a wallet locked.
  const { statement_timeout: timeoutMs = 30_000 } = options;
  const pool = new pg.Pool({
    connectionString,
    Client: PreparingClient,
    application_name: 'sachet',
    max: 10,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    // Detects a server that vanished without closing its connections: idle ones by keepalive, used ones by the
    // timeout.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(timeoutMs ? { query_timeout: timeoutMs + 5_000 } : {}),
    idle_in_transaction_session_timeout: 30_000,
    ...options,
    statement_timeout: timeoutMs,
  });
  // A connection that breaks while idle is replaced on the next use; unhandled it would end the process.
  pool.on('error', () => {});
  // An error during use reaches the code that waits for the query's answer. Without this listener, the error
  // would also end the process.
  const readOnly = new WeakSet<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    toInner(client).connection.on('errorMessage', (error) => {
      if (isReadOnly(error)) readOnly.add(client);
    });
  });
  // A connection returned with an unanswered statement (`query_timeout`) is closed, because its next user
  // would wait behind that statement. So is one to a standby: a new connection leads to the primary.
  pool.on('release', (_error, client) => {
    if (isUnanswered(client) || readOnly.has(client)) destroyConnection(client);
  });
  return pool;
}

/** Whether the server is a standby, as the previous primary is after a failover. */
export const isReadOnly = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === '25006';

/** The fields of pg's client that its types lack; pg-pool uses the same. */
interface Inner {
  readonly connection: EventEmitter & { readonly stream: Duplex };
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

/**
 * Whether a standby cancelled a statement, or closed its connection, because it was in the way of what the
 * primary had done in the meantime. The code is that of serialization failures, and the message depends on the
 * server's language; the name of the function of Postgres does not.
 */
export function isReplayConflict(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  return code === '40001' && typeof routine === 'string' && routine.includes('RecoveryConflict');
}

/** Codes that also mean an unavailable database: the timeout of a statement or of an idle transaction. */
const awayCode = /^(57014|25P03)$/;
/** Messages of pg and Kysely about a connection that had already been lost. */
const awayMessage = /not queryable|connection has been discarded/i;

/** Whether an error means that the database or the ledger was unreachable or overloaded: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  if (error instanceof LedgerUnavailable) return true;
  if (isServerAway(error) || isReplayConflict(error)) return true;
  if (typeof code === 'string' && awayCode.test(code)) return true;
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

/** `failed` is called with the error of each statement that failed. */
export function createKysely(
  pool: pg.Pool,
  failed: (error: unknown) => void = () => {},
): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'error') failed(event.error);
    },
  });
}
