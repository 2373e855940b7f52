import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../tables.ts';

/**
 * Finds the last event `e` for which `holds` is true, by binary search. Returns its number, or 0 if there is
 * none. `holds` must be true of all events up to one and of none after it, as for times and positions, which
 * rise with the sequence. Some twenty steps then need no index by time. Searches a wallet's events by `seq`
 * up to `highest`, or all events by `position`.
 */
export async function findLastEvent(
  db: Kysely<Database>,
  {
    walletId = null,
    highest,
    holds,
  }: {
    walletId?: string | null;
    highest?: number;
    holds: RawBuilder<boolean>;
  },
): Promise<number> {
  const number = sql.ref(walletId === null ? 'position' : 'seq');
  const scope = walletId === null ? sql`true` : sql`wallet_id = ${walletId}`;
  const from =
    highest === undefined
      ? sql`(select max(${number}) from ledger_event where ${scope})`
      : sql`${highest}::bigint`;
  const { rows } = await sql<{ found: number }>`
    with recursive search (low, high, step) as (
      select 0::bigint, coalesce(${from}, 0)::bigint, 1
      union all
      -- Numbers may have gaps: the first event at the middle or above it is compared.
      select case when ${holds} then e.number else low end,
             case when ${holds} then high else middle - 1 end, step + 1
        from (select low, high, step, (low + high + 1) / 2 as middle from search where low < high) s
       cross join lateral (
         select ${number} as number, position, recorded_at from ledger_event
          where ${scope} and ${number} >= middle order by ${number} limit 1) e
    )
    select low as found from search order by step desc limit 1`.execute(db);
  return rows[0]!.found;
}
