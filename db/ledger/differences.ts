import type { Pool, PoolClient } from 'pg';
import { rollbackAndRelease } from '../connect.ts';
import type { Fault } from './fault.ts';
import { differencesQuery, projections, type Projection } from './projections.ts';

/** Rows of one projection that are named; a ledger with more has one fault, not a million. */
export const mostNamed = 10_000;

/**
 * Every projection of every wallet, computed anew from the events that `client`'s transaction sees and
 * compared with what stands there. So many more connections of the pool share the work: of a small
 * ledger one reads all before another has started.
 */
export async function findDifferences(
  pool: Pool,
  client: PoolClient,
  moreConnections: number,
  progress: (done: number, total: number) => void,
): Promise<Fault[]> {
  const left = [...projections.keys()];
  const faults: Fault[][] = [];
  const work = async (reader: PoolClient) => {
    await reader.query(joinByHash);
    for (let i = left.shift(); i !== undefined; i = left.shift()) {
      faults[i] = await readDifferences(reader, projections[i]!);
      progress(projections.length - left.length, projections.length);
    }
  };
  const snapshot = moreConnections > 0 ? await exportSnapshot(client) : '';
  const more = Array.from({ length: moreConnections }, async () => {
    const reader = await pool.connect();
    try {
      await reader.query('begin isolation level repeatable read read only');
      await reader.query(`set transaction snapshot '${snapshot}'`);
      await work(reader);
    } finally {
      await rollbackAndRelease(reader);
    }
  });
  await Promise.all([work(client), ...more]);
  return faults.flat();
}

export async function exportSnapshot(client: PoolClient): Promise<string> {
  const { rows } = await client.query('select pg_export_snapshot() as snapshot');
  return rows[0].snapshot;
}

/**
 * Everything is compared: hashing whole tables in memory beats a million look-ups, whatever the
 * planner believes of tables that were restored a moment ago. Nor may it merge: two lists that are
 * in the order of their wallets meet row by row within a wallet, which on a hot one never ends.
 */
export const joinByHash = `set local work_mem = '256MB'; set local jit = off;
  set local enable_nestloop = off; set local enable_mergejoin = off`;

async function readDifferences(client: PoolClient, projection: Projection): Promise<Fault[]> {
  const { rows } = await client.query(
    `${differencesQuery(projection, { events: 'true', rows: () => 'true' })} limit ${mostNamed}`,
  );
  return rows.map((row) => toFault(projection, row));
}

export type Difference = Record<string, unknown> & {
  difference: 'missing' | 'orphaned' | 'differs';
  faulty_wallet: string;
};

export function toFault({ table, key }: Projection, row: Difference): Fault {
  return {
    kind: 'projection_differs',
    walletId: row.faulty_wallet,
    seq: null,
    detail: `${table} ${key.map((column) => row[column]).join(' ')} ${row.difference}`,
  };
}
