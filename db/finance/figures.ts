/** The daily sums for finance. They are read without any event: see `day-totals.ts`. */
import { sql, type Kysely } from 'kysely';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { DayTotal } from '@sachet/shared/finance/day-close';
import type { TaxedUse } from '@sachet/shared/tax/output-tax';
import { isRegisteredOn, readKeptAdvances, readTaxedUse } from '../tax/output-tax.ts';
import { readSuppliers } from '../tax/suppliers.ts';
import { readInSnapshot } from '../ledger/history/reading.ts';
import type { Database } from '../tables.ts';
import { signedFromRow, type SignedDayClose } from './day-close.ts';

export interface DayCost {
  readonly day: string;
  readonly provider: Provider;
  /** Without the calls whose cost is not known. */
  readonly microusd: number;
  readonly unpricedCalls: number;
  /** The same cost in paise, at the dollar rate of that day, rounded. */
  readonly paise: number;
}

export interface Books {
  /** The balance of all wallets before the first day. */
  readonly openingPaise: number;
  /** By day of recording; days without events are missing. */
  readonly totals: ReadonlyMap<string, DayTotal[]>;
  readonly costs: readonly DayCost[];
  /** Newest first, with the number and the sum of the day's events as known now. */
  readonly closes: readonly (SignedDayClose & {
    readonly eventsNow: number;
    readonly paiseNow: number;
  })[];
  /** Purchases with paid money and the output tax in them, by day and account. */
  readonly paidUse: readonly TaxedUse[];
  /** The output tax on money left in closed wallets. */
  readonly forfeitedTax: readonly { readonly day: string; readonly paise: number }[];
  /** Paid money that is not used, before the first day, and the change of it on each day. */
  readonly openingPaidPaise: number;
  readonly paidChanges: ReadonlyMap<string, number>;
  /** Fees and other charges by the day of the gateway's lines, without the recoverable GST on the fees. */
  readonly fees: readonly {
    readonly day: string;
    readonly paise: number;
    readonly inputTaxPaise: number;
  }[];
  /** The number of events that the daily sums do not contain yet. */
  readonly uncounted: number;
}

/** `from` and `to` are both included. */
export async function readBooks(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<Books> {
  return readInSnapshot(db, {}, async (trx) => {
    const opening = await sql<{ paise: number; uncounted: number }>`
      select coalesce((select sum(amount_paise) from ledger_day where day < ${from}), 0)::bigint as paise,
             (coalesce((select sum(seq) from wallet), 0)
               - least(coalesce((select sum(seq) from ledger_day_progress), 0),
                       coalesce((select sum(seq) from provenance_wallet), 0)))::bigint as uncounted`.execute(
      trx,
    );
    const totals = await sql<DayTotal & { day: string }>`
      select day, kind, counter_account as account, sum(events)::bigint as events,
             sum(amount_paise)::bigint as "amountPaise", sum(held_paise)::bigint as "heldPaise"
        from ledger_day where day between ${from} and ${to} group by 1, 2, 3`.execute(trx);
    const costs = await sql<DayCost>`
      select d.day, d.provider, d.cost_microusd as microusd, d.unpriced_calls as "unpricedCalls",
             round(d.cost_microusd::numeric * coalesce(
               (select paise_per_usd from usd_rate where from_day <= d.day order by from_day desc limit 1),
               (select paise_per_usd from usd_rate order by from_day limit 1), 0) / 1000000)::bigint as paise
        from provider_cost_day d where d.day between ${from} and ${to} and (d.cost_microusd > 0 or d.unpriced_calls > 0)
       order by d.day, d.provider`.execute(trx);
    const paid = await sql<{ opening: number }>`
      select coalesce(sum(paid_paise - debt_paise), 0)::bigint as opening
        from provenance_day where day < ${from}`.execute(trx);
    const paidChanges = await sql<{ day: string; paise: number }>`
      select day, paid_paise - debt_paise as paise
        from provenance_day where day between ${from} and ${to}`.execute(trx);
    const kept = await readKeptAdvances(trx, { from, to });
    const suppliers = await readSuppliers(trx);
    const fees = await sql<{ day: string; paise: number; taxPaise: number }>`
      select day, fee_paise + charges_paise as paise, tax_paise as "taxPaise"
        from settlement_day_sum where day between ${from} and ${to}`.execute(trx);
    return {
      openingPaidPaise: paid.rows[0]!.opening,
      paidChanges: new Map(paidChanges.rows.map(({ day, paise }) => [day, paise])),
      paidUse: await readTaxedUse(trx, { from, to }),
      forfeitedTax: kept
        .filter(({ why }) => why === 'forfeited')
        .map(({ day, taxPaise: paise }) => ({ day, paise })),
      fees: fees.rows.map(({ day, paise, taxPaise }) =>
        isRegisteredOn(suppliers, day)
          ? { day, paise, inputTaxPaise: taxPaise }
          : { day, paise: paise + taxPaise, inputTaxPaise: 0 },
      ),
      openingPaise: opening.rows[0]!.paise,
      uncounted: opening.rows[0]!.uncounted,
      totals: Map.groupBy(totals.rows, ({ day }) => day),
      costs: costs.rows,
      closes: await readCloses(trx, { from, to }),
    };
  });
}

async function readCloses(
  db: Kysely<Database>,
  { from, to }: { from: string; to: string },
): Promise<Books['closes']> {
  const rows = await db
    .selectFrom('ledger_day_close as c')
    .selectAll('c')
    .select([
      sql<number>`(select coalesce(sum(events), 0)::bigint from ledger_day
                    where effective_day = c.day)`.as('events_now'),
      sql<number>`(select coalesce(sum(amount_paise), 0)::bigint from ledger_day
                    where effective_day = c.day)`.as('paise_now'),
    ])
    .where('c.day', '>=', from)
    .where('c.day', '<=', to)
    .orderBy('c.day', 'desc')
    .execute();
  return rows.map(({ events_now: eventsNow, paise_now: paiseNow, ...row }) => ({
    ...signedFromRow(row),
    eventsNow,
    paiseNow,
  }));
}
