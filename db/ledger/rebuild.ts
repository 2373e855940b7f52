/**
 * Computes every projection anew from the events, compares it with what stands, and puts the new
 * rows in place where they differ. The comparison reads one snapshot and holds nobody up; the
 * wallets that differ are computed once more, a few at a time, under the lock that their writers
 * take too. Nobody ever reads a half-built projection.
 */
import type { Pool, PoolClient } from 'pg';
import { createPool } from '../connect.ts';
import { faultOfDifference, findDifferences, type Difference } from './differences.ts';
import type { Fault } from './fault.ts';
import { differencesQuery, projections, type Projection } from './projections.ts';

export interface Rebuilding {
  readonly wallets: number;
  readonly events: number;
  /** What stood otherwise and was replaced. */
  readonly mended: readonly Fault[];
}

export interface RebuildOptions {
  /** A login that may delete projected rows: the owner's. */
  readonly connectionString: string;
  readonly progress?: (step: string, done: number, total: number) => void;
}

const walletsPerPortion = 20;

export async function rebuildProjections(options: RebuildOptions): Promise<Rebuilding> {
  const pool = createPool(options.connectionString, {
    max: 3,
    statement_timeout: 0,
    // The snapshot's own transaction waits while others read in it.
    idle_in_transaction_session_timeout: 0,
  });
  try {
    const mended: Fault[] = [];
    let before = '';
    // A table names so many differences at a time; one that is wholly wrong takes several rounds.
    for (;;) {
      const compared = await compare(pool, options);
      const walletIds = [...new Set(compared.faults.map(({ walletId }) => walletId!))];
      if (walletIds.length === 0) return { ...compared, mended };
      const details = compared.faults.map(({ detail }) => detail).join('\n');
      if (details === before) throw new Error(`cannot be mended: ${compared.faults[0]!.detail}`);
      before = details;
      for (let i = 0; i < walletIds.length; i += walletsPerPortion) {
        mended.push(...(await rebuildPortion(pool, walletIds.slice(i, i + walletsPerPortion))));
        options.progress?.(
          'mending',
          Math.min(walletIds.length, i + walletsPerPortion),
          walletIds.length,
        );
      }
    }
  } finally {
    await pool.end();
  }
}

async function compare(
  pool: Pool,
  { progress }: RebuildOptions,
): Promise<{ wallets: number; events: number; faults: Fault[] }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query(
      `select pg_export_snapshot() as snapshot, (select count(*) from wallet) as wallets,
              (select count(*) from ledger_event) as events`,
    );
    const { snapshot, wallets, events } = rows[0];
    const faults = await findDifferences(pool, snapshot, (done, total) =>
      progress?.('projections', done, total),
    );
    return { wallets, events, faults };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function rebuildPortion(pool: Pool, walletIds: readonly string[]): Promise<Fault[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from wallet where id = any($1) order by id for update', [
      walletIds,
    ]);
    const mended: Fault[] = [];
    for (const projection of projections) {
      mended.push(...(await mend(client, projection, walletIds)));
    }
    await client.query('commit');
    return mended;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const scope = 'wallet_id = any($1)';

async function mend(
  client: PoolClient,
  projection: Projection,
  walletIds: readonly string[],
): Promise<Fault[]> {
  const query = differencesQuery(projection, {
    events: scope,
    rows: (walletColumn) => `${walletColumn} = any($1)`,
  });
  const { rows } = await client.query(query, [walletIds]);
  if (rows.length === 0) return [];

  await replace(client, projection, walletIds, rows);
  return rows.map((row) => faultOfDifference(projection, row));
}

async function replace(
  client: PoolClient,
  projection: Projection,
  walletIds: readonly string[],
  rows: readonly Difference[],
): Promise<void> {
  const { table, key } = projection;
  const run = async (statement: string, chosen: readonly Difference[], scoped: unknown[]) => {
    if (chosen.length === 0) return;
    await client.query(statement, [
      ...scoped,
      ...key.map((column) => chosen.map((row) => row[column])),
    ]);
  };
  if (table === 'wallet') {
    await run(walletUpdate(projection, keyList(projection, 2)), rows, [walletIds]);
    return;
  }
  const unfounded = rows.filter(({ difference }) => difference === 'unfounded');
  const others = rows.filter(({ difference }) => difference !== 'unfounded');
  await run(removal(projection, keyList(projection, 1)), unfounded, []);
  await run(placement(projection, keyList(projection, 2)), others, [walletIds]);
}

/** The keys of the rows at hand, as a relation `k`; `first` is the number of its first parameter. */
function keyList({ key }: Projection, first: number): string {
  const arrays = key.map((column, i) => `$${first + i}::${column === 'seq' ? 'int8' : 'text'}[]`);
  return `unnest(${arrays.join(', ')}) as k (${key.join(', ')})`;
}

const matches = (alias: string, { key }: Projection): string =>
  key.map((column) => `${alias}.${column} = k.${column}`).join(' and ');

function removal(projection: Projection, keys: string): string {
  return `delete from ${projection.table} t using ${keys} where ${matches('t', projection)}`;
}

function placement(projection: Projection, keys: string): string {
  const { table, key, columns, expected } = projection;
  const all = [...key, ...columns];
  return `
    insert into ${table} (${all.join(', ')})
    select ${all.map((column) => `x.${column}`).join(', ')}
    from (${expected(scope)}) x join ${keys} on ${matches('x', projection)}
    on conflict (${key.join(', ')}) do update
    set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** A wallet stays whatever the events say; one without events stands at its beginning. */
function walletUpdate({ columns, expected }: Projection, keys: string): string {
  const beginning: Record<string, string> = {
    head: `decode(repeat('00', 32), 'hex')`,
    recorded_at: `'-infinity'::timestamptz`,
  };
  const set = columns.map(
    (column) => `${column} = coalesce(x.${column}, ${beginning[column] ?? '0'})`,
  );
  return `
    update wallet w set ${set.join(', ')}
    from ${keys} left join (${expected(scope)}) x on x.id = k.id
    where w.id = k.id`;
}
