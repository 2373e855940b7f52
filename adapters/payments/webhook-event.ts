/**
 * Finds the subject of an event of the gateway. Its state is fetched separately, because events arrive late,
 * twice and in any order.
 */
import { findBrokenText } from '@sachet/shared/text/broken-text';
import { z } from 'zod';

const Id = z.string().min(1).max(60);

const PaymentPayload = z.object({ payment: z.object({ entity: z.object({ id: Id }) }) });

const DisputePayload = z.object({ dispute: z.object({ entity: z.object({ id: Id }) }) });

const RefundPayload = z.object({ refund: z.object({ entity: z.object({ payment_id: Id }) }) });

export type WebhookEvent =
  | { readonly about: 'payment'; readonly paymentId: string }
  | { readonly about: 'dispute'; readonly disputeId: string }
  | { readonly about: 'settlement' | 'nothing of ours' | 'unreadable' };

type Reader = (payload: unknown) => WebhookEvent;

const payment: Reader = (payload) => ({
  about: 'payment',
  paymentId: PaymentPayload.parse(payload).payment.entity.id,
});

const dispute: Reader = (payload) => ({
  about: 'dispute',
  disputeId: DisputePayload.parse(payload).dispute.entity.id,
});

const refund: Reader = (payload) => ({
  about: 'payment',
  paymentId: RefundPayload.parse(payload).refund.entity.payment_id,
});

const readers = new Map<string, Reader>([
  ['order.paid', payment],
  ['payment.authorized', payment],
  ['payment.captured', payment],
  ['payment.failed', payment],
  ['payment.dispute.created', dispute],
  ['payment.dispute.under_review', dispute],
  ['payment.dispute.action_required', dispute],
  ['payment.dispute.won', dispute],
  ['payment.dispute.lost', dispute],
  ['payment.dispute.closed', dispute],
  ['refund.created', refund],
  ['refund.processed', refund],
  ['refund.failed', refund],
  ['settlement.processed', () => ({ about: 'settlement' })],
]);

const Envelope = z.object({ payload: z.unknown() });

/** `kind` is the event's name. Never throws: an unreadable body has its own result. */
export function readWebhook(kind: string, body: Buffer): WebhookEvent {
  const read = readers.get(kind);
  if (!read) return { about: kind === 'unreadable' ? 'unreadable' : 'nothing of ours' };
  try {
    const { payload } = Envelope.parse(JSON.parse(body.toString('utf8')));
    // The event cannot be stored, and a retry would not help.
    if (findBrokenText(payload) !== null) return { about: 'unreadable' };
    return read(payload);
  } catch {
    return { about: 'unreadable' };
  }
}
