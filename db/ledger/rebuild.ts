/**
 * Computes every projection again from the events, compares it with the stored rows, and replaces rows that
 * differ. The comparison reads one snapshot and blocks no writer; the wallets that differ are computed once
 * more, in small batches, under the lock that their writers take too. No reader ever sees a half-built
 * projection.
 */
import type { Pool, PoolClient } from 'pg';
import { createPool, rollbackAndRelease } from '../connect.ts';
import { joinByHash, type Progress } from './check.ts';
import {
  findDifferences,
  toDetail,
  toRepairLine,
  type Difference,
  type TableDifference,
} from './differences.ts';
import { projections, type Projection } from './projections.ts';

export interface Rebuilding {
  readonly wallets: number;
  readonly events: number;
  /** The rows that differed and were replaced. */
  readonly repaired: readonly string[];
}

export interface RebuildOptions {
  /** A login that may delete projected rows: the owner's. */
  readonly connectionString: string;
  readonly progress?: Progress;
}

/** The most events and wallets that are repaired under one lock, because their writers wait for it. */
const eventsPerPortion = 500_000;
const walletsPerPortion = 5_000;
/** The most differences that are read together; a ledger with more is compared again. */
const mostListed = 1_000_000;

export async function rebuildProjections(options: RebuildOptions): Promise<Rebuilding> {
  const pool = createPool(options.connectionString, { max: 1, statement_timeout: 0 });
  try {
    const repaired: string[] = [];
    let before = '';
    for (;;) {
      const compared = await compare(pool, options);
      const walletIds = [...new Set(compared.found.map(({ walletId }) => walletId!))];
      if (walletIds.length === 0) return { ...compared, repaired };
      const details = compared.found.map(toRepairLine).join('\n');
      if (details === before) {
        throw new Error(`cannot be repaired: ${toRepairLine(compared.found[0]!)}`);
      }
      before = details;
      let done = 0;
      for (const portion of await splitIntoPortions(pool, walletIds)) {
        for (const each of await rebuildPortion(pool, portion)) repaired.push(toRepairLine(each));
        done += portion.length;
        options.progress?.('repairing', done, walletIds.length);
      }
    }
  } finally {
    await pool.end();
  }
}

async function compare(
  pool: Pool,
  { progress }: RebuildOptions,
): Promise<{ wallets: number; events: number; found: TableDifference[] }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query(
      `select (select count(*) from wallet) as wallets, (select count(*) from ledger_event) as events`,
    );
    const { wallets, events } = rows[0];
    const found = await findDifferences(
      client,
      (done, total) => progress?.('projections', done, total),
      mostListed,
    );
    return { wallets, events, found };
  } finally {
    await rollbackAndRelease(client);
  }
}

async function splitIntoPortions(pool: Pool, walletIds: readonly string[]): Promise<string[][]> {
  const { rows } = await pool.query<{ id: string; events: number }>(
    `select id, (select count(*) from ledger_event where wallet_id = id) as events
     from unnest($1::text[]) as id order by id`,
    [walletIds],
  );
  const portions: string[][] = [];
  let events = Infinity;
  for (const row of rows) {
    const last = portions.at(-1);
    if (!last || events + row.events > eventsPerPortion || last.length === walletsPerPortion) {
      portions.push([row.id]);
      events = row.events;
    } else {
      last.push(row.id);
      events += row.events;
    }
  }
  return portions;
}

async function rebuildPortion(
  pool: Pool,
  walletIds: readonly string[],
): Promise<TableDifference[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(joinByHash);
    await client.query('select 1 from wallet where id = any($1) order by id for no key update', [
      walletIds,
    ]);
    const repaired = await repairWallets(client, walletIds);
    for (const projection of projections) {
      if (projection.table === 'wallet') continue;
      const { rows } = await client.query<Difference>(rowsRepair(projection), [walletIds]);
      for (const row of rows) repaired.push(toDetail(projection, row));
    }
    await client.query('commit');
    return repaired;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const scope = 'wallet_id = any($1)';

const list = (columns: readonly string[], alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');

const isSameRow = ({ key }: Projection): string =>
  key.map((column) => `t.${column} = x.${column}`).join(' and ');

/** Deletes rows without events, inserts missing ones, replaces wrong ones, and returns each. */
function rowsRepair(projection: Projection): string {
  const { table, key, columns, expected } = projection;
  const named = `${key.map((column) => `t.${column}::text as ${column}`).join(', ')}, t.wallet_id as faulty_wallet`;
  // In a row of RETURNING, xmax is 0 if the row is new.
  return `
    with x as materialized (${expected(scope)}),
    removed as (
      delete from ${table} t where t.${scope} and not exists (select from x where ${isSameRow(projection)})
      returning ${named}, 'orphaned' as difference
    ), placed as (
      insert into ${table} as t (${[...key, ...columns].join(', ')})
      select ${list([...key, ...columns], 'x')} from x
      on conflict (${key.join(', ')}) do update
      set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${list(columns, 't')}) is distinct from (${list(columns, 'excluded')})
      returning ${named}, case when t.xmax = 0 then 'missing' else 'differs' end as difference
    )
    select * from removed union all select * from placed`;
}

/** A wallet's row is never deleted; a wallet without events gets its initial values. */
async function repairWallets(
  client: PoolClient,
  walletIds: readonly string[],
): Promise<TableDifference[]> {
  const projection = projections.find(({ table }) => table === 'wallet')!;
  const { columns, expected } = projection;
  const beginning: Record<string, string> = {
    head: `decode(repeat('00', 32), 'hex')`,
    recorded_at: `'-infinity'::timestamptz`,
    locked_for: 'null',
  };
  const values = columns.map((column) => `coalesce(x.${column}, ${beginning[column] ?? '0'})`);
  const { rows } = await client.query<Difference>(
    `update wallet t set ${columns.map((column, i) => `${column} = ${values[i]}`).join(', ')}
     from unnest($1::text[]) as k (id) left join (${expected(scope)}) x using (id)
     where t.id = k.id and (${list(columns, 't')}) is distinct from (${values.join(', ')})
     returning t.id, t.id as faulty_wallet,
       case when x.id is null then 'orphaned' else 'differs' end as difference`,
    [walletIds],
  );
  return rows.map((row) => toDetail(projection, row));
}
