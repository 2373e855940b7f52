/** Turns a composed document into the statement that issues it (`issue_document`, `db/migrations`). */
import { sql, type Kysely } from 'kysely';
import type { AdvanceMove } from '@sachet/shared/documents/advances';
import { toCanonicalJson } from '@sachet/shared/documents/canonical';
import { composeReceipt } from '@sachet/shared/documents/compose';
import type { DocumentContent } from '@sachet/shared/documents/content';
import { financialYear } from '@sachet/shared/documents/series';
import { istDay } from '@sachet/shared/ledger/calendar';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { pickTax } from '@sachet/shared/documents/tax';
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

/** In order. One that exists already is not issued again. Other transactions that issue wait for the commit. */
export async function issueDocuments(
  db: Kysely<Database>,
  drafts: readonly Draft[],
): Promise<void> {
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
};

interface Parties {
  readonly suppliers: readonly DatedSupplier[];
  readonly profiles: readonly DatedProfile[];
}

/**
 * The document of money that arrived and went into these lots; undefined if none is due. A receipt without tax
 * confirms the whole payment, a receipt voucher only the part that is an advance.
 */
export function draftReceipt(
  { suppliers, profiles }: Parties,
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
