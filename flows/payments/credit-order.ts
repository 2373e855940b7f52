/**
 * Credits one of our orders with its payments at the gateway. The reconciler calls this for each unfinished
 * order, and the API for an order whose sheet was closed.
 *
 * | crash             | what happens next                                     |
 * | ----------------- | ----------------------------------------------------- |
 * | before the credit | the webhook or the reconciler credits it              |
 * | after the capture | the reconciler finds it captured and credits it       |
 */
import { loadOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import type { GatewayPayment } from '@sachet/shared/payments/payment';
import { bookPayment, type BookingDependencies } from './book-payment.ts';

type Dependencies = BookingDependencies & { readonly gateway: PaymentGateway };

/**
 * Returns the gateway's answer, which may be that it cannot be asked now.
 *
 * @param captures Whether an authorized payment of an unpaid order is captured. The API leaves that to the
 *   reconciler: the gateway captures automatically within seconds.
 * @throws {Error} if the gateway or the ledger cannot answer now: then call it again.
 */
export async function creditOrder(
  deps: Dependencies,
  order: PaymentOrder & { readonly gateway_order_id: string },
  { captures }: { captures: boolean },
): ReturnType<PaymentGateway['fetchOrderPayments']> {
  const payments = await deps.gateway.fetchOrderPayments(order.gateway_order_id);
  if (!payments.ok) return payments;
  // A captured payment first: it credits the order, and no other payment of it is then captured.
  for (const payment of payments.value.toSorted((a, b) => +b.captured - +a.captured)) {
    await bookPayment(deps, payment, order);
    if (captures && payment.status === 'authorized') await capture(deps, order.id, payment);
  }
  return payments;
}

async function capture(
  { db, gateway, ...deps }: Dependencies,
  orderId: string,
  { id, amountPaise, currency }: GatewayPayment,
): Promise<void> {
  const order = (await loadOrder(db, orderId))!;
  const isAmountRight = order.amount_paise === amountPaise && order.currency === currency;
  if (!isAmountRight || order.status === 'credited') return;
  const captured = await gateway.capture({ id, amountPaise, currency });
  // The capture is refused if the gateway has captured the payment before, or has another payment for this
  // order.
  const now = captured.ok ? captured : await gateway.fetchPayment(id);
  if (now.ok) await bookPayment({ db, gateway, ...deps }, now.value, order);
}
