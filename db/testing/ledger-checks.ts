/** Invariants of every ledger, after any operations. Used by tests and torture runs. */
import type { Pool } from 'pg';

const faults = {
  'balances differ from the events': `
    select w.id from wallet w left join ledger_event e on e.wallet_id = w.id
    group by w.id having w.balance_paise <> coalesce(sum(e.amount_paise), 0)
      or w.held_paise <> coalesce(sum(e.held_paise), 0) or w.seq <> count(e.seq)`,
  'sequences with gaps': `
    select wallet_id from ledger_event group by wallet_id
    having min(seq) <> 1 or max(seq) <> count(*)`,
  'balance after differs from the running sum': `
    select wallet_id, seq from (
      select wallet_id, seq, balance_after, held_after,
        sum(amount_paise) over w as balance, sum(held_paise) over w as held
      from ledger_event window w as (partition by wallet_id order by seq)
    ) as running where balance_after <> balance or held_after <> held`,
  'holds that are not placed once and ended at most once': `
    select hold_id from ledger_event where hold_id is not null
    group by hold_id having count(*) filter (where kind = 'HoldPlaced') <> 1 or count(*) > 2
      or min(wallet_id) <> max(wallet_id) or (count(*) = 2) <> (sum(held_paise) = 0)`,
  'open holds differ from the events': `
    select coalesce(h.id, e.hold_id) from open_hold h
    full join (
      select hold_id, min(wallet_id) as wallet_id, sum(held_paise) as amount_paise
      from ledger_event where hold_id is not null group by hold_id having count(*) = 1
    ) e on e.hold_id = h.id
    where (h.wallet_id, h.amount_paise) is distinct from (e.wallet_id, e.amount_paise)`,
  'more given back than was taken': `
    select wallet_id, seq from charge where refunded_paise not between 0 and amount_paise
    union all
    select wallet_id, null from payment
    where least(refunded_paise, disputed_paise) < 0`,
  'members differ from the events': `
    select coalesce(m.wallet_id, e.wallet_id) from member_month m
    full join (
      select wallet_id, member_uid, budget_month as month,
        -sum(amount_paise) as spent_paise, sum(held_paise) as held_paise
      from ledger_event where member_uid is not null group by 1, 2, 3
    ) e using (wallet_id, member_uid, month)
    where m.spent_paise is distinct from e.spent_paise or m.held_paise is distinct from e.held_paise`,
  'positions run against the sequence': `
    select wallet_id, seq from (
      select wallet_id, seq, position, lag(position) over (partition by wallet_id order by seq) as before,
        recorded_at, lag(recorded_at) over (partition by wallet_id order by seq) as earlier
      from ledger_event
    ) as ordered where position <= before or recorded_at < earlier`,
};

/** Names of the violated invariants; empty if all hold. */
export async function brokenInvariants(pool: Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(faults)) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}
