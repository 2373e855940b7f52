/** Pure rules: the effect of a gateway payment on its order. */

import { dayMs, hourMs } from '../time.ts';

/** A payment in its current state at the gateway. Amounts are paise. */
export interface GatewayPayment {
  readonly id: string;
  /** The gateway's id of the order; null for money without an order. */
  readonly gatewayOrderId: string | null;
  readonly amountPaise: number;
  readonly currency: string;
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  /** Whether the payment was ever captured: a payment can be refunded without a capture. */
  readonly captured: boolean;
  readonly refundedPaise: number;
  /** The payer's UPI address, if the payment was made with one. */
  readonly vpa?: string | null;
  /** The gateway's message for a failure. */
  readonly reason: string | null;
}

/** The gateway pays back no less. */
export const smallestRefundPaise = 100;

/** Payments that could not simply be credited. Finance knows further exceptions (`ExceptionKind`). */
export type PaymentExceptionKind =
  | 'unknown_order'
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'second_payment'
  | 'credit_refused'
  | 'never_confirmed'
  | 'unknown_payment'
  | 'dispute_refused'
  | 'dispute_closed'
  | 'dispute_contradictory'
  | 'refund_refused'
  | 'refund_failed'
  | 'refund_returned'
  | 'refund_after_failure'
  | 'changed_after_correction'
  | 'wallet_overdrawn'
  | 'unknown_column'
  | 'webhook_unreadable'
  | 'webhook_failed';

export type Judgement =
  | { readonly verdict: 'credit' }
  /** Confirmed by the bank but not captured yet: not money until it is captured. */
  | { readonly verdict: 'authorized' }
  | { readonly verdict: 'wait' }
  /** `final` is true if the payment can no longer be captured. */
  | { readonly verdict: 'failed'; readonly reason: string | null; readonly final: boolean }
  | { readonly verdict: 'exception'; readonly kind: PaymentExceptionKind };

/**
 * Only a payment that was captured in the order's amount and currency is credited. A failed payment is not
 * final: a bank may confirm it days later.
 */
export function judgePayment(
  order: { readonly amountPaise: number; readonly currency: string },
  payment: GatewayPayment,
): Judgement {
  switch (payment.status) {
    case 'created':
      return { verdict: 'wait' };
    case 'failed':
      return { verdict: 'failed', reason: payment.reason, final: false };
    case 'refunded':
      return payment.captured
        ? judgeCaptured(order, payment)
        : { verdict: 'failed', reason: payment.reason, final: true };
    case 'authorized':
      // The gateway automatically refunds a payment that is not captured.
      return findMismatch(order, payment) ? { verdict: 'wait' } : { verdict: 'authorized' };
    case 'captured':
      return judgeCaptured(order, payment);
    default:
      return payment.status satisfies never;
  }
}

/** Refunded money is credited too: each refund is debited separately. */
function judgeCaptured(
  order: { readonly amountPaise: number; readonly currency: string },
  payment: GatewayPayment,
): Judgement {
  const kind = findMismatch(order, payment);
  return kind ? { verdict: 'exception', kind } : { verdict: 'credit' };
}

function findMismatch(
  order: { readonly amountPaise: number; readonly currency: string },
  payment: GatewayPayment,
): PaymentExceptionKind | null {
  if (payment.currency !== order.currency) return 'currency_mismatch';
  return payment.amountPaise === order.amountPaise ? null : 'amount_mismatch';
}

/** How long after its creation an order is still reconciled: banks may confirm days later. */
const reconcileForMs = 7 * dayMs;
const longestPauseMs = 6 * hourMs;

/**
 * When to ask the gateway about an order again, or null for never. The first pause is `firstMs`, or a quarter
 * of it if the user has paid and waits; the pauses grow with the order's age.
 */
export function nextCheckMs(
  order: { readonly createdAtMs: number; readonly isConfirming: boolean },
  { nowMs, firstMs }: { nowMs: number; firstMs: number },
): number | null {
  const ageMs = Math.max(0, nowMs - order.createdAtMs);
  if (ageMs > reconcileForMs) return null;
  const shortestMs = order.isConfirming ? firstMs / 4 : firstMs;
  return nowMs + Math.floor(Math.min(longestPauseMs, Math.max(shortestMs, ageMs / 4)));
}

/** How long a failing webhook is retried: as long as the gateway repeats a webhook. */
const retryForMs = dayMs;

/**
 * When to retry a webhook that has failed `attempts` times, or null to give up. The pauses double, from
 * `firstMs` to an hour.
 */
export function nextAttemptMs(
  webhook: { readonly receivedAtMs: number; readonly attempts: number },
  { nowMs, firstMs }: { nowMs: number; firstMs: number },
): number | null {
  if (nowMs - webhook.receivedAtMs > retryForMs) return null;
  return nowMs + Math.min(hourMs, firstMs * 2 ** Math.min(webhook.attempts - 1, 20));
}
