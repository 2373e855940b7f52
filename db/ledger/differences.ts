import type { PoolClient } from 'pg';
import { joinByHash, type Found } from './check.ts';
import { differencesQuery, projections, type Projection } from './projections.ts';

/** The most rows of one projection that a whole verification names. */
const mostListed = 10_000;

export interface TableDifference extends Found {
  readonly table: string;
  readonly walletId: string;
}

/**
 * Computes every projection of every wallet again from the events that `client`'s transaction sees, and
 * compares the result with the stored rows.
 */
export async function findDifferences(
  client: PoolClient,
  progress: (done: number, total: number) => void = () => {},
  atMost = mostListed,
): Promise<TableDifference[]> {
  await client.query(joinByHash);
  const found: TableDifference[] = [];
  for (const [i, projection] of projections.entries()) {
    const query = differencesQuery(projection, { events: 'true', rows: () => 'true' });
    const { rows } = await client.query<Difference>(`${query} limit ${atMost}`);
    for (const row of rows) found.push(toDetail(projection, row));
    progress(i + 1, projections.length);
  }
  return found;
}

export type Difference = Record<string, unknown> & {
  difference: 'missing' | 'orphaned' | 'differs';
  faulty_wallet: string;
};

export function toDetail({ table, key }: Projection, row: Difference): TableDifference {
  const { difference, faulty_wallet: walletId } = row;
  if (table === 'wallet') {
    return { table, subject: walletId, walletId, seq: null, detail: difference };
  }
  const subject = `${table} ${key.map((column) => row[column]).join(' ')}`;
  return { table, subject, walletId, seq: null, detail: `${difference}, of ${walletId}` };
}

/** As `open_hold hold_1 differs, of wal_1`. */
export const toRepairLine = ({ table, subject, detail }: TableDifference): string =>
  `${table === 'wallet' ? 'wallet ' : ''}${subject} ${detail}`;
