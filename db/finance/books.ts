/** What exports of the books are made of. */
import { sql, type Kysely } from 'kysely';
import type { DayMovement } from '@sachet/shared/tally';
import { dayMs, startOfIstDay } from '@sachet/shared/ledger/calendar';
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

/** The gateway's lines as they stand, by day of settlement; some at a time. */
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

/** Whether there are events recorded up to the end of a day that are not in `ledger_day` yet. */
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

/** By day of recording and account, in this order. */
export async function readMovements(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<DayMovement[]> {
  const { rows } = await sql<DayMovement>`
    select day, counter_account as account, sum(amount_paise)::bigint as "amountPaise",
           sum(events)::bigint as events
      from ledger_day where day between ${from} and ${to} and counter_account <> ''
     group by day, counter_account order by day, counter_account collate "C"`.execute(db);
  return rows;
}
