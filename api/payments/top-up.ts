import { findOrder, loadOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import { creditOrder } from '@sachet/flows/payments/credit-order';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { askReconciler, toTopUp } from './top-up-answer.ts';

export const getTopUp = route('GET /api/top-up', {
  async handle({ deps, caller, query }) {
    const which = { gatewayOrderId: query.order, uid: caller.uid };
    const order = found(await findOrder(deps.db, which), 'order');
    const isOpen = order.status === 'created' || order.status === 'failed';
    return ok(await toTopUp(deps, query.closed && isOpen ? await askGateway(deps, order) : order));
  },
});

/**
 * Asks for the payments of an order whose sheet was closed, because the sheet may not have heard of one.
 * Returns the order as it is afterwards.
 */
async function askGateway(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'gateway' | 'queue' | 'log'>,
  order: PaymentOrder,
): Promise<PaymentOrder> {
  const { gateway } = deps;
  const { gateway_order_id: gatewayOrderId } = order;
  if (!gateway || gatewayOrderId === null) return order;
  const named = { ...order, gateway_order_id: gatewayOrderId };
  const payments = await creditOrder({ ...deps, gateway }, named, { captures: false });
  if (!payments.ok) {
    deps.log.warn({ orderId: order.id, reason: payments.reason }, 'could not ask about an order');
  }
  const current = (await loadOrder(deps.db, order.id))!;
  if (current.status === 'confirming') await askReconciler(deps, order.id);
  return current;
}
