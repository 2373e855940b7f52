/**
 * Credits one of our orders with its payment, in the payment's current state at the gateway. Verify and the
 * callback call this after a signed checkout, the reconciler for each payment of an unfinished order. A
 * webhook names a payment and not an order: `bookPayment` credits it the same way (`top-up.ts`).
 *
 * | crash                          | what happens next                                               |
 * | ------------------------------ | --------------------------------------------------------------- |
 * | before the credit              | the webhook or the reconciler credits it                       |
 * | before its refunds are booked  | the webhook of the refund, or the next comparison, books them   |
 * | after the capture              | the reconciler finds it captured and credits it                 |
 */
import { loadOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import type { GatewayPayment } from '@sachet/shared/payments/payment';
import { bookPayment, type BookingDependencies } from './book-payment.ts';
import { completeTopUp } from './top-up.ts';

/**
 * Credits the order with its payments. Returns the gateway's answer, which may be that it cannot be asked now.
 *
 * @throws {Error} if the ledger cannot answer now.
 */
export async function creditOrder(
  deps: BookingDependencies & { readonly gateway: PaymentGateway },
  order: PaymentOrder & { readonly gateway_order_id: string },
  how: { captures: boolean },
): ReturnType<PaymentGateway['fetchOrderPayments']> {
  const payments = await deps.gateway.fetchOrderPayments(order.gateway_order_id);
  if (!payments.ok) return payments;
  // A captured payment first: it credits the order, and no other payment of it is then captured.
  for (const payment of payments.value.toSorted((a, b) => +b.captured - +a.captured)) {
    await creditPayment(deps, order, payment, how);
  }
  return payments;
}

/**
 * Returns the order as it is afterwards.
 *
 * @param order Any earlier read of it.
 * @param captures Whether an authorized payment of an unpaid order is captured. Verify leaves that to the
 *   reconciler: the gateway captures automatically within seconds.
 * @throws {Error} if the gateway or the ledger cannot answer now: then call it again.
 */
export async function creditPayment(
  deps: BookingDependencies,
  order: PaymentOrder,
  payment: GatewayPayment,
  { captures }: { captures: boolean },
): Promise<PaymentOrder> {
  await completeTopUp(deps, payment, order);
  if (payment.refundedPaise > 0) await bookPayment(deps, payment.id);
  const current = (await loadOrder(deps.db, order.id))!;
  const isAmountRight =
    current.amount_paise === payment.amountPaise && current.currency === payment.currency;
  const mayCapture = captures && isAmountRight && current.status !== 'credited';
  if (payment.status !== 'authorized' || !mayCapture) return current;
  const { id, amountPaise, currency } = payment;
  const captured = await deps.gateway!.capture({ id, amountPaise, currency });
  // The capture is refused if the gateway has captured the payment before, or has another payment for this
  // order.
  const now = captured.ok ? captured : await deps.gateway!.fetchPayment(id);
  return now.ok ? creditPayment(deps, current, now.value, { captures: false }) : current;
}
