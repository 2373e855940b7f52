/**
 * Vouchers and notes of single events, behind the write path and behind provenance, wallet by wallet: money
 * that came back, refunds, disputes, charges given back. A top-up usually has its voucher already
 * (`receipts.ts`).
 */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import {
  restoreAdvances,
  takeAdvances,
  type Advance,
  type AdvanceChange,
} from '@sachet/shared/tax/advances';
import { composeCreditNote, composeRefundVoucher } from '@sachet/shared/tax/compose';
import {
  DocumentContent,
  getSac,
  type Recipient,
  type SupplierSettings,
} from '@sachet/shared/tax/content';
import { findPortalFaults } from '@sachet/shared/tax/e-invoice';
import { hasLetter } from '@sachet/shared/tax/letters';
import { istDay } from '@sachet/shared/time';
import type { EventKind } from '@sachet/shared/ledger/event';
import { resolveNotices } from '../admin/notices.ts';
import type { Database } from '../tables.ts';
import { readAdvances } from './advances.ts';
import { issueInBatches, type Batches } from './batches.ts';
import { readClock } from './clock.ts';
import { correctRecipient, correctSupplier } from './corrections.ts';
import {
  draftReceipt,
  issueDocuments,
  toHeldSubject,
  type Draft,
  type LotAmount,
} from './issue.ts';
import { profileAt, readBillingProfiles, type DatedProfile } from './profiles.ts';
import { readSuppliers, supplierWithGstin, type DatedSupplier } from './suppliers.ts';

const walletsPerBatch = 100;

const credits: readonly EventKind[] = [
  'TopUpCredited',
  'GatewayCorrected',
  'RefundReturned',
  'DisputeWon',
];
const debits: readonly EventKind[] = ['TopUpRefunded', 'TopUpDisputed', 'GatewayCorrected'];

interface DocumentedEvent {
  readonly walletId: string;
  readonly seq: number;
  readonly kind: EventKind;
  readonly amountPaise: number;
  readonly balanceAfterPaise: number;
  readonly paymentId: string | null;
  readonly reversesSeq: number | null;
  readonly recordedAt: Date;
  readonly hasDocument: boolean;
}

interface EventMove {
  readonly walletId: string;
  readonly seq: number;
  readonly lotSeq: number;
  readonly takenSeq: number;
  readonly isPaid: boolean;
  readonly amountPaise: number;
}

interface LockedWallet {
  readonly walletId: string;
  readonly seq: number;
  readonly toSeq: number;
  readonly invoicedSeq: number;
}

export interface Facts {
  readonly suppliers: readonly DatedSupplier[];
  readonly profiles: readonly DatedProfile[];
  /** By wallet; replaced as documents are issued. */
  readonly advances: Map<string, Advance[]>;
  /** The database's clock: details that were corrected until then count. */
  readonly nowMs: number;
}

/**
 * Repeats until every event that provenance contains has its documents, up to the end of each wallet's first
 * month that is not invoiced. Returns how many wallets it advanced.
 */
export function issueForEvents(db: Kysely<Database>, batches: Batches): Promise<number> {
  const size = walletsPerBatch;
  return issueInBatches(db, { lock: lockWallets, issue: issueForWallets, size }, batches);
}

async function lockWallets(
  trx: Transaction<Database>,
  isWanted: RawBuilder<boolean>,
): Promise<LockedWallet[]> {
  await sql`
    insert into document_progress (wallet_id)
    select wallet_id from provenance_wallet p
     where p.seq > 0 and not exists (select from document_progress d where d.wallet_id = p.wallet_id)
     limit ${walletsPerBatch}
    on conflict do nothing`.execute(trx);
  // A month's documents are complete before the next month's begin: what an invoice uses depends on it.
  const { rows } = await sql<LockedWallet>`
    select d.wallet_id as "walletId", d.seq, least(p.seq, month.last_seq) as "toSeq",
           d.invoiced_seq as "invoicedSeq"
      from document_progress d join provenance_wallet p on p.wallet_id = d.wallet_id
     cross join lateral (
       select seq, date_trunc('month', recorded_at at time zone 'Asia/Kolkata') as starts
         from ledger_event where wallet_id = d.wallet_id and seq > d.invoiced_seq
        order by seq limit 1
     ) open
     cross join lateral (
       select e.seq as last_seq from ledger_event e
        where e.wallet_id = d.wallet_id and e.seq >= open.seq
          and e.recorded_at < (open.starts + interval '1 month') at time zone 'Asia/Kolkata'
        order by e.seq desc limit 1
     ) month
     where p.seq > d.seq and month.last_seq > d.seq and ${isWanted}
     order by d.wallet_id limit ${walletsPerBatch} for update of d skip locked`.execute(trx);
  return rows;
}

