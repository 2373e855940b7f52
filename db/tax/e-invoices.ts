/** The portal's answers to e-invoices. */
import type { Kysely, Transaction } from 'kysely';
import type { EInvoiceRegistration } from '@sachet/shared/tax/content';
import type { Database } from '../tables.ts';

export async function findDocumentId(
  db: Kysely<Database>,
  number: string,
): Promise<number | undefined> {
  const query = db.selectFrom('document').select('id').where('number', '=', number);
  return (await query.executeTakeFirst())?.id;
}

/** The number of the document that has this acknowledgement. */
export async function findAcknowledged(
  db: Kysely<Database>,
  ackNumber: string,
): Promise<string | undefined> {
  const query = db
    .selectFrom('e_invoice as e')
    .innerJoin('document as d', 'd.id', 'e.document_id')
    .select('d.number')
    .where('e.ack_number', '=', ackNumber);
  return (await query.executeTakeFirst())?.number;
}

interface NewAnswer extends EInvoiceRegistration {
  readonly documentId: number;
  readonly signedInvoice: string | null;
  readonly by: string;
}

/** Returns whether it is the first answer of this document; a later one changes nothing. */
export async function storeEInvoiceAnswer(
  trx: Transaction<Database>,
  { documentId, irn, ackNumber, ackAt, signedQr, signedInvoice, by }: NewAnswer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('e_invoice')
    .values({
      document_id: documentId,
      irn,
      ack_number: ackNumber,
      ack_at: ackAt,
      signed_qr: signedQr,
      signed_invoice: signedInvoice,
      stored_by: by,
    })
    .onConflict((conflict) => conflict.column('document_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
