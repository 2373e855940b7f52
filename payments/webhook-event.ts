/** Translates the gateway's events into ours. */
import { findBrokenText } from '@sachet/shared/broken-text';
import { z } from 'zod';

const Id = z.string().min(1).max(60);
const Paise = z.number().int().min(0);

const PaymentPayload = z.object({ payment: z.object({ entity: z.object({ id: Id }) }) });

const DisputePayload = z.object({
  dispute: z.object({
    entity: z.object({
      id: Id,
      payment_id: Id,
      amount: Paise,
      currency: z.string(),
      amount_deducted: Paise.nullish(),
    }),
  }),
});

const RefundPayload = z.object({
  refund: z.object({ entity: z.object({ id: Id, payment_id: Id, amount: Paise }) }),
});

export interface DisputeEvent {
  readonly about: 'dispute';
  readonly step: 'created' | 'won' | 'lost' | 'closed';
  readonly id: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly currency: string;
  readonly deductedPaise: number;
}

export interface RefundEvent {
  readonly about: 'refund';
  readonly step: 'created' | 'processed' | 'failed';
  readonly id: string;
  readonly paymentId: string;
  readonly amountPaise: number;
}

export type WebhookEvent =
  | { readonly about: 'payment'; readonly paymentId: string }
  | DisputeEvent
  | RefundEvent
  | { readonly about: 'settlement' | 'nothing of ours' | 'unreadable' };

type Reader = (payload: unknown) => WebhookEvent;

const payment: Reader = (payload) => ({
  about: 'payment',
  paymentId: PaymentPayload.parse(payload).payment.entity.id,
});

const dispute =
  (step: DisputeEvent['step']): Reader =>
  (payload) => {
    const { entity } = DisputePayload.parse(payload).dispute;
    return {
      about: 'dispute',
      step,
      id: entity.id,
      paymentId: entity.payment_id,
      amountPaise: entity.amount,
      currency: entity.currency,
      deductedPaise: entity.amount_deducted ?? 0,
    };
  };

const refund =
  (step: RefundEvent['step']): Reader =>
  (payload) => {
    const { entity } = RefundPayload.parse(payload).refund;
    const { id, payment_id: paymentId, amount: amountPaise } = entity;
    return { about: 'refund', step, id, paymentId, amountPaise };
  };

const readers = new Map<string, Reader>([
  ['order.paid', payment],
  ['payment.authorized', payment],
  ['payment.captured', payment],
  ['payment.failed', payment],
  ['payment.dispute.created', dispute('created')],
  ['payment.dispute.won', dispute('won')],
  ['payment.dispute.lost', dispute('lost')],
  ['payment.dispute.closed', dispute('closed')],
  ['refund.created', refund('created')],
  ['refund.processed', refund('processed')],
  ['refund.failed', refund('failed')],
  ['settlement.processed', () => ({ about: 'settlement' })],
]);

const Envelope = z.object({ payload: z.unknown() });

/** `kind` is the event's name. Never throws: an unreadable body is a result of its own. */
export function readWebhook(kind: string, body: Buffer): WebhookEvent {
  const read = readers.get(kind);
  if (!read) return { about: kind === 'unreadable' ? 'unreadable' : 'nothing of ours' };
  try {
    const { payload } = Envelope.parse(JSON.parse(body.toString('utf8')));
    // It cannot be stored, and a retry would not help.
    if (findBrokenText(payload) !== null) return { about: 'unreadable' };
    return read(payload);
  } catch {
    return { about: 'unreadable' };
  }
}
