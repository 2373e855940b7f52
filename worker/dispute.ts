/**
 * Disputes: while a bank decides, the disputed amount is out of reach, even where that overdraws the
 * wallet. The dispute's id names each step, so that events may come twice and in any order.
 */
import { openException } from '@sachet/db/payment-exceptions';
import { settlePayment } from '@sachet/db/top-up-settling';
import { readCreditedPayment } from '@sachet/db/wallets';
import type { DisputeEvent } from '@sachet/payments/webhook-event';
import type { PaymentExceptionKind } from '@sachet/shared/payment';
import type { MoneyParts } from './reconcile.ts';

export async function processDispute(parts: MoneyParts, dispute: DisputeEvent): Promise<void> {
  const { id, step, currency } = dispute;
  const payment = await creditedPayment(parts, dispute.paymentId);
  if (!payment) return except(parts, dispute, { words: 'payment_not_found' });
  if (currency !== 'INR') return except(parts, dispute, { words: 'currency_mismatch' });

  const common = {
    walletId: payment.wallet_id,
    actor: 'gateway',
    amountPaise: dispute.amountPaise,
    paymentId: payment.id,
  } as const;
  // Whatever the step: the one that opened it may still be on its way.
  const taken = await append(parts, {
    ...common,
    type: 'DisputeTopUp',
    idempotencyKey: `dispute:${id}`,
  });
  if (taken) return except(parts, dispute, { words: taken });
  if (step === 'won') {
    const given = await append(parts, {
      ...common,
      type: 'WinDispute',
      idempotencyKey: `dispute-won:${id}`,
    });
    if (given) return except(parts, dispute, { words: given });
  }
  // Neither won nor lost: whether the bank keeps the money, a person has to find out.
  if (step === 'closed') await except(parts, dispute, { kind: 'dispute_closed', words: 'closed' });
}

/** Null when the ledger has it; else what it said. */
async function append(
  { ledger }: MoneyParts,
  command: Parameters<MoneyParts['ledger']['append']>[0],
): Promise<string | null> {
  const outcome = await ledger.append(command);
  if (outcome.ok) return null;
  if (outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
  return outcome.refusal;
}

/** A dispute can be heard of before its payment is. */
async function creditedPayment(parts: MoneyParts, paymentId: string) {
  const credited = await readCreditedPayment(parts.db, paymentId);
  if (credited) return credited;
  const payment = await parts.gateway!.fetchPayment(paymentId);
  if (payment.ok) await settlePayment(parts, payment.value);
  else if (payment.failure === 'unreachable') throw new Error(payment.reason);
  return readCreditedPayment(parts.db, paymentId);
}

async function except(
  { db }: MoneyParts,
  { id, paymentId, step, amountPaise, currency, deductedPaise }: DisputeEvent,
  { kind = 'dispute_refused', words }: { kind?: PaymentExceptionKind; words: string },
): Promise<void> {
  const detail = { step, amountPaise, currency, deductedPaise, words };
  await openException(db, { kind, subject: id, paymentId, detail });
}
