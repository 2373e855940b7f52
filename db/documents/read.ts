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

/** Newest first; `beforeId` is the last id of the previous page. */
export async function listDocuments(
  db: Kysely<Database>,
  { walletId, beforeId, limit }: { walletId: string; beforeId: number | null; limit: number },
): Promise<ListedDocument[]> {
  let query = db
    .selectFrom('document')
    .select(['id', 'number', 'kind', 'day', 'amount_paise as amountPaise', 'month'])
    .where('wallet_id', '=', walletId);
  if (beforeId !== null) query = query.where('id', '<', beforeId);
  return query.orderBy('id', 'desc').limit(limit).execute();
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
