/** The fields of Razorpay's answers that we read. */
import { findBrokenText, toKeepableText } from '@sachet/shared/text/broken-text';
import { z } from 'zod';
import type { GatewayPayment } from '@sachet/shared/payments/payment';
import { istDay } from '@sachet/shared/time';
import { toSettlementKind, type SettlementLine } from '@sachet/shared/finance/settlement/line';
import type { GatewayDispute, GatewayOrder, GatewayRefund, SettlementItem } from './gateway.ts';

/** Free text. Characters that cannot be stored are replaced. */
const KeepableText = z.string().transform(toKeepableText);
const Paise = z.number().int().min(0);

/** Names of the notes that an order is created with. */
export const orderNotes = { uid: 'sachet_uid', walletId: 'sachet_wallet' } as const;

const OrderNotes = z
  .object({ [orderNotes.uid]: z.string(), [orderNotes.walletId]: z.string() })
  .transform((notes) => ({ uid: notes[orderNotes.uid], walletId: notes[orderNotes.walletId] }))
  // Without notes, the gateway sends an empty list.
  .nullable()
  .catch(null);

export const WireOrder = z
  .object({
    id: z.string(),
    amount: Paise,
    receipt: z.string().nullish(),
    notes: OrderNotes,
  })
  .transform(({ id, amount, receipt, notes }): GatewayOrder & { id: string } => ({
    id,
    amountPaise: amount,
    receipt: receipt ?? null,
    owner: notes,
  }));
export const WireOrders = z.object({ items: z.array(WireOrder) });

export const WirePayment = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: Paise,
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    captured: z.boolean().nullish(),
    amount_refunded: Paise.nullish(),
    error_description: KeepableText.nullish(),
    vpa: z.string().max(300).nullish().catch(null),
  })
  .transform((payment): GatewayPayment => ({
    id: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    amountPaise: payment.amount,
    currency: payment.currency,
    status: payment.status,
    captured: payment.captured ?? false,
    refundedPaise: payment.amount_refunded ?? 0,
    vpa: payment.vpa || null,
    reason: payment.error_description ?? null,
  }));
export const WirePayments = z.object({ items: z.array(WirePayment) });

export const WireRefund = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    receipt: z.string().nullish(),
    amount: Paise,
    status: z.enum(['pending', 'processed', 'failed', 'reversed']),
  })
  .transform((refund): GatewayRefund => ({
    id: refund.id,
    receipt: refund.receipt ?? null,
    paymentId: refund.payment_id,
    amountPaise: refund.amount,
    status: refund.status === 'reversed' ? 'failed' : refund.status,
  }));
export const WireRefunds = z.object({ items: z.array(WireRefund) });

const ended = ['won', 'lost', 'closed'] as const;

export const WireDispute = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: Paise,
    amount_deducted: Paise.nullish(),
    currency: z.string(),
    status: z.string(),
  })
  .transform((dispute): GatewayDispute => ({
    id: dispute.id,
    paymentId: dispute.payment_id,
    amountPaise: dispute.amount,
    deductedPaise: dispute.amount_deducted ?? 0,
    currency: dispute.currency,
    // A dispute with any other status (open, under_review, action_required) has not ended.
    status: ended.find((status) => status === dispute.status) ?? 'open',
  }));
export const WireDisputes = z.object({ items: z.array(WireDispute) });

const Id = z.string().min(1).max(100);
const OptionalId = z
  .union([Id, z.literal('')])
  .nullish()
  .transform((id) => id || null);
const Seconds = z.number().int().min(0);

const WireSettled = z
  .looseObject({
    entity_id: Id,
    type: z.string().min(1).max(100),
    amount: Paise,
    debit: Paise,
    credit: Paise,
    fee: Paise.nullish(),
    tax: Paise.nullish(),
    currency: z.string(),
    on_hold: z.boolean().nullish(),
    created_at: Seconds,
    settled_at: Seconds.nullish(),
    settlement_id: OptionalId,
    settlement_utr: OptionalId,
    payment_id: OptionalId,
    dispute_id: OptionalId,
    method: z.string().max(60).nullish(),
  })
  .transform((item): SettlementLine => ({
    kind: toSettlementKind(item.type),
    entityId: item.entity_id,
    amountPaise: item.amount,
    debitPaise: item.debit,
    creditPaise: item.credit,
    feePaise: item.fee ?? 0,
    taxPaise: item.tax ?? 0,
    currency: item.currency,
    onHold: item.on_hold ?? false,
    createdOn: istDay(item.created_at * 1000),
    settledOn: item.settled_at ? istDay(item.settled_at * 1000) : null,
    settlementId: item.settlement_id,
    utr: item.settlement_utr,
    paymentId: item.type === 'payment' ? item.entity_id : item.payment_id,
    disputeId: item.dispute_id,
    method: item.method || null,
  }));

/** Stored unchanged; refuses text that no database can store. */
const WireSettledItem = z
  .record(z.string(), z.unknown())
  .refine((raw) => findBrokenText(raw) === null)
  .transform((raw, { issues }): SettlementItem => {
    const { success, data, error } = WireSettled.safeParse(raw);
    if (success) return { line: data, raw };
    issues.push({ code: 'custom', message: error.message, input: raw });
    return z.NEVER;
  });

export const WireSettledItems = z.object({ items: z.array(WireSettledItem) });

/** The SDK's rejection after a response from Razorpay. */
export const WireRefusal = z.object({
  statusCode: z.number(),
  error: z.object({ description: KeepableText }).optional(),
});
