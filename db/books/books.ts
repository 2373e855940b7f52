/** The data of exports of the books. */
import { sql, type Kysely } from 'kysely';
import { dayMs, startOfIstDay } from '@sachet/shared/ledger/calendar';
import type { EventKind } from '@sachet/shared/ledger/event';
import type { DayBooks } from '@sachet/shared/tally';
import type { Database } from '../tables.ts';

const linesPerBatch = 1_000;

export interface ExportedLine {
  readonly id: number;
  readonly kind: string;
  readonly entity_id: string;
  readonly settlement_id: string;
  readonly amount_paise: number;
  readonly debit_paise: number;
  readonly credit_paise: number;
  readonly fee_paise: number;
  readonly tax_paise: number;
  readonly currency: string;
  readonly on_hold: boolean;
  readonly created_on: string;
  readonly settled_on: string | null;
  readonly utr: string | null;
  readonly payment_id: string | null;
  readonly dispute_id: string | null;
}

/** Yields the current version of the gateway's lines by day of settlement, in batches. */
export async function* readSettledLines(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): AsyncGenerator<ExportedLine[], void> {
  let after = { day: '', id: 0 };
  for (;;) {
    const { rows } = await sql<ExportedLine>`
      select line.id, line.kind, line.entity_id, line.settlement_id, line.amount_paise,
             line.debit_paise, line.credit_paise, line.fee_paise, line.tax_paise, line.currency,
             line.on_hold, line.created_on, line.settled_on, line.utr, line.payment_id,
             line.dispute_id
        from settlement_current here join settlement_line line on line.id = here.line_id
       where here.settled_on between ${from} and ${to} and not line.is_gone
         and (here.settled_on, here.line_id) > (${after.day}, ${after.id})
       order by here.settled_on, here.line_id limit ${linesPerBatch}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < linesPerBatch) return;
    after = { day: last.settled_on!, id: last.id };
  }
}

/** Whether an event that was recorded before the end of the day is missing from `ledger_day`. */
export async function isDayUncounted(db: Kysely<Database>, day: string): Promise<boolean> {
  const end = new Date(startOfIstDay(day) + dayMs);
  const { rows } = await sql<{ late: boolean }>`
    select exists (
      select from wallet w left join ledger_day_progress p on p.wallet_id = w.id
       where w.seq > coalesce(p.seq, 0)
         and exists (select from ledger_event e
                      where e.wallet_id = w.id and e.seq = coalesce(p.seq, 0) + 1
                        and e.recorded_at < ${end})) as late`.execute(db);
  return rows[0]!.late;
}

/** The days in this range on which a wallet changed, oldest first. */
export async function readDayBooks(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<DayBooks[]> {
  const ofKinds = (...kinds: EventKind[]) => sql<number>`coalesce(
    sum(amount_paise) filter (where kind = any(${kinds})), 0)::bigint`;
  const { rows } = await sql<Omit<DayBooks, 'sales'>>`
    with moved as (
      select day, ${ofKinds('TopUpCredited')} as top_ups,
             -${ofKinds('TopUpRefunded', 'RefundReturned')} as refunds,
             -${ofKinds('TopUpDisputed', 'DisputeWon')} as disputes,
             ${ofKinds('GatewayCorrected')} as corrections,
             -coalesce(sum(amount_paise) filter (where counter_account = 'unclaimed'), 0)::bigint as forfeited
        from ledger_day where day between ${from} and ${to} group by day
    ), bank as (
      select day, sum(amount_paise)::bigint as paise
        from bank_money where day between ${from} and ${to} and is_gateway group by day
    ), entries as (
      select day, sum(amount_paise)::bigint as paise
        from bank_entry where day between ${from} and ${to} and status = 'approved' group by day
    )
    select day, coalesce(m.top_ups, 0) as "topUpsPaise", coalesce(m.refunds, 0) as "refundsPaise",
           coalesce(m.disputes, 0) as "disputesPaise",
           coalesce(m.corrections, 0) as "correctionsPaise",
           coalesce(m.forfeited, 0) as "forfeitedPaise",
           coalesce(p.paid_paise - p.debt_paise, 0) as "liabilityChangePaise",
           coalesce(f.fee_paise, 0) as "feePaise", coalesce(f.tax_paise, 0) as "taxPaise",
           coalesce(f.charges_paise, 0) as "chargesPaise",
           coalesce(e.paise, 0) as "bankEntriesPaise", coalesce(b.paise, 0) as "bankPaise"
      from moved m
      full join (select * from provenance_day where day between ${from} and ${to}) p using (day)
      full join (select * from settlement_day_sum where day between ${from} and ${to}) f using (day)
      full join bank b using (day)
      full join entries e using (day)
     order by day`.execute(db);
  const { rows: sales } = await sql<{ day: string; account: string; paise: number }>`
    select day, account, paid_paise as paise from provenance_used
     where day between ${from} and ${to} and paid_paise <> 0 order by day, account`.execute(db);
  const byDay = Map.groupBy(sales, ({ day }) => day);
  return rows.map((row) => ({ ...row, sales: byDay.get(row.day) ?? [] }));
}
