import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './tables.ts';

const int8 = 20;

/** Every bigint of ours is a count or an amount in paise, far inside the safe integers. */
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

export function createPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: typeParsers,
    connectionTimeoutMillis: 10_000,
    // A statement that takes this long is a fault; it must not keep a wallet locked.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    ...options,
  });
  // A connection that breaks while idle is replaced on the next use; unhandled it would end the process.
  pool.on('error', () => {});
  return pool;
}

export function createKysely(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
