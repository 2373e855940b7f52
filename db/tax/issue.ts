/** Turns a composed document into the statement that issues it (`issue_document`, `db/migrations`). */
import { sql, type Kysely } from 'kysely';
import type { AdvanceMove } from '@sachet/shared/tax/advances';
import { toCanonicalJson } from '@sachet/shared/tax/canonical';
import { composeReceipt } from '@sachet/shared/tax/compose';
import type { DocumentContent } from '@sachet/shared/tax/content';
import { findPortalFaults } from '@sachet/shared/tax/e-invoice';
import { hasLetter } from '@sachet/shared/tax/letters';
import { financialYear } from '@sachet/shared/tax/series';
import { istDay } from '@sachet/shared/time';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { pickTax } from '@sachet/shared/tax/tax';
import { lockUntilCommit } from '../locks.ts';
import type { Database } from '../tables.ts';
import { profileAt, type DatedProfile } from './profiles.ts';
import { supplierAt, type DatedSupplier } from './suppliers.ts';

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
  /** Of vouchers that move advances to another registration (`closings.ts`). */
  readonly closingId?: number;
}

function toRow({ supplier, content, closingId, ...draft }: Draft): string {
  const { kind, day, totals } = content;
  return JSON.stringify({
    ...draft,
    closingId,
    settingsId: supplier.id,
    kind,
    prefix: supplier.settings.prefixes[kind],
    year: financialYear(day),
    gstin: kind === 'receipt' ? null : supplier.settings.gstin,
    day,
    amountPaise: totals.totalPaise,
    content: toCanonicalJson(content),
  });
}

/** The portal would refuse this document's e-invoice, and a document cannot be corrected once it is issued. */
export class HeldDocument extends Error {
  readonly walletId: string;
  /** The month of an invoice; null for a note. */
  readonly month: string | null;
  /** As in the schema of the e-invoice: `BuyerDtls.Pin`. */
  readonly fields: readonly string[];

  constructor({ walletId, month }: Draft, fields: readonly string[]) {
    super(`a document is held for ${fields.join(', ')}`);
    this.walletId = walletId;
    this.month = month;
    this.fields = fields;
  }
}

/** The subject of its notice: one for a wallet's invoices, one for its notes. */
export const toHeldSubject = ({ walletId, month }: Pick<HeldDocument, 'walletId' | 'month'>) =>
  month === null ? `${walletId}:note` : walletId;

/**
 * Issues them in order. One that exists already is not issued again. Other transactions that issue wait for the
 * commit.
 *
 * @throws {HeldDocument} if the portal would refuse one of them; then none is issued.
 */
export async function issueDocuments(
  db: Kysely<Database>,
  drafts: readonly Draft[],
): Promise<void> {
  for (const draft of drafts) {
    const fields = findPortalFaults(draft.content);
    if (fields.length > 0) throw new HeldDocument(draft, fields);
  }
  if (drafts.length === 0) return;
  await lockUntilCommit(db, 'documents');
  await sql`
    select issue_document(draft)
      from unnest(${drafts.map(toRow)}::jsonb[]) with ordinality as d (draft, place)
     order by place`.execute(db);
}

export interface LotAmount {
  readonly lotSeq: number;
  readonly amountPaise: number;
}

export type CreditEvent = Pick<
  LedgerEvent,
  'walletId' | 'seq' | 'kind' | 'recordedAtMs' | 'paymentId'
> & {
  readonly amountPaise: number;
  readonly balanceAfterPaise: number;
};

interface Parties {
  readonly suppliers: readonly DatedSupplier[];
  readonly profiles: readonly DatedProfile[];
}

/**
 * The document of money that arrived and went into these lots; undefined if none is due. A receipt without tax
 * confirms the whole payment, a receipt voucher only the part that is an advance. A payment that only paid a debt
 * has a receipt without tax.
 */
export function draftReceipt(
  { suppliers, profiles }: Parties,
  credit: CreditEvent,
  lots: readonly LotAmount[],
): Draft | undefined {
  const { walletId, seq, kind, amountPaise, recordedAtMs, paymentId } = credit;
  const supplier = supplierAt(suppliers, recordedAtMs);
  if (!supplier) return undefined;
  const { settings } = supplier;
  const filled = lots.filter((lot) => lot.amountPaise > 0);
  const isPayment = kind === 'TopUpCredited';
  const isAdvance = settings.gstin !== null && settings.model === 'advance' && filled.length > 0;
  if (!isAdvance && !isPayment) return undefined;
  const amountsPaise = isAdvance ? filled.map((lot) => lot.amountPaise) : [amountPaise];
  const advancePaise = filled.reduce((sum, lot) => sum + lot.amountPaise, 0);
  const recipient = profileAt(profiles, walletId, recordedAtMs);
  const day = istDay(recordedAtMs);
  const content = composeReceipt(
    {
      supplier: settings,
      recipient,
      day,
      hasLetter: hasLetter(suppliers, { gstin: settings.gstin, day }),
    },
    {
      amountsPaise,
      paymentId,
      debtPaise: isPayment ? amountPaise - advancePaise : 0,
      owedPaise: Math.max(0, -credit.balanceAfterPaise),
    },
  );
  const moves = isAdvance
    ? filled.map((lot, i) => ({ voucherId: null, ...lot, ...pickTax(content.lines[i]!) }))
    : [];
  return { walletId, supplier, content, moves, seq, month: null, againstId: null };
}
