/** Payments: attempted in the sheet, authorized, captured. A failed payment may be authorized late. */
import {
  announce,
  found,
  markersFor,
  findPayments,
  remember,
  rememberEntry,
  type Account,
} from './razorpay-account.ts';
import {
  alreadyCaptured,
  alreadyPaid,
  alreadyResolved,
  declined,
  noError,
  notAuthorized,
  otherAmount,
  otherCurrency,
  timedOut,
} from './razorpay-errors.ts';
import { paymentEntry } from './razorpay-settlements.ts';
import type { Occurrence } from './razorpay-webhooks.ts';
import {
  newId,
  type Notes,
  type Order,
  type Payment,
  type PaymentMethod,
} from './razorpay-wire.ts';

export type Attempt = {
  orderId: string;
  method: PaymentMethod;
  outcome: 'success' | 'failure' | 'late';
  vpa: string | null;
  bank: string | null;
  description: string | null;
  email: string;
  contact: string;
  notes: Notes;
};

const about = (event: string, payment: Payment): Occurrence => ({
  event,
  payload: { payment: { entity: { ...payment } } },
});

const orderPaid = (payment: Payment, order: Order): Occurrence => ({
  event: 'order.paid',
  payload: { payment: { entity: { ...payment } }, order: { entity: { ...order } } },
});

function started(account: Account, order: Order, attempt: Attempt): Payment {
  const { pay } = markersFor(account, order.id);
  return {
    id: newId('pay'),
    entity: 'payment',
    amount: pay.amount ?? order.amount,
    currency: pay.currency ?? order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: attempt.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description,
    card_id: attempt.method === 'card' ? newId('card') : null,
    bank: attempt.method === 'netbanking' ? (attempt.bank ?? 'HDFC') : null,
    wallet: null,
    vpa: attempt.method === 'upi' ? (attempt.vpa ?? 'success@razorpay') : null,
    email: attempt.email,
    contact: attempt.contact,
    notes: attempt.notes,
    fee: null,
    tax: null,
    ...noError,
    acquirer_data: {},
    created_at: account.now(),
  };
}

/** Pays an order, as the sheet does. @throws {Refused} for an unknown or paid order. */
export function tryPayment(account: Account, attempt: Attempt): Payment {
  const { order } = found(account.orders, attempt.orderId);
  if (order.status === 'paid') throw alreadyPaid();
  const payment = started(account, order, attempt);
  remember(account.payments, payment.id, payment);
  order.attempts += 1;
  order.status = 'attempted';
  if (attempt.outcome === 'success') {
    authorize(account, payment);
    return payment;
  }
  Object.assign(payment, attempt.outcome === 'late' ? timedOut : declined, { status: 'failed' });
  announce(account, payment, [about('payment.failed', payment)]);
  if (attempt.outcome === 'late') {
    const { lateMs } = markersFor(account, order.id).pay;
    account.later(lateMs, () => {
      if (payment.status === 'failed') authorize(account, payment);
    });
  }
  return payment;
}

/** A bank confirms a failed payment, perhaps days later. @throws {Refused} for any other payment. */
export function authorizeLate(account: Account, id: string): Payment {
  const payment = found(account.payments, id);
  if (payment.status !== 'failed') throw alreadyResolved();
  authorize(account, payment);
  return payment;
}

/** An order is captured once: a late second payment stays authorized. */
function authorize(account: Account, payment: Payment): void {
  Object.assign(payment, noError, { status: 'authorized' });
  payment.acquirer_data =
    payment.method === 'upi' ? { rrn: '100000000001' } : { auth_code: '100001' };
  const occurrences = [about('payment.authorized', payment)];
  const record = account.orders.get(payment.order_id);
  if (record?.capture === 'automatic' && record.order.status !== 'paid') {
    occurrences.push(...captured(account, payment, record.order));
  }
  announce(account, payment, occurrences);
}

/** The fee is 2 % of the amount, with 18 % GST on the fee. */
function computeFees(amount: number): { fee: number; tax: number } {
  const charged = Math.round(amount * 0.02);
  const tax = Math.round(charged * 0.18);
  return { fee: charged + tax, tax };
}

function captured(account: Account, payment: Payment, order: Order): Occurrence[] {
  Object.assign(payment, { status: 'captured', captured: true, ...computeFees(payment.amount) });
  order.status = 'paid';
  order.amount_paid = payment.amount;
  order.amount_due = Math.max(0, order.amount - payment.amount);
  rememberEntry(account, paymentEntry(payment, order.receipt, account.now()));
  return [about('payment.captured', payment), orderPaid(payment, order)];
}

/** @throws {Refused} unless the payment is authorized and has that amount and currency. */
export function capturePayment(
  account: Account,
  id: string,
  { amount, currency }: Record<string, unknown>,
): Payment {
  const payment = found(account.payments, id);
  if (payment.captured) throw alreadyCaptured();
  if (payment.status !== 'authorized') throw notAuthorized();
  if (Number(amount) !== payment.amount) throw otherAmount();
  if (currency !== undefined && currency !== payment.currency) throw otherCurrency();
  const { order } = found(account.orders, payment.order_id);
  const isPaid = findPayments(account, order.id).some((other) => other.captured);
  if (isPaid) throw alreadyPaid();
  announce(account, payment, captured(account, payment, order));
  return payment;
}
