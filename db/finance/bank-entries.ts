/**
 * Entries that explain a difference between the bank's sum and a settlement. One person proposes an entry,
 * another decides.
 */
import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../tables.ts';

export type BankEntryRow = Selectable<Database['bank_entry']>;

const listedAtMost = 100;

/** Waiting entries come first, oldest first; then decided entries, newest first. */
export async function readBankEntries(db: Kysely<Database>): Promise<BankEntryRow[]> {
  return db
    .selectFrom('bank_entry')
    .selectAll()
    .orderBy(sql`status = 'waiting'`, 'desc')
    .orderBy(sql`case when status = 'waiting' then proposed_at end`)
    .orderBy('proposed_at', 'desc')
    .limit(listedAtMost)
    .execute();
}

export async function loadBankEntry(
  db: Kysely<Database>,
  id: string,
): Promise<BankEntryRow | undefined> {
  return db.selectFrom('bank_entry').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Undefined if an entry for this UTR is already waiting. */
export async function insertBankEntry(
  trx: Transaction<Database>,
  entry: Insertable<Database['bank_entry']>,
): Promise<BankEntryRow | undefined> {
  return trx
    .insertInto('bank_entry')
    .values(entry)
    .onConflict((conflict) => conflict.column('utr').where('status', '=', 'waiting').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** False if it was already decided. */
export async function decideBankEntry(
  trx: Transaction<Database>,
  {
    id,
    ...decision
  }: {
    id: string;
    status: 'approved' | 'refused' | 'withdrawn';
    decided_by: string;
    note: string | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bank_entry')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
