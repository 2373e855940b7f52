/** Turns a composed document into the statement that issues it (`issue_document`, `db/migrations`). */
import { sql, type CompiledQuery, type Kysely } from 'kysely';
import type { AdvanceMove } from '@sachet/shared/documents/advances';
import { toCanonicalJson } from '@sachet/shared/documents/canonical';
import { composeReceipt } from '@sachet/shared/documents/compose';
import type { DocumentContent } from '@sachet/shared/documents/content';
import { financialYear } from '@sachet/shared/documents/series';
import { istDay } from '@sachet/shared/ledger/calendar';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { pickTax } from '@sachet/shared/documents/tax';
import type { Database } from '../tables.ts';
import { profileAt, readProfiles, type DatedProfile } from './profiles.ts';
import { readSuppliers, supplierAt, type DatedSupplier } from './suppliers.ts';

/** A change of an advance; without `voucherId`, the document itself is the voucher. */
type DraftMove = Omit<AdvanceMove, 'voucherId'> & { readonly voucherId: number | null };

export interface Draft {
  readonly walletId: string;
  readonly supplier: DatedSupplier;
  readonly content: DocumentContent;
  readonly moves: readonly DraftMove[];
  readonly seq: number | null;
  readonly month: string | null;
  readonly againstId: number | null;
}

function toRow({ walletId, supplier, content, moves, seq, month, againstId }: Draft): string {
  const { kind, day, totals } = content;
  return JSON.stringify({
    walletId,
    settingsId: supplier.id,
    kind,
    prefix: supplier.settings.prefixes[kind],
    year: financialYear(day),
    gstin: kind === 'receipt' ? null : supplier.settings.gstin,
    day,
    amountPaise: totals.totalPaise,
    content: toCanonicalJson(content),
    moves,
    seq,
    month,
    againstId,
  });
}

/** In order. One that exists already is not issued again. */
export async function issueDocuments(
  db: Kysely<Database>,
  drafts: readonly Draft[],
): Promise<void> {
  if (drafts.length === 0) return;
  await sql`
    select issue_document(draft)
      from unnest(${drafts.map(toRow)}::jsonb[]) with ordinality as d (draft, place)
     order by place`.execute(db);
}

/** Supplier and payer for the receipt of a payment, read before the payment is credited. */
export interface ReceiptParties {
  readonly suppliers: readonly DatedSupplier[];
  readonly profiles: readonly DatedProfile[];
}

export async function readReceiptParties(
  db: Kysely<Database>,
  walletId: string,
): Promise<ReceiptParties> {
  return { suppliers: await readSuppliers(db), profiles: await readProfiles(db, [walletId]) };
}

/**
 * The statement that issues the receipt of a credited payment, to commit with the event. It issues nothing if
 * the settings changed since they were read: the worker does (`issueForEvents`).
 */
export function receiptStatements(
  db: Kysely<Database>,
  parties: ReceiptParties,
  event: LedgerEvent,
): CompiledQuery[] {
  try {
    const draft = draftReceipt(parties, event, toOwnLot(event));
    if (!draft) return [];
    const at = new Date(event.recordedAtMs);
    return [
      // Settings that are being stored have begun before this event, and are not visible yet.
      sql`select pg_advisory_xact_lock(hashtext('sachet.documents'))`.compile(db),
      sql`select issue_document(${toRow(draft)}::jsonb)
           where supplier_setting_at(${at}) = ${draft.supplier.id}`.compile(db),
    ];
  } catch {
    // A fault in a document must not keep a payment from being credited; the worker reports it.
    return [];
  }
}

export interface LotAmount {
  readonly lotSeq: number;
  readonly amountPaise: number;
}

/** The part of a credit that pays no debt, as its own lot. */
function toOwnLot({ seq, amountPaise, balanceAfterPaise }: LedgerEvent): LotAmount[] {
  const paidDebt = Math.min(amountPaise, Math.max(0, amountPaise - balanceAfterPaise));
  return [{ lotSeq: seq, amountPaise: amountPaise - paidDebt }];
}

type CreditEvent = Pick<LedgerEvent, 'walletId' | 'seq' | 'kind' | 'recordedAtMs' | 'paymentId'> & {
  readonly amountPaise: number;
};

/**
 * The document of money that arrived and went into these lots; undefined if none is due. A receipt without tax
 * confirms the whole payment, a receipt voucher only the part that is an advance.
 */
export function draftReceipt(
  { suppliers, profiles }: ReceiptParties,
  { walletId, seq, kind, amountPaise, recordedAtMs, paymentId }: CreditEvent,
  lots: readonly LotAmount[],
): Draft | undefined {
  const supplier = supplierAt(suppliers, recordedAtMs);
  if (!supplier) return undefined;
  const { settings } = supplier;
  const isAdvance = settings.gstin !== null && settings.model === 'advance';
  const filled = lots.filter((lot) => lot.amountPaise > 0);
  const amountsPaise = isAdvance ? filled.map((lot) => lot.amountPaise) : [amountPaise];
  if (amountsPaise.length === 0 || (!isAdvance && kind !== 'TopUpCredited')) return undefined;
  const recipient = profileAt(profiles, walletId, recordedAtMs);
  const day = istDay(recordedAtMs);
  const content = composeReceipt(
    { supplier: settings, recipient, day },
    { amountsPaise, paymentId },
  );
  const moves = isAdvance
    ? filled.map((lot, i) => ({ voucherId: null, ...lot, ...pickTax(content.lines[i]!) }))
    : [];
  return { walletId, supplier, content, moves, seq, month: null, againstId: null };
}