async function issueForWallets(
  trx: Transaction<Database>,
  wallets: readonly LockedWallet[],
): Promise<void> {
  if (wallets.length === 0) return;
  const suppliers = await readSuppliers(trx);
  if (suppliers.length > 0) {
    const ids = wallets.map(({ walletId }) => walletId);
    const events = await readEvents(trx, wallets);
    const moves = Map.groupBy(await readMoves(trx, events), toKey);
    const profiles = await readBillingProfiles(trx, ids);
    const advances = await readAdvances(trx, ids);
    const facts = { suppliers, profiles, advances, nowMs: await readClock(trx) };
    const invoicedSeq = new Map(wallets.map((each) => [each.walletId, each.invoicedSeq]));
    for (const event of events) {
      // A charge that is not invoiced yet gets its note with the invoice.
      if (event.hasDocument || (event.reversesSeq ?? 0) > invoicedSeq.get(event.walletId)!)
        continue;
      await issueForEvent(trx, facts, event, moves.get(toKey(event)) ?? []);
    }
  }
  await sql`
    update document_progress d set seq = done.seq
      from unnest(${wallets.map(({ walletId }) => walletId)}::text[],
                  ${wallets.map(({ toSeq }) => toSeq)}::bigint[]) as done (wallet_id, seq)
     where d.wallet_id = done.wallet_id`.execute(trx);
  const subjects = wallets.map(({ walletId }) => toHeldSubject({ walletId, month: null }));
  await resolveNotices(trx, { kind: 'document_held', subjects });
}

const toKey = ({ walletId, seq }: { walletId: string; seq: number }) => `${walletId} ${seq}`;

async function readEvents(
  trx: Transaction<Database>,
  wallets: readonly LockedWallet[],
): Promise<DocumentedEvent[]> {
  const { rows } = await sql<DocumentedEvent>`
    select e.wallet_id as "walletId", e.seq, e.kind, e.amount_paise as "amountPaise",
           e.balance_after as "balanceAfterPaise", e.payment_id as "paymentId", e.reverses_seq as "reversesSeq",
           e.recorded_at as "recordedAt",
           exists (select from document d where d.wallet_id = e.wallet_id and d.seq = e.seq)
             as "hasDocument"
      from unnest(${wallets.map(({ walletId }) => walletId)}::text[],
                  ${wallets.map(({ seq }) => seq)}::bigint[],
                  ${wallets.map(({ toSeq }) => toSeq)}::bigint[]) as w (id, from_seq, to_seq)
      join ledger_event e on e.wallet_id = w.id and e.seq > w.from_seq and e.seq <= w.to_seq
     where e.kind = any(${[...new Set([...credits, ...debits, 'ChargeRefunded'])]}::text[])
     order by e.wallet_id, e.seq`.execute(trx);
  return rows;
}

async function readMoves(
  trx: Transaction<Database>,
  events: readonly { walletId: string; seq: number }[],
): Promise<EventMove[]> {
  const { rows } = await sql<EventMove>`
    select m.wallet_id as "walletId", m.seq, m.lot_seq as "lotSeq", m.taken_seq as "takenSeq",
           m.is_paid as "isPaid", m.amount_paise as "amountPaise"
      from unnest(${events.map(({ walletId }) => walletId)}::text[],
                  ${events.map(({ seq }) => seq)}::bigint[]) as e (wallet_id, seq)
      join provenance_move m on m.wallet_id = e.wallet_id and m.seq = e.seq
     order by m.wallet_id, m.seq, m.ordinal`.execute(trx);
  return rows;
}

async function issueForEvent(
  trx: Transaction<Database>,
  facts: Facts,
  event: DocumentedEvent,
  moves: readonly EventMove[],
): Promise<void> {
  if (event.kind === 'ChargeRefunded') return issueCreditNote(trx, facts, event, moves);
  if (event.amountPaise < 0) return issueRefundVouchers(trx, facts, event, moves);
  const credit = { ...event, recordedAtMs: event.recordedAt.getTime() };
  const draft = draftReceipt(facts, credit, toFilledLots(event, moves));
  if (draft) await issue(trx, facts, draft, null);
}

