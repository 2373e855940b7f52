import type { PoolClient } from 'pg';
import type { Fault } from './fault.ts';
import { differencesQuery, projections, type Projection } from './projections.ts';

/** The most rows of one projection that `verify` names. */
const mostListed = 10_000;

/**
 * Computes every projection of every wallet again from the events that `client`'s transaction sees, and
 * compares the result with the stored rows.
 */
export async function findDifferences(
  client: PoolClient,
  progress: (done: number, total: number) => void = () => {},
  atMost = mostListed,
): Promise<Fault[]> {
  await client.query(joinByHash);
  const faults: Fault[] = [];
  for (const [i, projection] of projections.entries()) {
    for (const fault of await readDifferences(client, projection, atMost)) faults.push(fault);
    progress(i + 1, projections.length);
  }
  return faults;
}

/**
 * All rows are compared. Hashing whole tables in memory is faster than a million look-ups, even if the
 * planner estimates otherwise for tables that were just restored. A merge join is disabled too: it would sort
 * by wallet and compare the rows of a busy wallet pairwise without end.
 */
export const joinByHash = `set local work_mem = '256MB'; set local jit = off;
  set local enable_nestloop = off; set local enable_mergejoin = off`;

async function readDifferences(
  client: PoolClient,
  projection: Projection,
  atMost: number,
): Promise<Fault[]> {
  const { rows } = await client.query(
    `${differencesQuery(projection, { events: 'true', rows: () => 'true' })} limit ${atMost}`,
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
