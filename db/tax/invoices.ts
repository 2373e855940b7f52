/**
 * Tax invoices: one per wallet, month and registration, for everything that the wallet used in that month in
 * India. Issued once the month is over and provenance contains it, because bonus credit is a discount.
 */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { takeAdvances } from '@sachet/shared/tax/advances';
import { composeInvoice, type UsedLine } from '@sachet/shared/tax/compose';
import { type BillingProfile, getSac, type SupplierSettings } from '@sachet/shared/tax/content';
import { findPortalFaults } from '@sachet/shared/tax/e-invoice';
import { hasLetter } from '@sachet/shared/tax/letters';
import {
  addMonths,
  istMonth,
  lastDayOfMonth,
  minuteMs,
  startOfIstMonth,
} from '@sachet/shared/time';
import { renewNotice, resolveNotices } from '../admin/notices.ts';
import type { Database } from '../tables.ts';
import { readAdvances } from './advances.ts';
import { issueInBatches, type Batches } from './batches.ts';
import { readClock } from './clock.ts';
import { issueForClosings } from './closings.ts';
import { correctRecipient, correctSupplier } from './corrections.ts';
import { issueForEvents, issueLateCreditNotes, type Facts } from './events.ts';
import {
  HeldDocument,
  issueDocuments,
  toHeldSubject,
  type Draft,
  type LotAmount,
} from './issue.ts';
import { profileAt, readBillingProfiles } from './profiles.ts';
import { readSuppliers, supplierWithGstin, type DatedSupplier } from './suppliers.ts';

const walletsPerBatch = 200;

/** A transaction that recorded an event before midnight has ended by then. */
const graceMs = 10 * minuteMs;

/**
 * Issues the invoices of each wallet's first month that is not invoiced, if it has ended, then the notes of its
 * charges that were refunded in the meantime. Returns how many wallets it advanced.
 */
async function issueInvoices(db: Kysely<Database>, batches: Batches): Promise<number> {
  const nowMs = await readClock(db);
  const end = new Date(startOfIstMonth(istMonth(nowMs - graceMs)));
  const lastMonth = istMonth(end.getTime() - 1);
  return issueInBatches(
    db,
    {
      lock: (trx, isWanted) => lockSpans(trx, { end, lastMonth, isWanted }),
      issue: (trx, spans) => invoiceSpans(trx, spans, nowMs),
      size: walletsPerBatch,
    },
    batches,
  );
}

/** Issues everything that is due: month by month, if several have ended. Nothing while a restore is not recorded. */
export async function issueDueDocuments(
  db: Kysely<Database>,
  failed: (error: unknown, walletId: string) => void,
): Promise<void> {
  const { rows } = await sql<{ mark: string | null }>`select pending_restore() as mark`.execute(db);
  if (rows[0]!.mark !== null) return;
  const held: HeldDocument[] = [];
  const batches = {
    broken: new Set<string>(),
    failed(error: unknown, walletId: string) {
      if (error instanceof HeldDocument) held.push(error);
      else failed(error, walletId);
    },
  };
  while ((await issueForEvents(db, batches)) + (await issueInvoices(db, batches)) > 0);
  await issueForClosings(db, batches);
  for (const { walletId, month, fields } of held) {
    const data = { walletId, month, fields: [...fields] };
    await renewNotice(db, { kind: 'document_held', data }, toHeldSubject({ walletId, month }));
  }
}

interface Span {
  readonly walletId: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  /** `2026-10`: the wallet is invoiced up to the end of this month. */
  readonly month: string;
  /** Vouchers and notes are issued up to this event. */
  readonly seq: number;
}

