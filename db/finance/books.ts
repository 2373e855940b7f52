/** The data of exports of the books. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { dayMs, startOfIstDay } from '@sachet/shared/time';
import type { EventKind } from '@sachet/shared/ledger/event';
import type { DayBooks, TaxOf } from '@sachet/shared/finance/tally';
import {
  isRegisteredOn,
  readDocumentedDays,
  readKeptAdvances,
  readTaxedUse,
} from '../tax/output-tax.ts';
import { readSuppliers } from '../tax/suppliers.ts';
import { readInSnapshot } from '../ledger/history/reading.ts';
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

type Movement = Omit<DayBooks, 'sales' | 'documents' | 'isRegistered' | `${string}Tax`>;

/** The days in this range on which a wallet changed or a document was issued, oldest first. */
export const readDayBooks = (
  db: Kysely<Database>,
  range: { from: string; to: string },
): Promise<DayBooks[]> => readInSnapshot(db, {}, (trx) => readDays(trx, range));

async function readDays(
  trx: Transaction<Database>,
  range: { from: string; to: string },
): Promise<DayBooks[]> {
  const { from, to } = range;
  const ofKinds = (...kinds: EventKind[]) => sql<number>`coalesce(
    sum(amount_paise) filter (where kind = any(${kinds})), 0)::bigint`;
  const { rows } = await sql<Movement>`
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
     order by day`.execute(trx);
  const taxes = await readDayTaxes(trx, range);
  const days = [...new Set([...rows.map(({ day }) => day), ...taxes.documents.keys()])].toSorted();
  const moved = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => {
    const used = taxes.used.get(day) ?? [];
    const kept = taxes.kept.get(day) ?? [];
    return {
      ...(moved.get(day) ?? { ...noMovement, day }),
      sales: sumBy(
        used.map(({ account, paidPaise, taxPaise }) => [account, paidPaise - taxPaise]),
      ).map(([account, paise]) => ({ account, paise })),
      salesTax: toTaxOf(used),
      forfeitedTax: toTaxOf(kept.filter(({ why }) => why === 'forfeited')),
      adjustedTax: toTaxOf(kept.filter(({ why }) => why === 'adjusted')),
      documents: taxes.documents.get(day) ?? [],
      isRegistered: isRegisteredOn(taxes.suppliers, day),
    };
  });
}

const noMovement: Movement = {
  day: '',
  topUpsPaise: 0,
  refundsPaise: 0,
  disputesPaise: 0,
  correctionsPaise: 0,
  forfeitedPaise: 0,
  liabilityChangePaise: 0,
  feePaise: 0,
  taxPaise: 0,
  chargesPaise: 0,
  bankEntriesPaise: 0,
  bankPaise: 0,
};

async function readDayTaxes(trx: Transaction<Database>, range: { from: string; to: string }) {
  const ofDay = ({ day }: { day: string }) => day;
  return {
    used: Map.groupBy(await readTaxedUse(trx, range), ofDay),
    kept: Map.groupBy(await readKeptAdvances(trx, range), ofDay),
    documents: Map.groupBy(await readDocumentedDays(trx, range), ofDay),
    suppliers: await readSuppliers(trx),
  };
}

const toTaxOf = (rows: readonly { gstin: string | null; taxPaise: number }[]): TaxOf[] =>
  sumBy(rows.map(({ gstin, taxPaise }) => [gstin ?? '', taxPaise])).map(([gstin, paise]) => ({
    gstin,
    paise,
  }));

/** The sums that are not zero, by name, in order. */
function sumBy(amounts: readonly (readonly [name: string, paise: number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [name, paise] of amounts) sums.set(name, (sums.get(name) ?? 0) + paise);
  return [...sums].filter(([, paise]) => paise !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
