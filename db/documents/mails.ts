/** Documents of payments that wait for their mail. */
import { sql, type Kysely } from 'kysely';
import { DocumentContent, type StoredDocument } from '@sachet/shared/documents/content';
import type { Database } from '../tables.ts';

export interface DocumentMail {
  readonly email: string;
  readonly document: StoredDocument;
}

/**
 * A waiting mail to the user who paid. Undefined if it was sent, if they have no verified address or do not
 * want these mails, or if the wallet's documents are not for them.
 */
export async function documentToMail(
  db: Kysely<Database>,
  documentId: number,
): Promise<DocumentMail | undefined> {
  const { rows } = await sql<{ email: string; number: string; content: string; hash: Buffer }>`
    select p.email, d.number, d.content, d.hash
      from document_mail m join document d on d.id = m.document_id
      join ledger_event e on e.wallet_id = d.wallet_id and e.seq = d.seq and e.kind = 'TopUpCredited'
      join payment_order o on o.id = e.order_id
      join user_profile p on p.uid = o.uid and p.wallet_id = d.wallet_id
     where m.document_id = ${documentId} and p.email is not null and p.email_verified
       and p.disabled_at is null and p.bill_mails
       and (p.account_type = 'individual' or p.role = 'admin')`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const content = DocumentContent.parse(JSON.parse(row.content));
  const document = { number: row.number, content, hashHex: row.hash.toString('hex') };
  return { email: row.email, document };
}

export async function deleteDocumentMail(db: Kysely<Database>, documentId: number): Promise<void> {
  await db.deleteFrom('document_mail').where('document_id', '=', documentId).execute();
}

/** Returns how many have waited since before `before`. */
export async function deleteOldDocumentMails(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('document_mail')
    .where('asked_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The documents whose mail is due, oldest first. Each is due again after `retryAfterMs`. */
export async function takeDueDocumentMails(
  db: Kysely<Database>,
  { retryAfterMs, limit }: { retryAfterMs: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update document_mail set due_at = clock_timestamp() + ${retryAfterMs} * interval '1 millisecond'
     where document_id in (
       select document_id from document_mail where due_at <= clock_timestamp()
        order by due_at limit ${limit} for update skip locked
     )
    returning document_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether payments of this user are mailed. */
export async function setBillMails(
  db: Kysely<Database>,
  { uid, isOn }: { uid: string; isOn: boolean },
): Promise<void> {
  await db.updateTable('user_profile').set({ bill_mails: isOn }).where('uid', '=', uid).execute();
}
