/**
 * A payer's bank disputes a payment. While it decides, the disputed amount is out of reach, even where
 * that overdraws the wallet (`dispute:<id>`); a won one gives it back (`dispute-won:<id>`). The
 * dispute's id names each step, so that events may come twice and in any order; one that is not
 * processed is tried again by the webhooks' sweep.
 */
import type { Kysely } from 'kysely';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { openException } from '@sachet/db/payments/exceptions';
import type { Database } from '@sachet/db/tables';
import { readCreditedPayment } from '@sachet/db/wallets/wallets';
import type { PaymentGateway } from '@sachet/payments/gateway';
import type { DisputeEvent } from '@sachet/payments/webhook-event';
import type { PaymentExceptionKind } from '@sachet/shared/payment';
import { completeTopUp } from './top-up.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly gateway: PaymentGateway | null;
}

export async function processDispute(deps: Dependencies, dispute: DisputeEvent): Promise<void> {
  const { id, step, currency } = dispute;
  const payment = await findCreditedPayment(deps, dispute.paymentId);
  if (!payment) return reportException(deps, dispute, { words: 'payment_not_found' });
  if (currency !== 'INR') return reportException(deps, dispute, { words: 'currency_mismatch' });

  const common = {
    walletId: payment.wallet_id,
    actor: 'gateway',
    amountPaise: dispute.amountPaise,
    paymentId: payment.id,
  } as const;
  // At every step: the event that opened the dispute may not have arrived yet.
  const taken = await append(deps, {
    ...common,
    type: 'DisputeTopUp',
    idempotencyKey: `dispute:${id}`,
  });
  if (taken) return reportException(deps, dispute, { words: taken });
  if (step === 'won') {
    const given = await append(deps, {
      ...common,
      type: 'WinDispute',
      idempotencyKey: `dispute-won:${id}`,
    });
    if (given) return reportException(deps, dispute, { words: given });
  }
  // Neither won nor lost: a person has to find out whether the bank keeps the money.
  if (step === 'closed')
    await reportException(deps, dispute, { kind: 'dispute_closed', words: 'closed' });
}

/** Null when the ledger has the event; else its refusal. */
async function append(
  { ledger }: Dependencies,
  command: Parameters<Dependencies['ledger']['append']>[0],
): Promise<string | null> {
  const outcome = await ledger.append(command);
  if (outcome.ok) return null;
  if (outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
  return outcome.refusal;
}

/** A dispute's event can arrive before its payment's. */
async function findCreditedPayment(deps: Dependencies, paymentId: string) {
  const credited = await readCreditedPayment(deps.db, paymentId);
  if (credited) return credited;
  const payment = await deps.gateway!.fetchPayment(paymentId);
  if (payment.ok) await completeTopUp(deps, payment.value);
  else if (payment.failure === 'unreachable') throw new Error(payment.reason);
  return readCreditedPayment(deps.db, paymentId);
}

async function reportException(
  { db }: Dependencies,
  { id, paymentId, step, amountPaise, currency, deductedPaise }: DisputeEvent,
  { kind = 'dispute_refused', words }: { kind?: PaymentExceptionKind; words: string },
): Promise<void> {
  const detail = { step, amountPaise, currency, deductedPaise, words };
  await openException(db, { kind, subject: id, paymentId, detail });
}