/** The events of a month that has ended; none for a wallet without events before `end`. */
async function lockSpans(
  trx: Transaction<Database>,
  { end, lastMonth, isWanted }: { end: Date; lastMonth: string; isWanted: RawBuilder<boolean> },
): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select d.wallet_id as "walletId", d.invoiced_seq as "fromSeq", d.seq,
           coalesce(month.last_seq, d.invoiced_seq) as "toSeq",
           coalesce(to_char(open.starts, 'YYYY-MM'), ${lastMonth}) as month
      from document_progress d
      join provenance_wallet p on p.wallet_id = d.wallet_id
      left join lateral (
        select seq, date_trunc('month', recorded_at at time zone 'Asia/Kolkata') as starts
          from ledger_event
         where wallet_id = d.wallet_id and seq > d.invoiced_seq and recorded_at < ${end}
         order by seq limit 1
      ) open on true
      left join lateral (
        select e.seq as last_seq from ledger_event e
         where e.wallet_id = d.wallet_id and e.seq >= open.seq
           and e.recorded_at < (open.starts + interval '1 month') at time zone 'Asia/Kolkata'
         order by e.seq desc limit 1
      ) month on true
     where d.invoiced_month < ${lastMonth} and ${isWanted}
       and least(p.seq, d.seq) >= coalesce(month.last_seq, d.invoiced_seq)
     order by d.wallet_id limit ${walletsPerBatch} for update of d skip locked`.execute(trx);
  return rows;
}

async function invoiceSpans(
  trx: Transaction<Database>,
  spans: readonly Span[],
  nowMs: number,
): Promise<void> {
  if (spans.length === 0) return;
  const suppliers = await readSuppliers(trx);
  const ids = spans.map(({ walletId }) => walletId);
  if (suppliers.some(({ settings }) => settings.gstin !== null)) {
    const profiles = await readBillingProfiles(trx, ids);
    const facts: Facts = { suppliers, profiles, advances: await readAdvances(trx, ids), nowMs };
    const use = await readUse(trx, spans);
    const owed = await readOwed(trx, spans);
    await issueDocuments(trx, draftInvoices(facts, use, owed));
    await issueLateCreditNotes(trx, facts, spans);
  }
  await sql`
    update document_progress d set invoiced_seq = done.seq, invoiced_month = done.month
      from unnest(${ids}::text[], ${spans.map(({ toSeq }) => toSeq)}::bigint[],
                  ${spans.map(({ month }) => month)}::text[]) as done (wallet_id, seq, month)
     where d.wallet_id = done.wallet_id`.execute(trx);
  const subjects = spans.flatMap(({ walletId, month }) => [
    toHeldSubject({ walletId, month }),
    // The notes of its charges.
    toHeldSubject({ walletId, month: null }),
  ]);
  await resolveNotices(trx, { kind: 'document_held', subjects });
}

interface UseRow {
  readonly walletId: string;
  readonly month: string;
  readonly settingsId: number;
  /** Null in a row about a lot. */
  readonly item: string | null;
  readonly unitPaise: number;
  readonly quantity: number;
  readonly discountPaise: number;
  readonly lotSeq: number | null;
  readonly lotPaise: number;
}

/** The charges of these spans by price, and the paid lots that they used in their own month. */
async function readUse(trx: Transaction<Database>, spans: readonly Span[]): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    with charge as materialized (
      select e.wallet_id, e.seq, w.to_seq, s.id as settings_id,
             to_char(e.recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month,
             substr(e.counter_account, 9) as item, -e.amount_paise as unit
        from unnest(${spans.map(({ walletId }) => walletId)}::text[],
                    ${spans.map(({ fromSeq }) => fromSeq)}::bigint[],
                    ${spans.map(({ toSeq }) => toSeq)}::bigint[]) as w (id, from_seq, to_seq)
        join ledger_event e on e.wallet_id = w.id and e.seq > w.from_seq and e.seq <= w.to_seq
        join supplier_setting_span s on e.recorded_at >= s.valid_from
         and (e.recorded_at < s.valid_until or s.valid_until is null)
       where e.kind in ('Charged', 'HoldCaptured') and e.amount_paise < 0 and s.gstin is not null
    ), move as (
      select c.*, m.lot_seq, m.is_paid, m.amount_paise
        from charge c join provenance_move m
          on m.wallet_id = c.wallet_id and m.seq = c.seq and m.taken_seq = c.seq
    ), given_back as (
      -- Back in the same month: the lot was not used after all, unless it paid a debt immediately.
      select c.*, m.lot_seq, m.amount_paise
        from charge c
        join ledger_event e on e.wallet_id = c.wallet_id and e.reverses_seq = c.seq
         and e.seq <= c.to_seq
         and to_char(e.recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM') = c.month
        join provenance_move m on m.wallet_id = e.wallet_id and m.seq = e.seq and m.is_paid
    ), lot as (
      select wallet_id, month, settings_id, lot_seq, amount_paise from move where is_paid
      union all
      select wallet_id, month, settings_id, lot_seq, amount_paise from given_back
    ), bonus as (
      select wallet_id, seq, sum(amount_paise) as paise from move where not is_paid group by 1, 2
    )
    select wallet_id as "walletId", month, settings_id as "settingsId", item, unit as "unitPaise",
           count(*)::int as quantity, coalesce(sum(bonus.paise), 0)::bigint as "discountPaise",
           null as "lotSeq", 0::bigint as "lotPaise"
      from charge left join bonus using (wallet_id, seq) group by 1, 2, 3, 4, 5
    union all
    select wallet_id, month, settings_id, null, 0, 0, 0, lot_seq, sum(amount_paise)::bigint
      from lot group by wallet_id, month, settings_id, lot_seq
     order by "walletId", month, item, "unitPaise", "settingsId", "lotSeq"`.execute(trx);
  return rows;
}

