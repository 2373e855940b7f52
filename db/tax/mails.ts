/** Mails of documents that wait. */
import { sql, type Kysely } from 'kysely';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { Database } from '../tables.ts';

export interface WaitingMail {
  readonly uid: string;
  /**
   * Null if the mail is not wanted: the user has no verified address, has turned these mails off, or no longer
   * receives the wallet's documents. The document of a payment is for its payer, whether an admin or a member;
   * if the payer cannot be reached, for the admins.
   */
  readonly email: string | null;
  readonly language: Language;
  /** Changes when the mail is asked for again. To the microsecond, which a `Date` cannot hold. */
  readonly askedAt: string;
}

export interface DocumentToMail {
  readonly number: string;
  /** Whether it confirms a payment; otherwise the worker issued it. */
  readonly isOfPayment: boolean;
  readonly mails: readonly WaitingMail[];
}

/** Undefined if no mail of this document waits. */
export async function documentToMail(
  db: Kysely<Database>,
  documentId: number,
): Promise<DocumentToMail | undefined> {
  const { rows } = await sql<WaitingMail & { number: string; isOfPayment: boolean }>`
    select d.number, e.seq is not null as "isOfPayment", m.uid, m.asked_at::text as "askedAt", p.language,
           case when p.email_verified and p.disabled_at is null and p.bill_mails
                 and p.wallet_id = d.wallet_id
                 and case when payer.uid is null then p.account_type = 'individual' or p.role = 'admin'
                          else p.uid = payer.uid end
                then p.email end as email
      from document_mail m join document d on d.id = m.document_id
      join user_profile p on p.uid = m.uid
      left join ledger_event e
        on e.wallet_id = d.wallet_id and e.seq = d.seq and e.kind = 'TopUpCredited'
      left join payment_order o on o.id = e.order_id
      left join user_profile payer
        on payer.uid = o.uid and payer.wallet_id = d.wallet_id and payer.email_verified
       and payer.disabled_at is null
     where m.document_id = ${documentId} order by m.uid`.execute(db);
  const [first] = rows;
  return first && { number: first.number, isOfPayment: first.isOfPayment, mails: rows };
}

/** Asks for the mails of a document again. */
export async function askDocumentMail(db: Kysely<Database>, documentId: number): Promise<void> {
  await sql`select ask_document_mail(${documentId})`.execute(db);
}

/**
 * Sends a waiting mail and deletes its row. Does nothing while another worker sends it, and if it was sent or
 * asked for again after it was read. The row is locked in the meantime: a worker that only seemed to have
 * crashed must not send the mail a second time.
 */
export async function sendWaitingMail(
  db: Kysely<Database>,
  { documentId, uid, askedAt }: Pick<WaitingMail, 'uid' | 'askedAt'> & { documentId: number },
  send: () => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isThis = sql`document_id = ${documentId} and uid = ${uid}
      and asked_at = ${askedAt}::timestamptz`;
    const { rows } = await sql`
      select from document_mail where ${isThis} for update skip locked`.execute(trx);
    if (rows.length === 0) return;
    await send();
    await sql`delete from document_mail where ${isThis}`.execute(trx);
  });
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
    with taken as (
      update document_mail set due_at = clock_timestamp() + ${retryAfterMs} * interval '1 millisecond'
       where (document_id, uid) in (
         select document_id, uid from document_mail where due_at <= clock_timestamp()
          order by due_at limit ${limit} for update skip locked
       )
      returning document_id
    )
    select distinct document_id as id from taken order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the wallet's documents are mailed to this user. */
export async function setBillMails(
  db: Kysely<Database>,
  { uid, isOn }: { uid: string; isOn: boolean },
): Promise<void> {
  await db.updateTable('user_profile').set({ bill_mails: isOn }).where('uid', '=', uid).execute();
}
