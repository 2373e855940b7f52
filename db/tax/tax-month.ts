/** The tax of a month's documents, and what the ledger says about the same month. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { addTax, negateTax, noTax, sumTax, type Tax } from '@sachet/shared/tax/tax';
import { addMonths, startOfIstMonth } from '@sachet/shared/time';
import { readInSnapshot } from '../ledger/history/reading.ts';
import type { Database } from '../tables.ts';
import { readTaxedUse } from './output-tax.ts';
import { inMonth } from './register.ts';

/** The parts of a registration's liability, in the order of the return. */
const liabilityParts = [
  'invoices-b2b',
  'invoices-b2c',
  'notes-b2b',
  'notes-b2c',
  'advances-received',
  'advances-adjusted',
] as const;
export type LiabilityPart = (typeof liabilityParts)[number];

/** Notes and adjusted advances lower the tax that is due; their amounts have no sign. */
const lowering: readonly LiabilityPart[] = ['notes-b2b', 'notes-b2c', 'advances-adjusted'];

export interface Liability {
  readonly gstin: string;
  readonly parts: readonly (Tax & { readonly part: LiabilityPart; readonly documents: number })[];
  readonly due: Tax;
}

/** Use of a month in India. `usedPaise` is the sum of the other amounts, unless a document is wrong. */
export interface MonthUse {
  /** Charges less what was given back, by the ledger. */
  readonly usedPaise: number;
  /** Invoices of the month less notes of its refunds: taxable value, tax, and bonus credit. */
  readonly taxablePaise: number;
  readonly taxPaise: number;
  readonly discountPaise: number;
  /** Will be invoiced. */
  readonly notInvoicedPaise: number;
  /** Used while the supplier had no registration: never invoiced. */
  readonly unregisteredPaise: number;
}

export interface TaxMonth {
  readonly liabilities: readonly Liability[];
  readonly use: MonthUse;
  /** Purchases with paid money, without output tax, as in the books. */
  readonly revenuePaise: number;
}

/** `month` is `2026-11`. */
export async function readTaxMonth(db: Kysely<Database>, month: string): Promise<TaxMonth> {
  return readInSnapshot(db, {}, async (trx) => ({
    liabilities: await readLiabilities(trx, month),
    use: await readUse(trx, month),
    revenuePaise: await readRevenue(trx, month),
  }));
}

async function readRevenue(trx: Transaction<Database>, month: string): Promise<number> {
  const used = await readTaxedUse(trx, { from: `${month}-01`, to: `${month}-31` });
  return used.reduce((sum, { paidPaise, taxPaise }) => sum + paidPaise - taxPaise, 0);
}

type PartRow = Tax & { gstin: string; part: LiabilityPart; documents: number };

async function readLiabilities(trx: Transaction<Database>, month: string): Promise<Liability[]> {
  // An advance that is used or paid back in the month of its voucher lowers what was received.
  const { rows } = await sql<PartRow>`
    select d.gstin,
           case d.kind when 'tax-invoice' then 'invoices' else 'notes' end
             || case when d.recipient_gstin is null then '-b2c' else '-b2b' end as part,
           count(*)::int as documents, sum(d.taxable_paise)::bigint as "taxablePaise",
           sum(d.cgst_paise)::bigint as "cgstPaise", sum(d.cgst_paise)::bigint as "sgstPaise",
           sum(d.igst_paise)::bigint as "igstPaise"
      from document d
     where ${inMonth(month)} and d.kind in ('tax-invoice', 'credit-note')
     group by 1, 2
    union all
    select d.gstin, moved.part, count(distinct d.id)::int,
           sum(moved.sign * a.taxable_paise)::bigint, sum(moved.sign * a.cgst_paise)::bigint,
           sum(moved.sign * a.sgst_paise)::bigint, sum(moved.sign * a.igst_paise)::bigint
      from document d
      join document_advance a on a.document_id = d.id
      join document voucher on voucher.id = a.voucher_id
     cross join lateral (
       select case when a.amount_paise > 0 or substr(voucher.day, 1, 7) = ${month}
                then 'advances-received' else 'advances-adjusted' end as part,
              case when a.amount_paise > 0 or substr(voucher.day, 1, 7) = ${month}
                then 1 else -1 end as sign
     ) moved
     where ${inMonth(month)}
     group by 1, 2`.execute(trx);
  return [...Map.groupBy(rows, ({ gstin }) => gstin)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([gstin, all]) => {
      const parts = liabilityParts.map((part) => {
        const found = all.find((each) => each.part === part);
        return { part, documents: found?.documents ?? 0, ...addTax(noTax, found ?? noTax) };
      });
      const due = sumTax(
        parts.map((each) => addTax(noTax, lowering.includes(each.part) ? negateTax(each) : each)),
      );
      return { gstin, parts, due };
    });
}