/** The lots that a credit filled: its own, or those that it gave back to, without the debts that it paid. */
function toFilledLots(
  { kind, seq, amountPaise }: DocumentedEvent,
  moves: readonly EventMove[],
): LotAmount[] {
  const lots = new Map<number, number>();
  if (kind === 'TopUpCredited' || kind === 'GatewayCorrected') lots.set(seq, amountPaise);
  for (const { lotSeq, amountPaise: moved, isPaid } of moves) {
    if (isPaid) lots.set(lotSeq, (lots.get(lotSeq) ?? 0) - moved);
  }
  return [...lots].map(([lotSeq, paise]) => ({ lotSeq, amountPaise: paise }));
}

/** One for each registration that had received the money: usually one. */
async function issueRefundVouchers(
  trx: Transaction<Database>,
  facts: Facts,
  event: DocumentedEvent,
  moves: readonly EventMove[],
): Promise<void> {
  const { walletId, seq, paymentId, recordedAt } = event;
  let wanted: LotAmount[] = moves
    .filter(({ isPaid, takenSeq, amountPaise }) => isPaid && takenSeq === seq && amountPaise > 0)
    .map(({ lotSeq, amountPaise }) => ({ lotSeq, amountPaise }));
  const registrations = new Set((facts.advances.get(walletId) ?? []).map(({ gstin }) => gstin));
  for (const gstin of registrations) {
    const change = takeAdvances(facts.advances.get(walletId) ?? [], gstin, wanted);
    const supplier = supplierWithGstin(facts.suppliers, gstin, recordedAt.getTime());
    if (change.parts.length === 0 || !supplier) continue;
    const recipient = profileAt(facts.profiles, walletId, recordedAt.getTime());
    const day = istDay(recordedAt.getTime());
    const letter = hasLetter(facts.suppliers, { gstin, day });
    const content = composeRefundVoucher(
      { supplier: supplier.settings, recipient, day, hasLetter: letter },
      { parts: change.parts, paymentId },
    );
    const draft = { walletId, supplier, content, moves: change.moves, seq };
    await issue(trx, facts, { ...draft, month: null, againstId: null }, change);
    wanted = wanted.map(({ lotSeq, amountPaise }) => ({
      lotSeq,
      amountPaise: change.moves
        .filter((move) => move.lotSeq === lotSeq)
        .reduce((rest, move) => rest + move.amountPaise, amountPaise),
    }));
  }
}

interface InvoiceLine {
  readonly id: number;
  readonly number: string;
  readonly gstin: string;
  readonly content: string;
  readonly item: string;
  readonly chargePaise: number;
  readonly settingsId: number;
  readonly rateBasisPoints: number;
  readonly isInMonth: boolean;
}

async function issueCreditNote(
  trx: Transaction<Database>,
  facts: Facts,
  event: DocumentedEvent,
  moves: readonly EventMove[],
): Promise<void> {
  const { walletId, seq, reversesSeq, amountPaise, recordedAt } = event;
  const invoice = await findInvoice(trx, event);
  // The charge was made without a registration.
  if (!invoice) return;
  const content = DocumentContent.parse(JSON.parse(invoice.content));
  const isZeroRated = content.supplyType === 'sez-without-payment';
  const ofCharge = content.lines.filter(
    ({ item, unitPaise, rateBasisPoints }) =>
      item === invoice.item &&
      unitPaise === invoice.chargePaise &&
      // A zero-rated line has the rate 0.
      (rateBasisPoints === invoice.rateBasisPoints || isZeroRated),
  );
  // Several differ by their SAC. Of one, the usual code of a tool may have changed since the invoice.
  const { settings } = facts.suppliers.find(({ id }) => id === invoice.settingsId)!;
  const found = ofCharge.find(({ sac }) => sac === getSac(settings, invoice.item)) ?? ofCharge[0];
  if (!found) throw new Error(`${invoice.number} has no line for the charge ${reversesSeq}`);
  const line = content.lines.indexOf(found);
  const supplier = supplierWithGstin(facts.suppliers, invoice.gstin, recordedAt.getTime())!;
  // A refund of the same month is older than the invoice.
  const day = [istDay(recordedAt.getTime()), content.day].toSorted().at(-1)!;
  const discountPaise = moves
    .filter((move) => move.takenSeq === reversesSeq && !move.isPaid)
    .reduce((sum, move) => sum - move.amountPaise, 0);
  // The customer paid nothing for this charge, so there is no amount to give back.
  if (discountPaise === amountPaise) return;
  // In the month of the charge, the invoice has not counted this money as used.
  const restored = invoice.isInMonth ? [] : toFilledLots(event, moves);
  const change = restoreAdvances(facts.advances.get(walletId) ?? [], invoice.gstin, restored);
  const creditedPaise = await readCredited(trx, invoice.id, line);
  const compose = (settings: SupplierSettings, recipient: Recipient) =>
    composeCreditNote(
      { supplier: settings, day },
      {
        amountPaise,
        discountPaise,
        invoice: { number: invoice.number, content: { ...content, recipient } },
        line,
        creditedPaise,
      },
      change.parts,
    );
  const dated = compose(supplier.settings, content.recipient);
  // A note that the portal would refuse is issued with the details that were corrected since. The other party's
  // stay: a person who was erased has none.
  const faults = findPortalFaults(dated);
  const isAtFault = (party: string) => faults.some((field) => field.startsWith(party));
  const now = supplierWithGstin(facts.suppliers, invoice.gstin, facts.nowMs)!;
  const note = compose(
    isAtFault('SellerDtls') ? correctSupplier(supplier.settings, now.settings) : supplier.settings,
    isAtFault('BuyerDtls')
      ? correctRecipient(content.recipient, profileAt(facts.profiles, walletId, facts.nowMs))
      : content.recipient,
  );
  const draft = { walletId, supplier, content: note, moves: change.moves, seq, month: null };
  await issue(trx, facts, { ...draft, againstId: invoice.id }, change);
}

