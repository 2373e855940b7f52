/**
 * Refunds a top-up to its payer (docs/decisions/0010).
 *
 * 1. `reserveRefund` reserves it (`hold:<hold>`) with the refund's row and queues the job.
 * 2. The worker asks the gateway (`makeRefund`). Our refund's id is the gateway's idempotency key, so
 *    that asking again is the same refund.
 * 3. `fetchAndBookPayment` debits what the gateway paid out (`refund:<the gateway's refund>`), or gives back
 *    what was reserved (`void:<hold>`), with the row's end.
 *
 * | it crashes …                 | what happens                                             |
 * | ---------------------------- | -------------------------------------------------------- |
 * | before 1 commits             | nothing was reserved                                     |
 * | after 1                      | the sweep queues the job                                 |
 * | after the gateway was asked  | it is asked again, or its webhook comes                  |
 * | in 3                         | the idempotency key decides                              |
 */
import type { CompiledQuery } from 'kysely';
import { violates } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import {
  loadRefund,
  markRefundPending,
  refundReservedStatement,
  type PaymentRefund,
} from '@sachet/db/payments/refunds';
import { dayMs } from '@sachet/shared/time';
import {
  fetchAndBookPayment,
  getRefundActor,
  releaseRefund,
  type BookingDependencies,
} from './book-payment.ts';
import { enqueue } from '../enqueue.ts';

/** Longer than a gateway takes to report a refund's result; afterwards a sweep releases the hold. */
const reservedForMs = 30 * dayMs;

export interface RefundRequest {
  readonly paymentId: string;
  readonly walletId: string;
  readonly amountPaise: number;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedAs: PaymentRefund['requested_as'];
  /** The idempotency key of that requester. */
  readonly idempotencyKey: string;
  /** Statements that commit with the reservation or not at all. */
  readonly also?: (refundId: string) => CompiledQuery[];
}

/**
 * Returns the refund's id, or why it was not reserved: another refund of this wallet is in progress, the key
 * belongs to another refund, or the ledger refused.
 */
export async function reserveRefund(
  deps: Omit<BookingDependencies, 'gateway'> & Parameters<typeof enqueue>[0],
  request: RefundRequest,
): Promise<{ refundId: string } | 'refund_under_way' | 'key_reused' | 'refused'> {
  const { db, ledger } = deps;
  const refundId = newId('rfd');
  const holdId = refundId.replace('rfd_', 'hold_');
  const row = {
    id: refundId,
    payment_id: request.paymentId,
    wallet_id: request.walletId,
    hold_id: holdId,
    amount_paise: request.amountPaise,
    reason: request.reason,
    requested_by: request.requestedBy,
    requested_as: request.requestedAs,
    idempotency_key: request.idempotencyKey,
  };
  try {
    const outcome = await ledger.append(
      {
        type: 'ReserveRefund',
        walletId: request.walletId,
        idempotencyKey: `hold:${holdId}`,
        actor: getRefundActor(row),
        holdId,
        amountPaise: request.amountPaise,
        paymentId: request.paymentId,
        expiresAtMs: Date.now() + reservedForMs,
      },
      [refundReservedStatement(db, row), ...(request.also?.(refundId) ?? [])],
    );
    if (!outcome.ok && outcome.refusal === 'ledger_busy') {
      throw new LedgerUnavailable('the ledger is busy');
    }
    if (!outcome.ok) return 'refused';
  } catch (error) {
    if (violates(error, 'payment_refund_open')) return 'refund_under_way';
    if (violates(error, 'payment_refund_requested_by_idempotency_key_key')) return 'key_reused';
    throw error;
  }
  await enqueue(deps, { name: 'refund', refundId });
  return { refundId };
}

/** Requests the refund from the gateway and books the result. @throws {Error} if a retry may help. */
export async function makeRefund(deps: BookingDependencies, refundId: string): Promise<void> {
  const refund = await loadRefund(deps.db, { id: refundId });
  if (!refund || refund.status === 'processed' || refund.status === 'failed') return;
  if (refund.gateway_refund_id === null) {
    const answer = await deps.gateway!.refund({
      paymentId: refund.payment_id,
      amountPaise: refund.amount_paise,
      idempotencyKey: refund.id,
      receipt: refund.id,
    });
    if (!answer.ok && answer.failure === 'unreachable') throw new Error(answer.reason);
    if (!answer.ok) {
      const end = { failure: answer.reason, gatewayRefundId: null };
      return releaseRefund(deps, refund, end);
    }
    await markRefundPending(deps.db, { id: refund.id, gatewayRefundId: answer.value.id });
  }
  await fetchAndBookPayment(deps, refund.payment_id);
}
