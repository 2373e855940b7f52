/** Disputes: opened by a bank, then won, lost or closed. */
import {
  announce,
  found,
  markersFor,
  remember,
  rememberEntry,
  type Account,
} from './razorpay-account.ts';
import { alreadyResolved, notCaptured, refundTooLarge } from './razorpay-errors.ts';
import { amountFrom } from './razorpay-orders.ts';
import { adjustmentEntry } from './razorpay-settlements.ts';
import type { Occurrence } from './razorpay-webhooks.ts';
import { newId, type Dispute, type Payment } from './razorpay-wire.ts';

const about = (event: string, payment: Payment, dispute: Dispute): Occurrence => ({
  event: `payment.dispute.${event}`,
  payload: { payment: { entity: { ...payment } }, dispute: { entity: { ...dispute } } },
});

const week = 7 * 24 * 3600;

function deduct(account: Account, dispute: Dispute, amount: number, description: string): void {
  if (amount === 0) return;
  const payment = found(account.payments, dispute.payment_id);
  const { unnamed } = markersFor(account, payment.order_id).dispute;
  const adjustment = { amount: -amount, description, dispute: unnamed ? null : dispute.id };
  rememberEntry(account, adjustmentEntry(payment, adjustment, account.now()));
}

/**
 * Disputes the whole payment unless an amount is given. `deducted` leaves the account immediately.
 * @throws {Refused} unless the payment was captured.
 */
export function openDispute(
  account: Account,
  paymentId: string,
  { amount, deducted }: { amount: unknown; deducted: unknown },
): Dispute {
  const payment = found(account.payments, paymentId);
  if (!payment.captured) throw notCaptured();
  const disputed = amount === undefined ? payment.amount : amountFrom(amount);
  const taken = deducted === undefined ? 0 : amountFrom(deducted);
  if (disputed > payment.amount || taken > disputed) throw refundTooLarge();
  const dispute: Dispute = {
    id: newId('disp'),
    entity: 'dispute',
    payment_id: payment.id,
    amount: disputed,
    currency: payment.currency,
    amount_deducted: taken,
    reason_code: 'chargeback_authorization',
    reason_description: 'The cardholder does not recognise the payment.',
    respond_by: account.now() + week,
    status: 'open',
    phase: 'chargeback',
    created_at: account.now(),
  };
  remember(account.disputes, dispute.id, dispute);
  deduct(account, dispute, taken, 'Dispute opened');
  announce(account, payment, [about('created', payment, dispute)]);
  return dispute;
}

/**
 * A lost dispute costs its whole amount unless `deducted` states another amount. A won dispute returns
 * the deducted amount, unless `deducted` states what it keeps. @throws {Refused} unless it is open.
 */
export function resolveDispute(
  account: Account,
  id: string,
  outcome: 'won' | 'lost' | 'closed',
  deducted?: unknown,
): Dispute {
  const dispute = found(account.disputes, id);
  if (dispute.status !== 'open') throw alreadyResolved();
  const payment = found(account.payments, dispute.payment_id);
  const before = dispute.amount_deducted;
  dispute.status = outcome;
  if (outcome === 'lost') {
    dispute.amount_deducted = deducted === undefined ? dispute.amount : amountFrom(deducted);
  }
  if (outcome === 'won') {
    dispute.amount_deducted = deducted === undefined ? 0 : amountFrom(deducted);
  }
  deduct(account, dispute, dispute.amount_deducted - before, `Dispute ${outcome}`);
  announce(account, payment, [about(outcome, payment, dispute)]);
  return dispute;
}