/** Changes `facts.advances`: each invoice uses what the previous ones left. */
function draftInvoices(
  facts: Facts,
  use: readonly UseRow[],
  owed: ReadonlyMap<string, number>,
): Draft[] {
  const suppliers = new Map(facts.suppliers.map((supplier) => [supplier.id, supplier]));
  const gstinOf = ({ settingsId }: UseRow) => suppliers.get(settingsId)!.settings.gstin!;
  const groups = Map.groupBy(use, (row) => `${row.walletId} ${row.month} ${gstinOf(row)}`);
  const drafts = [...groups.values()].map((rows): Draft => {
    const { walletId, month } = rows[0]!;
    const gstin = gstinOf(rows[0]!);
    // A new address in the middle of a month is the one on its invoice.
    const settingsIds = new Set(rows.map(({ settingsId }) => settingsId));
    const supplier = facts.suppliers.findLast(({ id }) => settingsIds.has(id))!;
    const recipient = profileAt(facts.profiles, walletId, startOfIstMonth(addMonths(month, 1)) - 1);
    const advances = facts.advances.get(walletId) ?? [];
    const change = takeAdvances(advances, gstin, sumLots(rows));
    facts.advances.set(walletId, [...change.left]);
    // Rule 47 allows 30 days from the use. The month's last day is also in the month of the return.
    const day = lastDayOfMonth(month);
    const letter = hasLetter(facts.suppliers, { gstin, day });
    const compose = (settings: SupplierSettings, billed: BillingProfile) =>
      composeInvoice(
        { supplier: settings, recipient: billed, day, hasLetter: letter },
        toLines(rows, suppliers),
        {
          advances: change.parts,
          period: { from: `${month}-01`, to: day },
          owedPaise: owed.get(walletId) ?? 0,
        },
      );
    const dated = compose(supplier.settings, recipient);
    // An invoice that the portal would refuse is issued with the details that were corrected since.
    const content =
      findPortalFaults(dated).length === 0
        ? dated
        : compose(
            correctSupplier(
              supplier.settings,
              supplierWithGstin(facts.suppliers, gstin, facts.nowMs)!.settings,
            ),
            correctRecipient(recipient, profileAt(facts.profiles, walletId, facts.nowMs)),
          );
    return { walletId, supplier, content, moves: change.moves, seq: null, month, againstId: null };
  });
  // A wallet that used nothing but bonus credit supplied nothing taxable.
  return drafts.filter(({ content }) => content.totals.totalPaise > 0);
}

/** The debt of each wallet after the last event of its span; wallets without a debt are missing. */
async function readOwed(
  trx: Transaction<Database>,
  spans: readonly Span[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ walletId: string; owedPaise: number }>`
    select e.wallet_id as "walletId", -e.balance_after as "owedPaise"
      from unnest(${spans.map(({ walletId }) => walletId)}::text[],
                  ${spans.map(({ toSeq }) => toSeq)}::bigint[]) as w (id, to_seq)
      join ledger_event e on e.wallet_id = w.id and e.seq = w.to_seq
     where e.balance_after < 0`.execute(trx);
  return new Map(rows.map(({ walletId, owedPaise }) => [walletId, owedPaise]));
}

function sumLots(rows: readonly UseRow[]): LotAmount[] {
  const lots = new Map<number, number>();
  for (const { lotSeq, lotPaise } of rows) {
    if (lotSeq !== null) lots.set(lotSeq, (lots.get(lotSeq) ?? 0) + lotPaise);
  }
  return [...lots]
    .toSorted(([a], [b]) => a - b)
    .map(([lotSeq, amountPaise]) => ({ lotSeq, amountPaise }));
}

/** Settings of the same rate and SAC share a line. */
function toLines(
  rows: readonly UseRow[],
  suppliers: ReadonlyMap<number, DatedSupplier>,
): UsedLine[] {
  const lines = new Map<string, UsedLine>();
  for (const { item, settingsId, unitPaise, quantity, discountPaise } of rows) {
    if (item === null) continue;
    const { settings } = suppliers.get(settingsId)!;
    const { rateBasisPoints } = settings;
    const sac = getSac(settings, item);
    const key = `${item} ${unitPaise} ${sac} ${rateBasisPoints}`;
    const known = lines.get(key) ?? {
      item,
      sac,
      rateBasisPoints,
      unitPaise,
      quantity: 0,
      discountPaise: 0,
    };
    lines.set(key, {
      ...known,
      quantity: known.quantity + quantity,
      discountPaise: known.discountPaise + discountPaise,
    });
  }
  return [...lines.values()];
}
