import type { Kysely } from 'kysely';
import { DocumentContent, type StoredDocument } from '@sachet/shared/documents/content';
import type { DocumentKind } from '@sachet/shared/documents/content';
import type { Database } from '../tables.ts';

interface ListedDocument {
  readonly id: number;
  readonly number: string;
  readonly kind: DocumentKind;
  readonly day: string;
  readonly amountPaise: number;
  /** The month of an invoice, `2026-10`. */
  readonly month: string | null;
}

interface DocumentFilter {
  /** The event that they are about. */
  readonly seq?: number | undefined;
  /** The gateway's id of the order whose payment they confirm. */
  readonly order?: string | undefined;
  readonly year?: string | undefined;
  /** The last id of the previous page. */
  readonly beforeId?: number | undefined;
}

/** Newest first. */
export async function listDocuments(
  db: Kysely<Database>,
  {
    walletId,
    limit,
    seq,
    order,
    year,
    beforeId,
  }: DocumentFilter & { walletId: string; limit: number },
): Promise<ListedDocument[]> {
  let query = db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'day', 'amount_paise as amountPaise', 'month'])
    .where('wallet_id', '=', walletId);
  if (seq !== undefined) query = query.where('seq', '=', seq);
  if (order !== undefined) {
    query = query.where(
      'seq',
      'in',
      db
        .selectFrom('payment_order as o')
        .innerJoin('ledger_event as e', 'e.order_id', 'o.id')
        .select('e.seq')
        .where('o.gateway_order_id', '=', order)
        .where('e.kind', '=', 'TopUpCredited')
        .where('e.wallet_id', '=', walletId),
    );
  }
  if (year !== undefined) query = query.where('year', '=', year);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** The financial years of the wallet's documents, newest first. */
export async function readDocumentYears(db: Kysely<Database>, walletId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select('year')
    .distinct()
    .where('wallet_id', '=', walletId)
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

/** `walletId` null for any wallet's. */
export async function findDocument(
  db: Kysely<Database>,
  { number, walletId }: { number: string; walletId: string | null },
): Promise<StoredDocument | undefined> {
  let query = db.selectFrom('document').select(['content', 'hash']).where('number', '=', number);
  if (walletId !== null) query = query.where('wallet_id', '=', walletId);
  const row = await query.executeTakeFirst();
  return (
    row && {
      number,
      content: DocumentContent.parse(JSON.parse(row.content)),
      hashHex: row.hash.toString('hex'),
    }
  );
}
