/** Refunds of payments: reserved in the ledger, requested from the gateway, debited when it has paid. */
import { sql, type CompiledQuery, type Insertable, type Kysely, type Selectable } from 'kysely';
import { promotionKinds } from '@sachet/shared/ledger/event';
import { refundablePaise } from '@sachet/shared/payments/refund';
import type { Database, PaymentView } from '../tables.ts';

export type PaymentRefund = Selectable<Database['payment_refund']>;
export type Payment = Selectable<PaymentView> & {
  credited_at: Date;
  /** The disputed amount that is not deducted yet: the bank may still take it. */
  at_risk_paise: number;
};

/** Payments of one wallet, or the one with this id; newest first. */
export async function readPayments(
  db: Kysely<Database>,
  which: { walletId: string } | { paymentId: string },
): Promise<Payment[]> {
  let query = db
    .selectFrom('payment as p')
    .innerJoin('ledger_event as e', (join) =>
      join.onRef('e.payment_id', '=', 'p.id').on('e.kind', '=', 'TopUpCredited'),
    )
    .selectAll('p')
    .select((payment) => [
      'e.recorded_at as credited_at',
      payment.fn
        .coalesce(
          payment
            .selectFrom('payment_dispute as d')
            .select(sql<number>`sum(d.amount_paise - d.deducted_paise)::bigint`.as('paise'))
            .whereRef('d.payment_id', '=', 'p.id')
            .where('d.status', '=', 'open'),
          sql<number>`0`,
        )
        .as('at_risk_paise'),
    ]);
  query =
    'walletId' in which
      ? query.where('p.wallet_id', '=', which.walletId)
      : query.where('p.id', '=', which.paymentId);
  return query.orderBy('e.position', 'desc').execute();
}

/** The paise that can now be refunded from this wallet, over all its payments. */
export async function readRefundable(db: Kysely<Database>, walletId: string): Promise<number> {
  const { rows } = await sql<{ given: number; spent: number; available: number; locked: number }>`
    select coalesce(sum(e.amount_paise) filter (
             where e.kind in (${sql.join([...promotionKinds, 'AdjustedByAdmin'])})
                or (e.kind = 'WalletCleared' and e.counter_account = 'promotions')), 0)::bigint as given,
           -coalesce(sum(e.amount_paise) filter (
             where e.kind in ('Charged', 'HoldCaptured', 'ChargeRefunded')), 0)::bigint as spent,
           w.balance_paise - w.held_paise as available, w.locked_paise as locked
      from wallet w left join ledger_event e on e.wallet_id = w.id
     where w.id = ${walletId}
     group by w.id`.execute(db);
  const funds = rows[0];
  if (!funds) return 0;
  return refundablePaise({
    givenPaise: funds.given,
    spentPaise: funds.spent,
    availablePaise: funds.available,
    lockedPaise: funds.locked,
  });
}

/** The refundable part of this payment, given the wallet's limit. Paise. */
export function getRefundablePaise(payment: Payment, walletRefundablePaise: number): number {
  const { credited_paise, refunded_paise, disputed_paise, at_risk_paise } = payment;
  const left = credited_paise - refunded_paise - disputed_paise - at_risk_paise;
  return Math.max(0, Math.min(left, walletRefundablePaise));
}

export async function readWalletRefunds(
  db: Kysely<Database>,
  walletId: string,
): Promise<PaymentRefund[]> {
  return db
    .selectFrom('payment_refund')
    .selectAll()
    .where('wallet_id', '=', walletId)
    .orderBy('id', 'desc')
    .execute();
}

export async function loadRefund(
  db: Kysely<Database>,
  which: { id: string } | { gatewayRefundId: string },
): Promise<PaymentRefund | undefined> {
  const query = db.selectFrom('payment_refund').selectAll();
  return 'id' in which
    ? query.where('id', '=', which.id).executeTakeFirst()
    : query.where('gateway_refund_id', '=', which.gatewayRefundId).executeTakeFirst();
}

/** The refunds of a payment that the product requested. */
export async function readPaymentRefunds(
  db: Kysely<Database>,
  paymentId: string,
): Promise<PaymentRefund[]> {
  return db.selectFrom('payment_refund').selectAll().where('payment_id', '=', paymentId).execute();
}

export async function findRefundByRequestKey(
  db: Kysely<Database>,
  { uid, key }: { uid: string; key: string },
): Promise<PaymentRefund | undefined> {
  return db
    .selectFrom('payment_refund')
    .selectAll()
    .where('requested_by', '=', uid)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Run it in the transaction that reserves the money. */
export function refundReservedStatement(
  db: Kysely<Database>,
  refund: Omit<Insertable<Database['payment_refund']>, 'status'>,
): CompiledQuery {
  return db
    .insertInto('payment_refund')
    .values({ ...refund, status: 'reserved' })
    .compile();
}

/** Run it in the transaction that debits or releases the reserved amount. */
export function refundEndStatement(
  db: Kysely<Database>,
  id: string,
  end:
    | { status: 'processed'; gatewayRefundId: string }
    | { status: 'failed'; failure: string; gatewayRefundId: string | null },
): CompiledQuery {
  return db
    .updateTable('payment_refund')
    .set({
      status: end.status,
      gateway_refund_id: end.gatewayRefundId,
      failure: end.status === 'failed' ? end.failure : null,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .compile();
}

/** The gateway has accepted the refund and will report its result later. */
export async function markRefundPending(
  db: Kysely<Database>,
  { id, gatewayRefundId }: { id: string; gatewayRefundId: string },
): Promise<void> {
  await db
    .updateTable('payment_refund')
    .set({ status: 'pending', gateway_refund_id: gatewayRefundId, updated_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', ['reserved', 'pending'])
    .execute();
}

/** Unfinished refunds that were not checked since `before`. */
export async function readStrandedRefunds(
  db: Kysely<Database>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_refund')
    .select('id')
    .where('status', 'in', ['reserved', 'pending'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
