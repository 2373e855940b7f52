/**
 * `ledger_day`: the sums of each Indian day, kept from the events so that no page reads them all. The worker
 * adds new events outside of the write path.
 *
 * New events are found by wallet, not by position: a position is assigned before its commit, so a search by
 * position would miss events that commit late. A wallet's sequence has no gaps and its row is locked until
 * the commit, so every event up to `wallet.seq` exists.
 *
 * | crash              | what happens                                                            |
 * | ------------------ | ----------------------------------------------------------------------- |
 * | before the commit  | nothing was added; the next pass adds it                                |
 * | after the commit   | sums and progress were written by one statement: nothing is added twice |
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { PoolClient } from 'pg';
import { istZone } from '@sachet/shared/time';
import { lockClientUntilCommit, lockUntilCommit } from '../locks.ts';
import { ask, joinByHash, type Found } from '../ledger/check.ts';
import type { Database } from '../tables.ts';

/** One batch. A busy wallet takes several. */
const walletsPerBatch = 1_000;
const eventsPerWallet = 20_000;

/** Adds every event that is not in the sums yet, in batches. Returns how many it added. */
export async function countNewEvents(db: Kysely<Database>): Promise<number> {
  let events = 0;
  for (;;) {
    const counted = await db.transaction().execute(async (trx) => {
      // Waits for a process that counts or rebuilds: the sums are whole when this returns.
      await lockUntilCommit(trx, 'dayTotals');
      return countBatch(trx);
    });
    if (counted === 0) return events;
    events += counted;
  }
}

/** The rows of `ledger_day` for `events`, a relation with the ledger's columns. */
const toSums = (events: string): string => `
  select to_char(recorded_on, 'YYYY-MM-DD') as day,
         to_char(effective_on, 'YYYY-MM-DD') as effective_day,
         kind, counter_account, events, amount_paise, held_paise
    from (
      select (recorded_at at time zone '${istZone}')::date as recorded_on,
             (effective_at at time zone '${istZone}')::date as effective_on,
             kind, coalesce(counter_account, '') as counter_account, count(*) as events,
             sum(amount_paise)::bigint as amount_paise, sum(held_paise)::bigint as held_paise
        from ${events} group by 1, 2, 3, 4) summed`;

const columns = 'day, effective_day, kind, counter_account, events, amount_paise, held_paise';

/**
 * Adds one batch in one statement, so that sums and progress belong to one snapshot and are stored together.
 */
async function countBatch(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    with moved as (
      select w.id, coalesce(p.seq, 0) as counted
        from wallet w left join ledger_day_progress p on p.wallet_id = w.id
       where w.seq > coalesce(p.seq, 0)
         -- A truncated wallet has no new events: without this it would be selected again and again.
         and exists (
           select from ledger_event e where e.wallet_id = w.id and e.seq > coalesce(p.seq, 0))
       limit ${walletsPerBatch}
    ), fresh as materialized (
      select e.* from moved, lateral (
        select * from ledger_event e
         where e.wallet_id = moved.id and e.seq > counted order by e.seq limit ${eventsPerWallet}
      ) e
    ), added as (
      insert into ledger_day as t (${sql.raw(columns)})
      ${sql.raw(toSums('fresh'))}
      on conflict (day, effective_day, kind, counter_account) do update
         set events = t.events + excluded.events,
             amount_paise = t.amount_paise + excluded.amount_paise,
             held_paise = t.held_paise + excluded.held_paise
    ), marked as (
      insert into ledger_day_progress (wallet_id, seq, balance_paise, held_paise)
      select distinct on (wallet_id) wallet_id, seq, balance_after, held_after
        from fresh order by wallet_id, seq desc
      on conflict (wallet_id) do update
         set seq = excluded.seq, balance_paise = excluded.balance_paise,
             held_paise = excluded.held_paise
    )
    select count(*) as events from fresh`.execute(trx);
  return rows[0]!.events;
}

/**
 * Two CTEs, `behind` and `uncounted`: the events that the sums do not have yet. `offset 0` prevents the
 * planner from reading the whole ledger to join the few events that are missing.
 */
export const uncountedEvents = sql`
  behind as materialized (
    select w.id, coalesce(p.seq, 0) as counted
      from wallet w left join ledger_day_progress p on p.wallet_id = w.id
     where w.seq > coalesce(p.seq, 0)
  ), uncounted as (
    select e.* from behind
     cross join lateral (
       select * from ledger_event where wallet_id = id and seq > counted offset 0) e
  )`;

/** The events that are already in the sums. */
const countedEvents = `(
  select e.* from ledger_event e
    join ledger_day_progress p on p.wallet_id = e.wallet_id and e.seq <= p.seq) e`;

const mostListed = 1_000;

/** The sums that differ from the events. The transaction of `client` must see one snapshot. */
export async function findDayTotalDifferences(client: PoolClient): Promise<Found[]> {
  await client.query(joinByHash);
  return ask(
    `select concat_ws(' ', 'ledger_day', day, nullif(effective_day, day), kind,
                     nullif(counter_account, '')) as subject,
           case when t.events is null then 'missing' when x.events is null then 'orphaned'
                else 'differs' end as detail
      from ledger_day t full join (${toSums(countedEvents)}) x
        using (day, effective_day, kind, counter_account)
     where (t.events, t.amount_paise, t.held_paise)
           is distinct from (x.events, x.amount_paise, x.held_paise)
     order by 1`,
    mostListed,
  )(client);
}

/**
 * Computes all sums again and replaces those that differ, in one transaction: concurrent readers see the old
 * sums until then. `client` needs a login that may delete. Returns the rows that differed.
 */
export async function rebuildDayTotals(client: PoolClient): Promise<string[]> {
  await client.query('begin');
  try {
    await lockClientUntilCommit(client, 'dayTotals');
    const different = await findDayTotalDifferences(client);
    if (different.length > 0) {
      await client.query('delete from ledger_day');
      await client.query('delete from ledger_day_progress');
      await client.query(`
        with whole as materialized (
          select e.* from ledger_event e join wallet w on w.id = e.wallet_id and e.seq <= w.seq
        ), summed as (
          insert into ledger_day (${columns}) ${toSums('whole')}
        )
        insert into ledger_day_progress (wallet_id, seq, balance_paise, held_paise)
        select distinct on (wallet_id) wallet_id, seq, balance_after, held_after
          from whole order by wallet_id, seq desc`);
    }
    await client.query('commit');
    return different.map(({ subject, detail }) => `${subject} ${detail}`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