type UseRow = {
  charged: number;
  refunded: number;
  notInvoiced: number;
  unregistered: number;
  taxable: number;
  tax: number;
  discount: number;
};

async function readUse(trx: Transaction<Database>, month: string): Promise<MonthUse> {
  const [from, until] = [month, addMonths(month, 1)].map((each) => new Date(startOfIstMonth(each)));
  // A refund belongs to the month of its event, as in the ledger, and not to the day of its note.
  const { rows } = await sql<UseRow>`
    with charged as (
      select -e.amount_paise as paise, s.gstin is not null as is_registered,
             e.seq > coalesce(p.invoiced_seq, 0) as is_open,
             -- Bonus credit paid the whole month.
             not exists (select from document d where d.wallet_id = e.wallet_id and d.gstin = s.gstin
                            and d.month = ${month}) as is_free
        from ledger_event e
        left join document_progress p on p.wallet_id = e.wallet_id
        left join supplier_setting_span s on e.recorded_at >= s.valid_from
         and (e.recorded_at < s.valid_until or s.valid_until is null)
       where e.kind in ('Charged', 'HoldCaptured') and e.amount_paise < 0
         and e.recorded_at >= ${from} and e.recorded_at < ${until}
    ), refunded as (
      select e.amount_paise as paise, s.gstin is not null as is_registered,
             note.id is null and (e.reverses_seq > coalesce(p.invoiced_seq, 0)
               or e.seq > coalesce(p.seq, 0)) as is_open,
             -- A refund of a charge that bonus credit paid has no note.
             note.id is null as is_free,
             note.taxable_paise as taxable, 2 * note.cgst_paise + note.igst_paise as tax,
             note.discount_paise as discount
        from ledger_event e
        join ledger_event charge on charge.wallet_id = e.wallet_id and charge.seq = e.reverses_seq
        left join supplier_setting_span s on charge.recorded_at >= s.valid_from
         and (charge.recorded_at < s.valid_until or s.valid_until is null)
        left join document_progress p on p.wallet_id = e.wallet_id
        left join document note on note.wallet_id = e.wallet_id and note.seq = e.seq
       where e.kind = 'ChargeRefunded' and e.recorded_at >= ${from} and e.recorded_at < ${until}
    ), invoiced as (
      select taxable_paise as taxable, 2 * cgst_paise + igst_paise as tax, discount_paise as discount
        from document where month = ${month}
      union all
      select -taxable, -tax, -discount from refunded where not is_free
      union all
      select 0, 0, paise from charged where is_registered and is_free and not is_open
      union all
      select 0, 0, -paise from refunded where is_registered and is_free and not is_open
    )
    select coalesce((select sum(paise) from charged), 0)::bigint as charged,
           coalesce((select sum(paise) from refunded), 0)::bigint as refunded,
           (coalesce((select sum(paise) from charged where is_registered and is_open), 0)
             - coalesce((select sum(paise) from refunded where is_registered and is_open), 0))::bigint
             as "notInvoiced",
           (coalesce((select sum(paise) from charged where not is_registered), 0)
             - coalesce((select sum(paise) from refunded where not is_registered), 0))::bigint
             as unregistered,
           coalesce((select sum(taxable) from invoiced), 0)::bigint as taxable,
           coalesce((select sum(tax) from invoiced), 0)::bigint as tax,
           coalesce((select sum(discount) from invoiced), 0)::bigint as discount`.execute(trx);
  const row = rows[0]!;
  return {
    usedPaise: row.charged - row.refunded,
    taxablePaise: row.taxable,
    taxPaise: row.tax,
    discountPaise: row.discount,
    notInvoicedPaise: row.notInvoiced,
    unregisteredPaise: row.unregistered,
  };
}

/** The ledger's use less the amounts that documents and open use explain; 0 if all agree. */
export function findDifference(use: MonthUse): number {
  const { usedPaise, taxablePaise, taxPaise, discountPaise } = use;
  const explained =
    taxablePaise + taxPaise + discountPaise + use.notInvoicedPaise + use.unregisteredPaise;
  return usedPaise - explained;
}
