/** What a signature of the gateway's proves: somebody has paid this order, or is about to have. */
import { advanceOrder, loadOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import { completeTopUp } from '@sachet/flows/top-up';
import type { Dependencies } from './dependencies.ts';
import { askReconciler, requireGateway } from './top-up.ts';

/** Returns the order as it stands then. Where the gateway is slow, the worker goes on asking it. */
export async function completeCheckout(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'gateway' | 'queue' | 'log'>,
  { order, paymentId }: { order: PaymentOrder; paymentId: string },
): Promise<PaymentOrder> {
  const payment = await requireGateway(deps).fetchPayment(paymentId);
  if (payment.ok) await completeTopUp(deps, payment.value);
  if (!payment.ok || payment.value.status === 'created') {
    deps.log.warn({ orderId: order.id, payment }, 'a payment is to be confirmed');
    await advanceOrder(deps.db, order.id, { status: 'confirming' });
  }
  const current = (await loadOrder(deps.db, order.id))!;
  if (current.status === 'confirming') await askReconciler(deps, order.id);
  return current;
}
