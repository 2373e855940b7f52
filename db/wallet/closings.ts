/** Wallets of closed accounts that are not empty yet. */
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Database } from '../tables.ts';

export type WalletClosing = Selectable<Database['wallet_closing']>;

/** The wallets that only this user uses: their own, and that of an organization without other members. */
const ownWallets = (uid: string) => sql`
  select w.id from wallet w
   where (w.owner_kind = 'user' and w.owner_id = ${uid})
      or (w.owner_kind = 'organization' and w.owner_id = (
            select organization_id from user_profile where uid = ${uid})
          and not exists (
            select from user_profile p
             where p.organization_id = w.owner_id and p.uid <> ${uid}))`;

export async function readSoleWallets(db: Kysely<Database>, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${ownWallets(uid)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Call it before the profile loses its organization. */
export async function insertWalletClosings(
  trx: Transaction<Database>,
  { uid, remainder }: Pick<WalletClosing, 'uid' | 'remainder'>,
): Promise<void> {
  await sql`
    insert into wallet_closing (wallet_id, uid, remainder)
    select id, ${uid}, ${remainder} from (${ownWallets(uid)}) own
    on conflict (wallet_id) do nothing`.execute(trx);
}

/** The wallets that this person's account closed. */
export const closedWallets = (db: Kysely<Database>, uid: string) =>
  db
    .selectFrom('wallet_closing as c')
    .innerJoin('wallet as w', 'w.id', 'c.wallet_id')
    .where('c.uid', '=', uid);

/** Whether the wallet is being emptied, or was emptied, because its last user closed their account. */
export async function isClosing(db: Kysely<Database>, walletId: string): Promise<boolean> {
  const closing = await db
    .selectFrom('wallet_closing')
    .select('wallet_id')
    .where('wallet_id', '=', walletId)
    .executeTakeFirst();
  return closing !== undefined;
}

/** How long after a payment a bank can still confirm it: that money is owed too. */
const latePayments = sql`interval '60 days'`;

export async function readDueClosings(
  db: Kysely<Database>,
  limit: number,
): Promise<WalletClosing[]> {
  const { rows } = await sql<WalletClosing>`
    (select * from wallet_closing where cleared_at is null and next_look_at <= now()
      order by next_look_at limit ${limit})
    union all
    (select c.* from wallet_closing c join wallet w on w.id = c.wallet_id
      where c.cleared_at > now() - ${latePayments} and w.balance_paise > w.held_paise
      limit ${limit})`.execute(db);
  return rows;
}

export async function markCleared(db: Kysely<Database>, walletId: string): Promise<void> {
  await setClosing(db, walletId, { cleared_at: new Date() });
}

export async function postponeClosing(
  db: Kysely<Database>,
  { walletId, at }: { walletId: string; at: Date },
): Promise<void> {
  await setClosing(db, walletId, { next_look_at: at, cleared_at: null });
}

async function setClosing(
  db: Kysely<Database>,
  walletId: string,
  set: { next_look_at?: Date; cleared_at: Date | null },
): Promise<void> {
  await db.updateTable('wallet_closing').set(set).where('wallet_id', '=', walletId).execute();
}
