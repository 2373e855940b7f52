/**
 * Refunds. The money is reserved before the gateway is asked and debited when the gateway has paid
 * it out, both in the ledger. Our refund's id is the gateway's idempotency key, so that asking again
 * after a crash is the same refund.
 */
import { openException } from '@sachet/db/payment-exceptions';
import {
  loadRefund,
  markRefundPending,
  refundEndStatement,
  type PaymentRefund,
} from '@sachet/db/refunds';
import { readCreditedPayment } from '@sachet/db/wallets';
import type { GatewayRefund } from '@sachet/payments/gateway';
import type { MoneyParts } from './reconcile.ts';

/** Asks the gateway for it, or how it stands. Throws where asking again later may help. */
export async function makeRefund(parts: MoneyParts, refundId: string): Promise<void> {
  const refund = await loadRefund(parts.db, { id: refundId });
  if (!refund || refund.status === 'processed' || refund.status === 'failed') return;
  const answer =
    refund.gateway_refund_id === null
      ? await parts.gateway!.refund({
          paymentId: refund.payment_id,
          amountPaise: refund.amount_paise,
          idempotencyKey: refund.id,
          receipt: refund.id,
        })
      : await parts.gateway!.fetchRefund(refund.gateway_refund_id);
  if (answer.ok) return settleRefund(parts, refund, answer.value);
  if (answer.failure === 'unreachable') throw new Error(answer.reason);
  await release(parts, refund, { failure: answer.reason, gatewayRefundId: null });
}

/** Brings our row and the ledger to what the gateway says of the refund now. */
export async function settleRefund(
  parts: MoneyParts,
  refund: PaymentRefund,
  said: GatewayRefund,
): Promise<void> {
  switch (said.status) {
    case 'pending':
      return markRefundPending(parts.db, { id: refund.id, gatewayRefundId: said.id });
    case 'failed':
      return release(parts, refund, {
        failure: 'The gateway could not pay it out.',
        gatewayRefundId: said.id,
      });
    case 'processed':
      return debit(parts, refund, said);
    default:
      return said.status satisfies never;
  }
}

async function debit(
  { db, ledger }: MoneyParts,
  refund: PaymentRefund,
  said: GatewayRefund,
): Promise<void> {
  const outcome = await ledger.append(
    {
      type: 'RefundTopUp',
      walletId: refund.wallet_id,
      idempotencyKey: `refund:${said.id}`,
      actor: refund.requested_by,
      amountPaise: said.amountPaise,
      paymentId: refund.payment_id,
      holdId: refund.hold_id,
    },
    [refundEndStatement(db, refund.id, { status: 'processed', gatewayRefundId: said.id })],
  );
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
  await except({ db }, said, outcome.refusal);
}

async function release(
  { db, ledger }: MoneyParts,
  refund: PaymentRefund,
  end: { failure: string; gatewayRefundId: string | null },
): Promise<void> {
  const outcome = await ledger.append(
    {
      type: 'VoidHold',
      walletId: refund.wallet_id,
      idempotencyKey: `void:${refund.hold_id}`,
      actor: 'worker',
      holdId: refund.hold_id,
      reason: 'refund failed',
    },
    [refundEndStatement(db, refund.id, { status: 'failed', ...end })],
  );
  if (!outcome.ok && outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
}

/** A refund that somebody made at the gateway: the money has left, so it leaves the wallet too. */
export async function debitForeignRefund(parts: MoneyParts, said: GatewayRefund): Promise<void> {
  if (said.status !== 'processed') return;
  const payment = await readCreditedPayment(parts.db, said.paymentId);
  if (!payment) return except(parts, said, 'payment_not_found');
  const outcome = await parts.ledger.append({
    type: 'RefundTopUp',
    walletId: payment.wallet_id,
    idempotencyKey: `refund:${said.id}`,
    actor: 'gateway',
    amountPaise: said.amountPaise,
    paymentId: said.paymentId,
  });
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
  await except(parts, said, outcome.refusal);
}

async function except(
  { db }: Pick<MoneyParts, 'db'>,
  { id, paymentId, amountPaise, status }: GatewayRefund,
  words: string,
): Promise<void> {
  const detail = { status, amountPaise, words };
  await openException(db, { kind: 'refund_refused', subject: id, paymentId, detail });
}
