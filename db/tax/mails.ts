/** The recipients of documents' mails. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';

export interface DocumentToMail {
  readonly number: string;
  /** Whether it confirms a payment; otherwise the worker issued it. */
  readonly isOfPayment: boolean;
  readonly email: string;
}

/**
 * Undefined if the mail is not wanted: the user has no verified address, has turned these mails off, or no longer
 * receives the wallet's documents. The document of a payment is for its payer, whether an admin or a member; if the
 * payer cannot be reached, for the admins.
 */
export async function documentToMail(
  db: Kysely<Database>,
  { documentId, uid }: { documentId: number; uid: string },
): Promise<DocumentToMail | undefined> {
  const { rows } = await sql<DocumentToMail>`
    select d.number, e.seq is not null as "isOfPayment", p.email
      from document d
      join user_profile p on p.uid = ${uid} and p.wallet_id = d.wallet_id
      left join ledger_event e
        on e.wallet_id = d.wallet_id and e.seq = d.seq and e.kind = 'TopUpCredited'
      left join payment_order o on o.id = e.order_id
      left join user_profile payer
        on payer.uid = o.uid and payer.wallet_id = d.wallet_id and payer.email_verified
       and payer.disabled_at is null
     where d.id = ${documentId} and p.email_verified and p.disabled_at is null and p.bill_mails
       and case when payer.uid is null then p.account_type = 'individual' or p.role = 'admin'
                else p.uid = payer.uid end`.execute(db);
  return rows[0];
}

/** Asks for the mails of a document again. */
export async function askDocumentMail(db: Kysely<Database>, documentId: number): Promise<void> {
  await sql`select ask_document_mail(${documentId})`.execute(db);
}

/** Whether the wallet's documents are mailed to this user. */
export async function setBillMails(
  db: Kysely<Database>,
  { uid, isOn }: { uid: string; isOn: boolean },
): Promise<void> {
  await db.updateTable('user_profile').set({ bill_mails: isOn }).where('uid', '=', uid).execute();
}
