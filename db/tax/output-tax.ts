/** The output tax in the figures of the books: of purchases, of money that is kept, and of each day's documents. */
import { sql, type Transaction } from 'kysely';
import type { Advance } from '@sachet/shared/tax/advances';
import { taxUse, type DocumentedUse, type TaxedUse } from '@sachet/shared/tax/output-tax';
import { noTax, pickTax, taxOfPart, type Tax } from '@sachet/shared/tax/tax';
import { dayMs, istZone, startOfIstDay } from '@sachet/shared/time';
import { isRareKind } from '../ledger/history/filter.ts';
import type { Database } from '../tables.ts';
import { readAdvances } from './advances.ts';
import { readClock } from './clock.ts';
import { readSuppliers, supplierAt, type DatedSupplier } from './suppliers.ts';

interface Days {
  readonly from: string;
  /** Included. */
  readonly to: string;
}

/** Purchases with paid money by day and account, and their output tax, less refunds. */
export async function readTaxedUse(
  trx: Transaction<Database>,
  { from, to }: Days,
): Promise<TaxedUse[]> {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  const suppliers = new Map((await readSuppliers(trx)).map((each) => [each.id, each.settings]));
  const { rows } = await sql<UsedRow>`
    select day, account, paid_paise as "paidPaise", settings_id as "settingsId"
      from provenance_used where day between ${`${first}-01`} and ${`${last}-31`}
     order by day, account, settings_id`.execute(trx);
  const used = rows.map(({ settingsId, ...row }) => {
    const settings = suppliers.get(settingsId);
    const { gstin = null, rateBasisPoints = 0 } = settings ?? {};
    return { ...row, terms: gstin === null ? null : { gstin, rateBasisPoints } };
  });
  const { rows: documented } = await sql<DocumentedUse>`
    select month, gstin, 'revenue:' || item as account, net_paise as "netPaise",
           tax_paise as "taxPaise"
      from document_used where month between ${first} and ${last}`.execute(trx);
  return taxUse(used, documented).filter(({ day }) => from <= day && day <= to);
}

interface UsedRow {
  readonly day: string;
  readonly account: string;
  readonly paidPaise: number;
  readonly settingsId: number;
}

/** Advances that nothing will use or pay back: the tax on them stays paid. */
export interface KeptAdvance {
  readonly day: string;
  /** Left in a closed wallet, or taken by an admin. */
  readonly why: 'forfeited' | 'adjusted';
  readonly gstin: string;
  readonly taxPaise: number;
}

interface KeptRow {
  readonly day: string;
  readonly walletId: string;
  readonly lotSeq: number;
  readonly isForfeited: boolean;
  readonly paise: number;
}

/** Before the wallet's last invoice, other vouchers may count as kept for a while. */
export async function readKeptAdvances(
  trx: Transaction<Database>,
  { from, to }: Days,
): Promise<KeptAdvance[]> {
  // Earlier days too: which part of a voucher is kept depends on what was kept before.
  const { rows } = await sql<KeptRow>`
    select to_char(e.recorded_at at time zone ${istZone}, 'YYYY-MM-DD') as day,
           e.wallet_id as "walletId", m.lot_seq as "lotSeq",
           m.purpose = 'unclaimed' as "isForfeited", sum(m.amount_paise)::bigint as paise
      from ledger_event e
      join provenance_move m on m.wallet_id = e.wallet_id and m.seq = e.seq and m.taken_seq = e.seq
     where e.kind in ('WalletCleared', 'AdjustedByAdmin') and ${isRareKind} and m.is_paid
       and e.recorded_at < ${endOf(to)}
     group by e.wallet_id, e.seq, e.recorded_at, m.lot_seq, m.purpose
     order by e.wallet_id, e.seq, m.lot_seq`.execute(trx);
  const wallets = [...new Set(rows.map(({ walletId }) => walletId))];
  const advances = await readAdvances(trx, wallets);
  const present = supplierAt(await readSuppliers(trx), await readClock(trx))?.settings.gstin;
  /** Paise kept of a voucher's lot so far. */
  const kept = new Map<Advance, number>();
  return rows
    .flatMap(({ day, walletId, lotSeq, isForfeited, paise }) => {
      let rest = paise;
      const ofLot = (advances.get(walletId) ?? []).filter((each) => each.lotSeq === lotSeq);
      const [atPresent, atEarlier] = partition(ofLot, ({ gstin }) => gstin === present);
      // Earlier registrations have no more use; use and refunds take the oldest voucher of the present one first.
      return [...atEarlier, ...atPresent.toReversed()].map((advance): KeptAdvance => {
        const before = kept.get(advance) ?? 0;
        const part = Math.min(rest, advance.leftPaise - before);
        rest -= part;
        kept.set(advance, before + part);
        const { taxablePaise } = taxOfPart(before + part, before, advance);
        const why = isForfeited ? 'forfeited' : 'adjusted';
        return { day, why, gstin: advance.gstin, taxPaise: part - taxablePaise };
      });
    })
    .filter(({ day, taxPaise }) => from <= day && taxPaise !== 0);
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const endOf = (day: string): Date => new Date(startOfIstDay(day) + dayMs);

/** The tax that a day's documents make due: as in the return of their month. */
export interface DocumentedDay {
  readonly day: string;
  readonly gstin: string;
  /** Of invoices less credit notes. */
  readonly sales: Tax;
  /** Of advances received or restored, less those used or paid back. */
  readonly advances: Tax;
}

export async function readDocumentedDays(
  trx: Transaction<Database>,
  { from, to }: Days,
): Promise<DocumentedDay[]> {
  const { rows } = await sql<Tax & { day: string; gstin: string; isAdvance: boolean }>`
    select d.day, d.gstin, false as "isAdvance", sum(signed * d.taxable_paise)::bigint as "taxablePaise",
           sum(signed * d.cgst_paise)::bigint as "cgstPaise",
           sum(signed * d.cgst_paise)::bigint as "sgstPaise",
           sum(signed * d.igst_paise)::bigint as "igstPaise"
      from document d cross join lateral (select case d.kind when 'tax-invoice' then 1 else -1 end as signed) s
     where d.day between ${from} and ${to} and d.kind in ('tax-invoice', 'credit-note')
     group by d.day, d.gstin
    union all
    select d.day, d.gstin, true, sum(a.taxable_paise)::bigint, sum(a.cgst_paise)::bigint,
           sum(a.sgst_paise)::bigint, sum(a.igst_paise)::bigint
      from document d join document_advance a on a.document_id = d.id
     where d.day between ${from} and ${to}
     group by d.day, d.gstin`.execute(trx);
  const groups = Map.groupBy(rows, ({ day, gstin }) => `${day} ${gstin}`);
  return [...groups.values()].map((parts) => {
    const pick = (wanted: boolean): Tax => {
      const found = parts.find(({ isAdvance }) => isAdvance === wanted);
      return found ? pickTax(found) : noTax;
    };
    const { day, gstin } = parts[0]!;
    return { day, gstin, sales: pick(false), advances: pick(true) };
  });
}

/** Whether the supplier has a registration at the end of a day: then the GST on the gateway's fees is recoverable. */
export const isRegisteredOn = (suppliers: readonly DatedSupplier[], day: string): boolean =>
  (supplierAt(suppliers, endOf(day).getTime() - 1)?.settings.gstin ?? null) !== null;
