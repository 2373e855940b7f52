/** Orders: amounts that users want to pay into a wallet, with their status. */
import { sql, type CompiledQuery, type Kysely, type Selectable } from 'kysely';
import type { TopUpStatus } from '@sachet/shared/payments/contracts/payment';
import { lockUntilCommit } from '../locks.ts';
import { newId } from '../ids.ts';
import { compileNotification, notify } from '../live.ts';
import type { Database } from '../tables.ts';

export type PaymentOrder = Selectable<Database['payment_order']>;

interface NewOrder {
  uid: string;
  walletId: string;
  amountPaise: number;
  idempotencyKey: string | null;
  requestHash: Buffer | null;
  expiresAt: Date;
  nextCheckAt: Date;
  /** The most orders of one user that may wait to be paid. */
  openAtMost: number;
  now: Date;
}

/**
 * Returns the current order: a new one, or the earlier one of the same user and idempotency key. Returns none
 * if too many orders wait to be paid; `openUntil` is then when the first of them expires. A user's orders are
 * created one after another.
 */
export async function insertOrder(
  db: Kysely<Database>,
  order: NewOrder,
): Promise<
  { order: PaymentOrder; openUntil?: undefined } | { order?: undefined; openUntil: Date }
> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'orders', order.uid);
    const earlier = await trx
      .selectFrom('payment_order')
      .selectAll()
      .where('uid', '=', order.uid)
      .where('idempotency_key', '=', order.idempotencyKey)
      .executeTakeFirst();
    if (earlier) return { order: earlier };
    const { open, openUntil } = await trx
      .selectFrom('payment_order')
      .select(({ fn }) => [
        fn.countAll<number>().as('open'),
        fn.min<Date>('expires_at').as('openUntil'),
      ])
      .where('uid', '=', order.uid)
      .where('status', '=', 'created')
      .where('expires_at', '>', order.now)
      .executeTakeFirstOrThrow();
    if (open >= order.openAtMost) return { openUntil };
    const made = await trx
      .insertInto('payment_order')
      .values({
        id: newId('ord'),
        uid: order.uid,
        wallet_id: order.walletId,
        amount_paise: order.amountPaise,
        idempotency_key: order.idempotencyKey,
        request_hash: order.requestHash,
        expires_at: order.expiresAt,
        next_check_at: order.nextCheckAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { order: made };
  });
}

/** Stores an order that only the gateway still has, if its wallet exists. */
export async function insertLostOrder(
  db: Kysely<Database>,
  order: {
    readonly id: string;
    readonly gatewayOrderId: string;
    readonly uid: string;
    readonly walletId: string;
    readonly amountPaise: number;
  },
): Promise<void> {
  await sql`
    insert into payment_order (id, gateway_order_id, uid, wallet_id, amount_paise, expires_at)
    select ${order.id}, ${order.gatewayOrderId}, u.uid, w.id, ${order.amountPaise}, now()
      from user_profile u, wallet w
     where u.uid = ${order.uid} and w.id = ${order.walletId}
    on conflict do nothing`.execute(db);
}

/**
 * Takes the right to ask the gateway for an order. `first`: the gateway was never asked. `again`: an earlier
 * call got no answer in time and may have created an order. Null while another call waits for its answer.
 */
export async function claimGatewayCall(
  db: Kysely<Database>,
  { id, patienceMs }: { id: string; patienceMs: number },
): Promise<'first' | 'again' | null> {
  const { rows } = await sql<{ earlier: Date | null }>`
    with earlier as (
      select id, gateway_asked_at as at from payment_order where id = ${id} for update
    )
    update payment_order o set gateway_asked_at = now() from earlier
     where o.id = earlier.id and o.gateway_order_id is null
       and (earlier.at is null or earlier.at < now() - make_interval(secs => ${patienceMs / 1000}))
    returning earlier.at as earlier`.execute(db);
  const [claimed] = rows;
  if (!claimed) return null;
  return claimed.earlier === null ? 'first' : 'again';
}

/** Stores that the call has ended without an order, so that the next call need not wait. */
export async function releaseGatewayCall(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({ gateway_asked_at: new Date(0) })
    .where('id', '=', id)
    .where('gateway_order_id', 'is', null)
    .execute();
}

