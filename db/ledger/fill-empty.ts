/**
 * Projections that were lost are filled at once: the rows of a table without its indexes, then the
 * indexes. Writers wait at the wallets until all are there, readers at the table that is being filled.
 */
import type { Pool, PoolClient } from 'pg';
import { rollbackAndRelease } from '../connect.ts';
import { joinByHash, mostNamed, toFault } from './differences.ts';
import type { Fault } from './fault.ts';
import { projections, type Projection } from './projections.ts';

export interface Filling {
  readonly rows: number;
  /** Of a table with more rows than are named, one for all of them. */
  readonly faults: readonly Fault[];
}

/** `whileLocked` runs on the connection that keeps the writers away, before they come back. */
export async function fillEmpty(
  pool: Pool,
  whileLocked: (client: PoolClient) => Promise<readonly Fault[]>,
): Promise<Filling> {
  const client = await pool.connect();
  try {
    const empty = await findEmpty(client);
    if (empty.length === 0) return { rows: 0, faults: [] };
    await client.query('begin');
    await client.query('lock table wallet in exclusive mode');
    await client.query(joinByHash);
    const [changed, ...filled] = await Promise.all([
      whileLocked(client),
      ...empty.map((projection) => fill(pool, projection)),
    ]);
    await client.query('commit');
    return {
      rows: filled.reduce((sum, { rows }) => sum + rows, changed.length),
      faults: [...changed, ...filled.flatMap(({ faults }) => faults)],
    };
  } finally {
    await rollbackAndRelease(client);
  }
}

/** Tables without a row that should have some. In a transaction that ends: no lock is left on them. */
async function findEmpty(client: PoolClient): Promise<Projection[]> {
  const empty: Projection[] = [];
  await client.query('begin');
  await client.query(joinByHash);
  for (const projection of projections) {
    // A wallet is opened by somebody, not by an event.
    if (projection.table === 'wallet') continue;
    const { rows } = await client.query(
      `select 1 where not exists (select from ${projection.table})
         and exists (select from (${projection.expected('true')}) x)`,
    );
    if (rows.length > 0) empty.push(projection);
  }
  await client.query('commit');
  return empty;
}

async function fill(pool: Pool, projection: Projection): Promise<Filling> {
  const { table, key, columns, expected } = projection;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(joinByHash);
    await client.query(`set local maintenance_work_mem = '256MB'`);
    await client.query(`lock table ${table} in access exclusive mode`);
    const { rows: found } = await client.query(`select 1 from ${table} limit 1`);
    // Somebody wrote before the writers were kept away.
    if (found.length > 0) return { rows: 0, faults: [] };
    const indexes = await readIndexes(client, table);
    for (const { drop } of indexes) await client.query(drop);
    const all = [...key, ...columns].join(', ');
    const { rowCount } = await client.query(
      `insert into ${table} (${all}) select ${all} from (${expected('true')}) x`,
    );
    for (const { create } of indexes) await client.query(create);
    await client.query('commit');
    const rows = rowCount ?? 0;
    if (rows > mostNamed) {
      const detail = `${table}: ${rows} rows missing`;
      return { rows, faults: [{ kind: 'projection_differs', walletId: null, seq: null, detail }] };
    }
    const named = await client.query(
      `select ${key.map((column) => `${column}::text as ${column}`).join(', ')},
              wallet_id as faulty_wallet, 'missing' as difference from ${table}`,
    );
    const faults = named.rows.map((row) => toFault(projection, row));
    return { rows, faults };
  } finally {
    await rollbackAndRelease(client);
  }
}

async function readIndexes(
  client: PoolClient,
  table: string,
): Promise<{ drop: string; create: string }[]> {
  const { rows } = await client.query(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
              else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname)
            end as drop,
            case when c.oid is null then pg_get_indexdef(i.indexrelid)
              else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname,
                pg_get_constraintdef(c.oid))
            end as create
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
     where i.indrelid = $1::regclass`,
    [table],
  );
  return rows;
}
