/** Disputes: opened by a bank, then won, lost or closed. */
import { announce, found, remember, rememberEntry, type Account } from './razorpay-account.ts';
import { alreadyResolved, notCaptured, refundTooLarge } from './razorpay-errors.ts';
import { amountFrom } from './razorpay-orders.ts';
import { disputeEntry } from './razorpay-settlements.ts';
import type { Occurrence } from './razorpay-webhooks.ts';
import { newId, type Dispute, type Payment } from './razorpay-wire.ts';

const about = (event: string, payment: Payment, dispute: Dispute): Occurrence => ({
  event: `payment.dispute.${event}`,
  payload: { payment: { entity: { ...payment } }, dispute: { entity: { ...dispute } } },
});

const week = 7 * 24 * 3600;

/** Of the whole payment when no amount is given. @throws {Refused} unless it was captured. */
export function openDispute(account: Account, paymentId: string, amount: unknown): Dispute {
  const payment = found(account.payments, paymentId);
  if (!payment.captured) throw notCaptured();
  const disputed = amount === undefined ? payment.amount : amountFrom(amount);
  if (disputed > payment.amount) throw refundTooLarge();
  const dispute: Dispute = {
    id: newId('disp'),
    entity: 'dispute',
    payment_id: payment.id,
    amount: disputed,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: 'chargeback_authorization',
    reason_description: 'The cardholder does not recognise the payment.',
    respond_by: account.now() + week,
    status: 'open',
    phase: 'chargeback',
    created_at: account.now(),
  };
  remember(account.disputes, dispute.id, dispute);
  announce(account, payment, [about('created', payment, dispute)]);
  return dispute;
}

/** Only a lost dispute costs money. @throws {Refused} unless it is open. */
export function resolveDispute(
  account: Account,
  id: string,
  outcome: 'won' | 'lost' | 'closed',
): Dispute {
  const dispute = found(account.disputes, id);
  if (dispute.status !== 'open') throw alreadyResolved();
  const payment = found(account.payments, dispute.payment_id);
  dispute.status = outcome;
  if (outcome === 'lost') {
    dispute.amount_deducted = dispute.amount;
    rememberEntry(account, disputeEntry(dispute, payment, account.now()));
  }
  announce(account, payment, [about(outcome, payment, dispute)]);
  return dispute;
}
