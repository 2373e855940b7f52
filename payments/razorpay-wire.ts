/** The fields of Razorpay's answers that we read. */
import { toKeepableText } from '@sachet/shared/broken-text';
import { z } from 'zod';
import type { GatewayPayment } from '@sachet/shared/payment';
import type { GatewayRefund } from './gateway.ts';

/** Free text. */
const KeepableText = z.string().transform(toKeepableText);
const Paise = z.number().int().min(0);

export const WireOrder = z.object({ id: z.string() });
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
  })
  .transform((payment): GatewayPayment => ({
    id: payment.id,
    gatewayOrderId: payment.order_id ?? null,
    amountPaise: payment.amount,
    currency: payment.currency,
    status: payment.status,
    captured: payment.captured ?? false,
    refundedPaise: payment.amount_refunded ?? 0,
    reason: payment.error_description ?? null,
  }));
export const WirePayments = z.object({ items: z.array(WirePayment) });

export const WireRefund = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    receipt: z.string().nullish(),
    amount: Paise,
    status: z.enum(['pending', 'processed', 'failed']),
  })
  .transform((refund): GatewayRefund => ({
    id: refund.id,
    receipt: refund.receipt ?? null,
    paymentId: refund.payment_id,
    amountPaise: refund.amount,
    status: refund.status,
  }));

/** What the SDK rejects with after an answer of Razorpay. */
export const WireRefusal = z.object({
  statusCode: z.number(),
  error: z.object({ description: KeepableText }).optional(),
});
