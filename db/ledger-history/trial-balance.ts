/** Double entry summed: what every counter account has of what the wallets have. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';

/** Paise. `counterAccount` is null for what names none, which only a tampered ledger has. */
export interface AccountSums {
  readonly account: string | null;
  /** Of the period, those that moved money. */
  readonly events: number;
  /** Of the wallets' side: a counter account's own amounts are the opposite. */
  readonly opening: number;
  readonly added: number;
  readonly taken: number;
}

export interface TrialBalance {
  readonly accounts: AccountSums[];
  /** Sums of the events up to the period's end. */
  readonly balancePaise: number;
  readonly heldPaise: number;
  /** The wallets' rows, less what was recorded after the period. */
  readonly rowsBalancePaise: number;
  readonly rowsHeldPaise: number;
}

/** `[from, to)` by when an event was recorded; null for no bound. One snapshot: every event is read. */
export async function readTrialBalance(
  db: Kysely<Database>,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<TrialBalance> {
  const { rows } = await sql<
    AccountSums & { held: number; later: number; laterHeld: number; rows: number; rowsHeld: number }
  >`
    with sums as (
      select counter_account as account,
             count(*) filter (where amount_paise <> 0 and not is_before and not is_later) as events,
             sum(amount_paise) filter (where is_before) as opening,
             sum(amount_paise) filter (where amount_paise > 0 and not is_before and not is_later) as added,
             -sum(amount_paise) filter (where amount_paise < 0 and not is_before and not is_later) as taken,
             sum(held_paise) filter (where not is_later) as held,
             sum(amount_paise) filter (where is_later) as later,
             sum(held_paise) filter (where is_later) as later_held
        from (select counter_account, amount_paise, held_paise,
                     coalesce(recorded_at < ${from}::timestamptz, false) as is_before,
                     coalesce(recorded_at >= ${to}::timestamptz, false) as is_later
                from ledger_event) e
       group by counter_account
    )
    select sums.account, events, coalesce(opening, 0)::bigint as opening,
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