/** The invoice that contains the refunded charge. */
async function findInvoice(
  trx: Transaction<Database>,
  { walletId, seq, reversesSeq }: DocumentedEvent,
): Promise<InvoiceLine | undefined> {
  const { rows } = await sql<InvoiceLine>`
    select d.id, d.number, d.gstin, d.content, substr(charge.counter_account, 9) as item,
           -charge.amount_paise as "chargePaise",
           s.id as "settingsId",
           (s.settings->>'rateBasisPoints')::int as "rateBasisPoints",
           to_char(refund.recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM') = d.month as "isInMonth"
      from ledger_event charge
      join ledger_event refund on refund.wallet_id = charge.wallet_id and refund.seq = ${seq}
      join supplier_setting s on s.id = supplier_setting_at(charge.recorded_at)
      join document d on d.wallet_id = charge.wallet_id and d.gstin = s.gstin
       and d.month = to_char(charge.recorded_at at time zone 'Asia/Kolkata', 'YYYY-MM')
     where charge.wallet_id = ${walletId} and charge.seq = ${reversesSeq}`.execute(trx);
  return rows[0];
}

/** The net amount of an invoice's line that earlier notes have given back. */
async function readCredited(
  trx: Transaction<Database>,
  invoiceId: number,
  line: number,
): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from document
     where against_id = ${invoiceId}
       and (content::jsonb #>> '{against,line}')::int = ${line}`.execute(trx);
  return rows[0]!.paise;
}

/** The notes of these wallets' refunds whose charges are in the invoices that were just issued. */
export async function issueLateCreditNotes(
  trx: Transaction<Database>,
  facts: Facts,
  spans: readonly { walletId: string; fromSeq: number; toSeq: number; seq: number }[],
): Promise<void> {
  const { rows: events } = await sql<DocumentedEvent>`
    select e.wallet_id as "walletId", e.seq, e.kind, e.amount_paise as "amountPaise",
           e.balance_after as "balanceAfterPaise", e.payment_id as "paymentId", e.reverses_seq as "reversesSeq",
           e.recorded_at as "recordedAt", false as "hasDocument"
      from unnest(${spans.map(({ walletId }) => walletId)}::text[],
                  ${spans.map(({ fromSeq }) => fromSeq)}::bigint[],
                  ${spans.map(({ toSeq }) => toSeq)}::bigint[],
                  ${spans.map(({ seq }) => seq)}::bigint[]) as w (id, from_seq, to_seq, seq)
      join ledger_event e on e.wallet_id = w.id and e.reverses_seq > w.from_seq
       and e.reverses_seq <= w.to_seq and e.seq <= w.seq
     order by e.wallet_id, e.seq`.execute(trx);
  if (events.length === 0) return;
  const moves = Map.groupBy(await readMoves(trx, events), toKey);
  for (const event of events) {
    await issueCreditNote(trx, facts, event, moves.get(toKey(event)) ?? []);
  }
}

async function issue(
  trx: Transaction<Database>,
  facts: Facts,
  draft: Draft,
  change: AdvanceChange | null,
): Promise<void> {
  await issueDocuments(trx, [draft]);
  if (change) {
    facts.advances.set(draft.walletId, [...change.left]);
  } else if (draft.moves.length > 0) {
    const fresh = await readAdvances(trx, [draft.walletId]);
    facts.advances.set(draft.walletId, fresh.get(draft.walletId) ?? []);
  }
}
