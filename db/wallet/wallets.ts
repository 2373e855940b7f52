import type { Kysely, Selectable } from 'kysely';
import { newWalletId } from '../ids.ts';
import type { EventKey } from '../ledger/rows.ts';
import type { ChargeView, Database, LedgerEventTable, PaymentView } from '../tables.ts';

export type WalletOwner = { kind: 'user' | 'organization'; id: string };

/** The owner's wallet, opened empty if there is none yet. Safe to call concurrently. */
export async function openWallet(db: Kysely<Database>, owner: WalletOwner): Promise<string> {
  await db
    .insertInto('wallet')
    .values({ id: newWalletId(), owner_kind: owner.kind, owner_id: owner.id })
    .onConflict((conflict) => conflict.columns(['owner_kind', 'owner_id']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('wallet')
    .select('id')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  return id;
}

export async function readWallet(
  db: Kysely<Database>,
  walletId: string,
): Promise<Selectable<Database['wallet']>> {
  return db.selectFrom('wallet').selectAll().where('id', '=', walletId).executeTakeFirstOrThrow();
}

/**
 * Newest first; `before` is the last sequence number of the previous page. With `memberUid`, only that
 * member's events.
 */
export async function readWalletEvents(
  db: Kysely<Database>,
  page: { walletId: string; memberUid: string | null; before: number | null; limit: number },
): Promise<Selectable<LedgerEventTable>[]> {
  const { walletId, memberUid, before, limit } = page;
  let query = db.selectFrom('ledger_event').selectAll().where('wallet_id', '=', walletId);
  if (before !== null) query = query.where('seq', '<', before);
  if (memberUid !== null) query = query.where('member_uid', '=', memberUid);
  return query.orderBy('seq', 'desc').limit(limit).execute();
}

/** The purchase that this event charged, with its refunds; undefined for other events. */
export async function findCharge(
  db: Kysely<Database>,
  { walletId, seq }: EventKey,
): Promise<Selectable<ChargeView> | undefined> {
  return db
    .selectFrom('charge')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .where('seq', '=', seq)
    .executeTakeFirst();
}

/** The wallet of this hold: the user who placed it may use another wallet by now. */
export async function readHoldWalletId(db: Kysely<Database>, holdId: string): Promise<string> {
  const { wallet_id: walletId } = await db
    .selectFrom('hold')
    .select('wallet_id')
    .where('id', '=', holdId)
    .executeTakeFirstOrThrow();
  return walletId;
}

/** Holds past their deadline that are still open. */
export async function readOverdueHolds(
  db: Kysely<Database>,
  limit: number,
): Promise<{ id: string; wallet_id: string }[]> {
  return db
    .selectFrom('open_hold')
    .select(['id', 'wallet_id'])
    .where('expires_at', '<', new Date())
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** The number of open holds, and of those past their deadline. */
export async function countHolds(db: Kysely<Database>): Promise<{ open: number; overdue: number }> {
  return db
    .selectFrom('open_hold')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere('expires_at', '<', eb.val(new Date())).as('overdue'),
    ])
    .executeTakeFirstOrThrow();
}

/** A payment that was credited, and its wallet. */
export async function readCreditedPayment(
  db: Kysely<Database>,
  paymentId: string,
): Promise<Selectable<PaymentView> | undefined> {
  return db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirst();
}
