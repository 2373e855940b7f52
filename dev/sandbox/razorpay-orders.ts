/** Orders: created, attempted, paid. */
import { notesFrom, remember, type Account, type OrderRecord } from './razorpay-account.ts';
import { badField } from './razorpay-errors.ts';
import { isRecord, newId, type Order } from './razorpay-wire.ts';

/** Rs 5,00,000, the limit of a single payment without a special agreement. */
const maxAmount = 50_000_000;

/** The amount in paise. @throws {Refused} for an invalid amount. */
export function amountFrom(value: unknown): number {
  if (value === undefined || value === null || value === '') {
    throw badField('amount', 'The amount field is required.');
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw badField('amount', 'The amount must be an integer.');
  }
  if (value < 100) throw badField('amount', 'The amount must be atleast INR 1.00');
  if (value > maxAmount) throw badField('amount', 'Amount exceeds maximum amount allowed.');
  return value;
}

export function receiptFrom(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw badField('receipt', 'The receipt must be a string.');
  if (value.length > 40) {
    throw badField('receipt', 'The receipt may not be greater than 40 characters.');
  }
  return value;
}

/** Capture is automatic unless the order says otherwise. */
function captureFrom(body: Record<string, unknown>): OrderRecord['capture'] {
  const capture = isRecord(body.payment) ? body.payment.capture : undefined;
  if (capture !== undefined && capture !== 'automatic' && capture !== 'manual') {
    throw badField('payment.capture', 'The selected capture is invalid.');
  }
  return capture ?? 'automatic';
}

/** @throws {Refused} for an invalid order. */
export function createOrder(account: Account, body: Record<string, unknown>): Order {
  const amount = amountFrom(body.amount);
  if (body.currency === undefined) {
    throw badField('currency', 'The currency field is required.');
  }
  if (body.currency !== 'INR') throw badField('currency', 'Currency is not supported');
  const capture = captureFrom(body);
  const order: Order = {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt: receiptFrom(body.receipt),
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notesFrom(body.notes),
    created_at: account.now(),
  };
  remember(account.orders, order.id, { order, capture, failedReads: 0 });
  return order;
}
