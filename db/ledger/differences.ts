import type { Pool } from 'pg';
import { rollbackAndRelease } from '../connect.ts';
import type { Fault } from './fault.ts';
import { differencesQuery, projections, type Projection } from './projections.ts';

/** Rows of one projection that are named; a ledger with more has one fault, not a million. */
const mostNamed = 10_000;

/**
 * Every projection of every wallet, computed anew from the events of one snapshot and compared with
 * what stands in it. `snapshot` is the exported id; the transaction that exported it must be open.
 */
export async function findDifferences(
  pool: Pool,
  snapshot: string,
  progress: (done: number, total: number) => void,
): Promise<Fault[]> {
  let done = 0;
  const found = await Promise.all(
    projections.map(async (projection) => {
      const faults = await readDifferences(pool, snapshot, projection);
      done += 1;
      progress(done, projections.length);
      return faults;
    }),
  );
  return found.flat();
}

/**
 * Everything is compared: hashing whole tables in memory beats a million look-ups, whatever the
 * planner believes of tables that were restored a moment ago. Nor may it merge: two lists that are
 * in the order of their wallets meet row by row within a wallet, which on a hot one never ends.
 */
export const joinByHash = `set local work_mem = '256MB'; set local jit = off;
  set local enable_nestloop = off; set local enable_mergejoin = off`;

async function readDifferences(
  pool: Pool,
  snapshot: string,
  projection: Projection,
): Promise<Fault[]> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set transaction snapshot '${snapshot}'`);
    await client.query(joinByHash);
    const { rows } = await client.query(
      `${differencesQuery(projection, { events: 'true', rows: () => 'true' })} limit ${mostNamed}`,
    );
    return rows.map((row) => toFault(projection, row));
  } finally {
    await rollbackAndRelease(client);
  }
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
