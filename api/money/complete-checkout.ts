/** Completes a checkout whose payment the gateway has signed: it is paid, or about to be. */
import { advanceOrder, loadOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import { bookPayment } from '@sachet/flows/book-payment';
import { completeTopUp } from '@sachet/flows/top-up';
import type { Dependencies } from '../dependencies.ts';
import { askReconciler, requireGateway } from './top-up-answer.ts';

/** Returns the order as it is afterwards. Where the gateway is slow, the worker continues to ask it. */
export async function completeCheckout(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'gateway' | 'queue' | 'log'>,
  { order, paymentId }: { order: PaymentOrder; paymentId: string },
): Promise<PaymentOrder> {
  const payment = await requireGateway(deps).fetchPayment(paymentId);
  if (payment.ok) await completeTopUp(deps, payment.value);
  if (payment.ok && payment.value.refundedPaise > 0) await bookPayment(deps, paymentId);
  if (!payment.ok || payment.value.status === 'created') {
    deps.log.warn({ orderId: order.id, payment }, 'payment awaits confirmation');
    await advanceOrder(deps.db, order.id, { status: 'confirming' });
  }
  const current = (await loadOrder(deps.db, order.id))!;
  if (current.status === 'confirming') await askReconciler(deps, order.id);
  return current;
}
