import { sql, type Kysely } from 'kysely';
import { DocumentContent, type StoredDocument } from '@sachet/shared/tax/content';
import type { DocumentKind } from '@sachet/shared/tax/content';
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
  /** The user whose payment they confirm. */
  readonly payerUid?: string | undefined;
}

/** Whether the document `d` confirms a payment that this user made. */
const isOfPayer = (uid: string) => sql<boolean>`exists (
  select from ledger_event e join payment_order o on o.id = e.order_id
   where e.wallet_id = d.wallet_id and e.seq = d.seq and e.kind = 'TopUpCredited' and o.uid = ${uid})`;

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
    payerUid,
  }: DocumentFilter & { walletId: string; limit: number },
): Promise<ListedDocument[]> {
  let query = db
    .selectFrom('document as d')
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
  // A year has several series after a restore.
  if (year !== undefined) query = query.where(sql`left(year, 4)`, '=', year);
  if (payerUid !== undefined) query = query.where(isOfPayer(payerUid));
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

/** The financial years of the wallet's documents, newest first. */
export async function readDocumentYears(db: Kysely<Database>, walletId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select(sql<string>`left(year, 4)`.as('year'))
    .distinct()
    .where('wallet_id', '=', walletId)
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

interface Readable {
  /** Every document of this wallet; null for none. */
  readonly walletId: string | null;
  /** The receipts of this user's payments, of any wallet. */
  readonly payerUid?: string;
}

export async function findDocument(
  db: Kysely<Database>,
  { number, of }: { number: string; of: Readable | 'anyone' },
): Promise<StoredDocument | undefined> {
  let query = db
    .selectFrom('document as d')
    .leftJoin('e_invoice as e', 'e.document_id', 'd.id')
    .select(['d.content', 'd.hash', 'e.irn', 'e.ack_number', 'e.ack_at', 'e.signed_qr'])
    .where('number', '=', number);
  if (of !== 'anyone') {
    const { walletId, payerUid } = of;
    query = query.where(({ or, lit, eb }) =>
      or([
        walletId === null ? lit(false) : eb('d.wallet_id', '=', walletId),
        payerUid === undefined ? lit(false) : isOfPayer(payerUid),
      ]),
    );
  }
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { content, hash, irn, ack_number: ackNumber, ack_at: ackAt, signed_qr: signedQr } = row;
  return {
    number,
    content: DocumentContent.parse(JSON.parse(content)),
    hashHex: hash.toString('hex'),
    // The columns of an answer are all present or all missing.
    eInvoice: irn && ackNumber && ackAt && signedQr ? { irn, ackNumber, ackAt, signedQr } : null,
  };
}
