import type { PoolClient } from 'pg';
import type { Fault } from './fault.ts';
import { differencesQuery, projections, type Projection } from './projections.ts';

/** Rows of one projection that `verify` names. */
const mostNamed = 10_000;

/** Every projection of every wallet, computed again from the events in `client`'s transaction and compared. */
export async function findDifferences(
  client: PoolClient,
  progress: (done: number, total: number) => void = () => {},
  atMost = mostNamed,
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
 * Everything is compared: hashing whole tables in memory beats a million look-ups, whatever the
 * planner believes of tables that were restored a moment ago. Nor may it merge: two lists that are
 * in the order of their wallets meet row by row within a wallet, which on a hot one never ends.
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
