/** Double entry: the sum of every counter account's share of the wallets' balances. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { istDay, startOfIstDay } from '@sachet/shared/time';
import type { EventKind } from '@sachet/shared/ledger/event';
import { uncountedEvents } from './day-totals.ts';
import type { Database } from '../tables.ts';
import { isRareKind } from '../ledger/history/filter.ts';

/**
 * Events of this kind add or take, and are few. Each other kind does only one of the two, so the sign of its
 * sums is known.
 */
const ofBothSigns: EventKind = 'AdjustedByAdmin';

/** Paise. `counterAccount` is null for events without one, which exist only in a tampered ledger. */
export interface AccountSums {
  readonly account: string | null;
  /** Events of the period that moved money. */
  readonly events: number;
  /** Signed as the wallets' change; the counter account itself has the opposite sign. */
  readonly opening: number;
  readonly added: number;
  readonly taken: number;
}

export interface TrialBalance {
  readonly accounts: AccountSums[];
  /** Sums of the events up to the period's end. */
  readonly balancePaise: number;
  readonly heldPaise: number;
  /** The balances in the wallets' rows, minus the events that were recorded after the period. */
  readonly rowsBalancePaise: number;
  readonly rowsHeldPaise: number;
}

/**
 * The trial balance of `[from, to)` by the time of recording; null for no bound. Whole days come from the
 * worker's sums (`db/finance/day-totals.ts`). Events are read only if a bound lies within a day, or if the sums
 * do not contain them yet. All of it is one statement, so it sees one snapshot.
 */
export async function readTrialBalance(
  db: Kysely<Database>,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<TrialBalance> {
  const bounds = [from, to].filter((bound) => bound !== null);
  const cutDays = [...new Set(bounds.filter((bound) => !isStartOfDay(bound)).map(toDay))];
  const toWhen = (recordedAt: RawBuilder<unknown>) => sql`
    coalesce(${recordedAt} < ${from}::timestamptz, false) as is_before,
    coalesce(${recordedAt} >= ${to}::timestamptz, false) as is_later`;
  const dayStarts = cutDays.map((day) => new Date(startOfIstDay(day)));
  const { rows } = await sql<
    AccountSums & { held: number; later: number; laterHeld: number; rows: number; rowsHeld: number }
  >`
    with ${uncountedEvents}, of_cut_days as (
      -- \`offset 0\`: without it the whole ledger was read even if no day was requested.
      select e.* from unnest(${dayStarts}::timestamptz[]) as start
       cross join lateral (
         select * from ledger_event
          where recorded_at >= start and recorded_at < start + interval '1 day' offset 0) e
       where not exists (select from behind where id = e.wallet_id and counted < e.seq)
    ), parts as (
      select nullif(counter_account, '') as account, events, amount_paise, held_paise,
             coalesce(day < ${from && toDay(from)}, false) as is_before,
             coalesce(day >= ${to && toDay(to)}, false) as is_later
        from ledger_day
       where day <> all (${cutDays}::text[]) and kind <> ${ofBothSigns}
      union all
      select counter_account, 1, amount_paise, held_paise, ${toWhen(sql`recorded_at`)}
        from (table of_cut_days union all table uncounted) e where kind <> ${ofBothSigns}
      union all
      select counter_account, 1, amount_paise, held_paise, ${toWhen(sql`recorded_at`)}
        from ledger_event e where e.kind = ${ofBothSigns} and ${isRareKind}
    ), sums as (
      select account,
             sum(events) filter (where amount_paise <> 0 and not is_before and not is_later) as events,
             sum(amount_paise) filter (where is_before) as opening,
             sum(amount_paise) filter (where amount_paise > 0 and not is_before and not is_later) as added,
             -sum(amount_paise) filter (where amount_paise < 0 and not is_before and not is_later) as taken,
             sum(held_paise) filter (where not is_later) as held,
             sum(amount_paise) filter (where is_later) as later,
             sum(held_paise) filter (where is_later) as later_held
        from parts group by account
    )
    select sums.account, coalesce(events, 0)::bigint as events,
           coalesce(opening, 0)::bigint as opening,
           coalesce(added, 0)::bigint as added, coalesce(taken, 0)::bigint as taken,
           coalesce(held, 0)::bigint as held, coalesce(later, 0)::bigint as later,
           coalesce(later_held, 0)::bigint as "laterHeld",
           w.balance::bigint as rows, w.held_sum::bigint as "rowsHeld"
      from (select coalesce(sum(balance_paise), 0) as balance,
                   coalesce(sum(held_paise), 0) as held_sum from wallet) w
      left join sums on true
     order by sums.account nulls last`.execute(db);
  const total = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0);
  const { rows: rowsBalance, rowsHeld } = rows[0]!;
  return {
    accounts: rows
      .filter(({ events, opening }) => events > 0 || opening !== 0)
      .map(({ account, events, opening, added, taken }) => ({
        account,
        events,
        opening,
        added,
        taken,
      })),
    balancePaise: total(({ opening, added, taken }) => opening + added - taken),
    heldPaise: total(({ held }) => held),
    rowsBalancePaise: rowsBalance - total(({ later }) => later),
    rowsHeldPaise: rowsHeld - total(({ laterHeld }) => laterHeld),
  };
}

const toDay = (at: Date): string => istDay(at.getTime());

const isStartOfDay = (at: Date): boolean => startOfIstDay(toDay(at)) === at.getTime();