/**
 * Stores the gateway's id unless one is already stored, and returns the stored id. An order that was given up
 * because it had no id can now be paid.
 */
export async function storeGatewayOrderId(
  db: Kysely<Database>,
  order: { id: string; gatewayOrderId: string; nextCheckAt: Date },
): Promise<string> {
  await db
    .updateTable('payment_order')
    .set({
      gateway_order_id: order.gatewayOrderId,
      status: 'created',
      reason: null,
      next_check_at: order.nextCheckAt,
      updated_at: new Date(),
    })
    .where('id', '=', order.id)
    .where('gateway_order_id', 'is', null)
    .execute();
  return (await loadOrder(db, order.id))!.gateway_order_id!;
}

export async function loadOrder(
  db: Kysely<Database>,
  id: string,
): Promise<PaymentOrder | undefined> {
  return db.selectFrom('payment_order').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds an order by the gateway's id. With `uid`, another user's order is not found. */
export async function findOrder(
  db: Kysely<Database>,
  { gatewayOrderId, uid }: { gatewayOrderId: string; uid?: string },
): Promise<PaymentOrder | undefined> {
  let query = db
    .selectFrom('payment_order')
    .selectAll()
    .where('gateway_order_id', '=', gatewayOrderId);
  if (uid !== undefined) query = query.where('uid', '=', uid);
  return query.executeTakeFirst();
}

/** The newest order of a wallet. */
export async function findOrderOfWallet(
  db: Kysely<Database>,
  walletId: string,
): Promise<PaymentOrder | undefined> {
  return db
    .selectFrom('payment_order')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A credited order stays credited, and an order whose payment may still arrive does not fail. */
const mayFollow: Record<
  'confirming' | 'failed' | 'returned' | 'expired' | 'review',
  TopUpStatus[]
> = {
  confirming: ['created', 'failed', 'expired'],
  failed: ['created', 'failed'],
  returned: ['created', 'failed', 'confirming'],
  expired: ['created'],
  review: ['created', 'failed', 'expired', 'confirming'],
};

/** Updates the order and notifies its owner, unless its status is newer already. */
export async function advanceOrder(
  db: Kysely<Database>,
  id: string,
  to: { status: keyof typeof mayFollow; reason?: string | null },
): Promise<void> {
  const status = to.status === 'returned' ? 'failed' : to.status;
  const reason = to.reason ?? null;
  const moved = await db
    .updateTable('payment_order')
    .set({ status, reason, updated_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', mayFollow[to.status])
    .where(sql<boolean>`(status, reason) is distinct from (${status}, ${reason})`)
    .returning(['uid', 'gateway_order_id'])
    .executeTakeFirst();
  if (!moved?.gateway_order_id) return;
  await notify(db, { event: 'top-up', uid: moved.uid, id: moved.gateway_order_id });
}

/** Run it in the transaction that credits the payment. An order keeps its first payment and payer. */
export function orderCreditedStatements(
  db: Kysely<Database>,
  order: Pick<PaymentOrder, 'id' | 'uid' | 'gateway_order_id'>,
  { paymentId, payerDigest }: { paymentId: string; payerDigest: Buffer | null },
): CompiledQuery[] {
  return [
    db
      .updateTable('payment_order')
      .set({
        status: 'credited',
        reason: null,
        payment_id: sql<string>`coalesce(payment_id, ${paymentId})`,
        next_check_at: null,
        payer_digest: sql<Buffer | null>`coalesce(payer_digest, ${payerDigest})`,
        updated_at: new Date(),
      })
      .where('id', '=', order.id)
      .compile(),
    compileNotification(db, { event: 'top-up', uid: order.uid, id: order.gateway_order_id! }),
  ];
}

/** Orders whose check at the gateway is due, the longest due first. */
export async function readDueOrders(
  db: Kysely<Database>,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const due = await db
    .selectFrom('payment_order')
    .select('id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return due.map(({ id }) => id);
}

/** An order that was credited in the meantime is not checked again. */
export async function scheduleCheck(
  db: Kysely<Database>,
  { id, at }: { id: string; at: Date | null },
): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({ next_check_at: at })
    .where('id', '=', id)
    .where('status', '<>', 'credited')
    .execute();
}
