/** Completes a checkout whose payment the gateway has signed. The payment is captured, or will be soon. */
import { advanceOrder, loadOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import { bookPayment } from '@sachet/flows/payments/book-payment';
import type { Dependencies } from '../dependencies.ts';
import { askReconciler, requireGateway } from './top-up-answer.ts';

/** Returns the order as it is afterwards. If the gateway is slow, the worker continues to ask it. */
export async function completeCheckout(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'gateway' | 'queue' | 'log'>,
  { order, paymentId }: { order: PaymentOrder; paymentId: string },
): Promise<PaymentOrder> {
  const payment = await requireGateway(deps).fetchPayment(paymentId);
  const isSettling = payment.ok && payment.value.status !== 'created';
  if (isSettling) {
    await bookPayment(deps, payment.value, order);
  } else {
    deps.log.warn({ orderId: order.id, payment }, 'payment awaits confirmation');
    await advanceOrder(deps.db, order.id, { status: 'confirming' });
  }
  const current = (await loadOrder(deps.db, order.id))!;
  if (current.status === 'confirming') await askReconciler(deps, order.id);
  return current;
}
