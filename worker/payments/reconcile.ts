/**
 * Asks the gateway about an unfinished order, for example because its browser crashed, its webhook was lost,
 * or its bank confirms days later.
 */
import { openException } from '@sachet/db/finance/exceptions';
import { creditOrder } from '@sachet/flows/payments/credit-order';
import {
  advanceOrder,
  storeGatewayOrderId,
  loadOrder,
  scheduleCheck,
  type PaymentOrder,
} from '@sachet/db/payments/orders';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import { nextCheckMs } from '@sachet/shared/payments/payment';
import { hourMs } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';

export type MoneyDependencies = Pick<
  Dependencies,
  'db' | 'ledger' | 'queue' | 'gateway' | 'topUpCheckAfterMs' | 'log'
>;

const lastCheckAgainMs = hourMs;

export async function reconcileOrder(
  deps: MoneyDependencies,
  orderId: string,
  nowMs = Date.now(),
): Promise<void> {
  const { db, gateway, topUpCheckAfterMs: firstMs, log } = deps;
  const order = await loadOrder(db, orderId);
  if (!gateway || !order || order.status === 'credited') return;
  const createdAtMs = order.created_at.getTime();
  const isConfirming = order.status === 'confirming';
  const next = nextCheckMs({ createdAtMs, isConfirming }, { nowMs, firstMs });
  // `next` is null for the last check, which is repeated only if it fails.
  await scheduleCheck(db, { id: order.id, at: new Date(next ?? nowMs + lastCheckAgainMs) });

  const gatewayOrderId =
    order.gateway_order_id ?? (await findGatewayOrder(deps, gateway, order, nowMs));
  if (gatewayOrderId === null) return;
  const named = { ...order, gateway_order_id: gatewayOrderId };
  const payments = await creditOrder({ ...deps, gateway }, named, { captures: true });
  if (!payments.ok) {
    log.warn({ orderId, reason: payments.reason }, 'could not fetch an order from the gateway');
    if (payments.failure === 'unreachable') return;
  }
  if (nowMs > order.expires_at.getTime()) await advanceOrder(db, order.id, { status: 'expired' });
  if (next === null) await stopChecking(deps, order.id);
}

/**
 * The gateway's id of an order whose creation was interrupted. Without an id, the order cannot be paid, and
 * it fails.
 */
async function findGatewayOrder(
  { db, topUpCheckAfterMs }: MoneyDependencies,
  gateway: PaymentGateway,
  { id }: PaymentOrder,
  nowMs: number,
): Promise<string | null> {
  const found = await gateway.findOrders(id);
  if (!found.ok) return null;
  const gatewayOrderId = found.value[0];
  if (gatewayOrderId === undefined) {
    await advanceOrder(db, id, { status: 'failed', reason: 'The gateway made no order.' });
    await scheduleCheck(db, { id, at: null });
    return null;
  }
  const nextCheckAt = new Date(nowMs + topUpCheckAfterMs);
  return storeGatewayOrderId(db, { id, gatewayOrderId, nextCheckAt });
}

/** Assigns the order to finance, because the client has promised the payer a result. */
async function stopChecking({ db }: MoneyDependencies, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await loadOrder(trx, id);
    if (order?.status === 'confirming') {
      await openException(trx, {
        kind: 'never_confirmed',
        subject: id,
        orderId: id,
        gatewayOrderId: order.gateway_order_id,
        detail: { orderedPaise: order.amount_paise },
      });
      await advanceOrder(trx, id, { status: 'review' });
    }
    await scheduleCheck(trx, { id, at: null });
  });
}
