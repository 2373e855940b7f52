/** Processes the gateway's webhooks: books the payment that a webhook names. */
import { openException } from '@sachet/db/finance/exceptions';
import {
  endWebhook,
  loadOpenWebhook,
  postponeWebhook,
  type OpenWebhook,
} from '@sachet/db/payments/webhooks';
import { bookDisputedPayment, fetchAndBookPayment } from '@sachet/flows/payments/book-payment';
import { readWebhook } from '@sachet/adapters/payments/webhook-event';
import { nextAttemptMs } from '@sachet/shared/payments/payment';
import type { MoneyDependencies } from './reconcile.ts';

type End = NonNullable<OpenWebhook['outcome']>;

export async function processWebhook(
  deps: MoneyDependencies,
  eventId: string,
  nowMs = Date.now(),
): Promise<void> {
  const { db, log } = deps;
  const webhook = await loadOpenWebhook(db, eventId);
  if (!webhook) return;
  try {
    await endWebhook(db, eventId, await processEvent(deps, webhook));
  } catch (error) {
    log.warn({ err: error, eventId, kind: webhook.kind }, 'a webhook could not be processed');
    await retryLater(deps, webhook, { error, nowMs });
  }
}

async function retryLater(
  { db, topUpCheckAfterMs }: MoneyDependencies,
  webhook: OpenWebhook,
  { error, nowMs }: { error: unknown; nowMs: number },
): Promise<void> {
  const { event_id: eventId, gateway_event_id: gatewayEventId, kind } = webhook;
  const attempts = webhook.attempts + 1;
  const message = error instanceof Error ? error.message : String(error);
  const receivedAtMs = webhook.received_at.getTime();
  const next = nextAttemptMs({ receivedAtMs, attempts }, { nowMs, firstMs: topUpCheckAfterMs / 4 });
  await postponeWebhook(db, { eventId, error: message, until: new Date(next ?? nowMs) });
  if (next !== null) return;
  const detail = { kind, words: message, gatewayEventId };
  await openException(db, { kind: 'webhook_failed', subject: eventId, detail });
  await endWebhook(db, eventId, 'given_up');
}

async function processEvent(deps: MoneyDependencies, webhook: OpenWebhook): Promise<End> {
  const { event_id: eventId, gateway_event_id: gatewayEventId, kind, body } = webhook;
  const event = readWebhook(kind, body);
  switch (event.about) {
    case 'payment':
      return toEnd(deps, event.paymentId, await fetchAndBookPayment(deps, event.paymentId));
    case 'dispute':
      return toEnd(deps, event.disputeId, await bookDisputedPayment(deps, event.disputeId));
    case 'settlement':
      return 'processed';
    case 'nothing of ours':
      return 'ignored';
    case 'unreadable':
      await openException(deps.db, {
        kind: 'webhook_unreadable',
        subject: eventId,
        detail: { kind, gatewayEventId },
      });
      return 'given_up';
    default:
      return event satisfies never;
  }
}

/**
 * The gateway sent an event about a payment that the gateway itself does not know: finance checks the
 * payment.
 */
async function toEnd(
  { db }: MoneyDependencies,
  subject: string,
  result: Awaited<ReturnType<typeof fetchAndBookPayment>>,
): Promise<End> {
  if (result === 'booked') return 'processed';
  const detail = { reason: result.refused };
  await openException(db, { kind: 'unknown_payment', subject, paymentId: subject, detail });
  return 'given_up';
}
