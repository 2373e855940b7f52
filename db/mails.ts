/**
 * The outbox of mails. A row commits with what its mail is about and exists while the mail waits: it is deleted
 * once the mail is sent, refused, unwanted or given up.
 */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database, MailKind } from './tables.ts';

type NewMail = Pick<Selectable<Database['mail']>, 'kind' | 'about' | 'recipient' | 'language'>;

export interface WaitingMail extends NewMail {
  readonly id: number;
  /** How often a worker has taken it, including this time. */
  readonly attempts: number;
  readonly ageMs: number;
  /** Changes when the mail is requested again. The text has microseconds, which a `Date` cannot hold. */
  readonly askedAt: string;
}

/** Runs in the transaction of what the mail is about. A waiting mail that is requested again is due immediately. */
export async function requestMail(trx: Kysely<Database>, mail: NewMail): Promise<void> {
  const now = sql<Date>`clock_timestamp()`;
  await trx
    .insertInto('mail')
    .values(mail)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'about', 'recipient']).doUpdateSet({ asked_at: now, due_at: now }),
    )
    .execute();
}

/** The waiting mails about this. */
export async function findMails(
  db: Kysely<Database>,
  { kind, about }: { kind: MailKind; about: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute();
  return rows.map(({ id }) => id);
}

/** The mails that are due, oldest first. */
export async function readDueMails(db: Kysely<Database>, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const afterMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/**
 * Takes a mail that is due, for `leaseMs`: only one of the workers that take it at the same moment gets it, and it
 * is due again if that worker crashes. Undefined if the mail does not wait, or another worker has it.
 */
export async function takeMail(
  db: Kysely<Database>,
  { id, leaseMs }: { id: number; leaseMs: number },
): Promise<WaitingMail | undefined> {
  return db
    .updateTable('mail')
    .set({ attempts: sql`attempts + 1`, due_at: afterMs(leaseMs) })
    .where('id', '=', id)
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .returning(['id', 'kind', 'about', 'recipient', 'language', 'attempts'])
    .returning(sql<string>`asked_at::text`.as('askedAt'))
    .returning(
      sql<number>`extract(epoch from clock_timestamp() - asked_at)::float8 * 1000`.as('ageMs'),
    )
    .executeTakeFirst();
}

const isAsTaken = ({ id, askedAt }: WaitingMail) =>
  sql<boolean>`id = ${id} and asked_at = ${askedAt}::timestamptz`;

export async function postponeMail(
  db: Kysely<Database>,
  mail: WaitingMail,
  pauseMs: number,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ due_at: afterMs(pauseMs) })
    .where(isAsTaken(mail))
    .execute();
}

/** False if the mail was requested again after it was taken; then it still waits. */
export async function endMail(db: Kysely<Database>, mail: WaitingMail): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mail').where(isAsTaken(mail)).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Replaces a mail without a recipient by one to each of `recipients`. */
export async function addressMail(
  db: Kysely<Database>,
  mail: WaitingMail,
  recipients: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await endMail(trx, mail))) return;
    const { kind, about, language } = mail;
    for (const recipient of recipients)
      await requestMail(trx, { kind, about, language, recipient });
  });
}

/** Deletes the waiting mails to a person whose account is deleted. */
export async function deleteMailsTo(
  trx: Kysely<Database>,
  recipients: readonly string[],
): Promise<void> {
  await trx.deleteFrom('mail').where('recipient', 'in', recipients).execute();
}
