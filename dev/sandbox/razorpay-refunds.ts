/** Refunds: whole or in part, pending, processed or failed. Fees are not returned. */
import {
  announce,
  found,
  markersFor,
  notesFrom,
  remember,
  rememberEntry,
  type Account,
} from './razorpay-account.ts';
import {
  alreadyResolved,
  badIdempotencyKey,
  fullyRefunded,
  lowBalance,
  notCaptured,
  otherRefund,
  refundTooLarge,
} from './razorpay-errors.ts';
import { amountFrom, receiptFrom } from './razorpay-orders.ts';
import { adjustmentEntry, refundEntry } from './razorpay-settlements.ts';
import type { Occurrence } from './razorpay-webhooks.ts';
import { newId, type Payment, type Refund } from './razorpay-wire.ts';

const about = (event: string, refund: Refund, payment: Payment): Occurrence => ({
  event,
  payload: { refund: { entity: { ...refund } }, payment: { entity: { ...payment } } },
});

/**
 * The same idempotency key with the same body returns the first refund.
 * @throws {Refused} if the key has another body, or the amount exceeds the rest of the payment.
 */
export function createRefund(
  account: Account,
  paymentId: string,
  body: Record<string, unknown>,
  idempotencyKey: string | undefined,
): Refund {
  if (idempotencyKey === undefined) return refund(account, paymentId, body);
  if (!/^[\w-]{10,}$/.test(idempotencyKey)) throw badIdempotencyKey();
  const asked = JSON.stringify([paymentId, body]);
  const earlier = account.refundRequests.get(idempotencyKey);
  if (earlier && earlier.body !== asked) throw otherRefund();
  if (earlier) return found(account.refunds, earlier.refundId);
  const made = refund(account, paymentId, body);
  remember(account.refundRequests, idempotencyKey, { body: asked, refundId: made.id });
  return made;
}

function refund(account: Account, paymentId: string, body: Record<string, unknown>): Refund {
  const payment = found(account.payments, paymentId);
  if (payment.status === 'refunded') throw fullyRefunded();
  if (payment.status !== 'captured') throw notCaptured();
  const left = payment.amount - payment.amount_refunded;
  const amount = body.amount === undefined ? left : amountFrom(body.amount);
  if (amount > left) throw refundTooLarge();
  const notes = notesFrom(body.notes);
  const outcome = markersFor(account, payment.order_id, notes).refund;
  if (outcome === 'refused') throw lowBalance();
  const made: Refund = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes,
    receipt: receiptFrom(body.receipt),
    acquirer_data: { arn: null },
    created_at: account.now(),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: typeof body.speed === 'string' ? body.speed : 'normal',
  };
  remember(account.refunds, made.id, made);
  setRefunded(payment, payment.amount_refunded + amount);
  const created = about('refund.created', made, payment);
  if (outcome === 'processed') {
    announce(account, payment, [created, processed(account, made, payment)]);
  } else {
    announce(account, payment, [created]);
    if (outcome === 'failed') account.later(0, () => resolveRefund(account, made.id, 'failed'));
  }
  return made;
}

function setRefunded(payment: Payment, amount: number): void {
  payment.amount_refunded = amount;
  payment.refund_status = amount === 0 ? null : amount < payment.amount ? 'partial' : 'full';
  payment.status = payment.refund_status === 'full' ? 'refunded' : 'captured';
}

function processed(account: Account, refund: Refund, payment: Payment): Occurrence {
  refund.status = 'processed';
  refund.acquirer_data = { arn: '10000000000000' };
  rememberEntry(account, refundEntry(refund, payment, account.now()));
  return about('refund.processed', refund, payment);
}

/**
 * Ends a pending refund. A processed refund can still fail: then its money comes back.
 * @throws {Refused} for a refund in any other state.
 */
export function resolveRefund(
  account: Account,
  id: string,
  outcome: 'processed' | 'failed' | 'reversed',
): Refund {
  const refund = found(account.refunds, id);
  const isPaid = refund.status === 'processed';
  if (refund.status !== 'pending' && !(isPaid && outcome !== 'processed')) throw alreadyResolved();
  const payment = found(account.payments, refund.payment_id);
  if (outcome === 'processed') {
    announce(account, payment, [processed(account, refund, payment)]);
  } else {
    if (isPaid) {
      const returned = { amount: refund.amount, description: 'Refund reversed', dispute: null };
      rememberEntry(account, adjustmentEntry(payment, returned, account.now()));
    }
    refund.status = outcome;
    setRefunded(payment, payment.amount_refunded - refund.amount);
    announce(account, payment, [about('refund.failed', refund, payment)]);
  }
  return refund;
}
