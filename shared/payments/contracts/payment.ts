/**
 * Money in: `/api/razorpay-order`, `/api/razorpay-verify`, `/api/razorpay-callback`,
 * `/api/razorpay-webhook`, `/api/top-up` (docs/product.md, API; amounts as in Numbers).
 */
import { z } from 'zod';
import { Rupees, Timestamp } from '../../contracts/vocabulary.ts';
import { WalletFigures } from '../../wallet/contracts/wallet.ts';

/** Whole rupees. */
export const topUpPresets = [200, 500, 1000] as const;
export const topUpDefault = 500;
export const topUpMin = 1;
/** The most that the gateway accepts in one payment by UPI or card without an agreement. */
export const topUpMax = 500_000;

export const CreateOrderRequest = z
  .object({
    amount: z
      .int('Enter whole rupees.')
      .min(topUpMin, 'Minimum ₹1')
      .max(topUpMax, 'At most ₹5,00,000 at a time.')
      .meta({ description: 'Rupees.' }),
  })
  .meta({ id: 'CreateOrderRequest' });
export type CreateOrderRequest = z.infer<typeof CreateOrderRequest>;

export const CreateOrderResponse = z
  .object({
    orderId: z.string().meta({ description: "The gateway's id of the order." }),
    keyId: z.string(),
    amount: z.number().int().meta({ description: 'Paise, as the gateway wants it.' }),
    currency: z.literal('INR'),
    callbackUrl: z
      .url()
      .meta({ description: 'For browsers that cannot run the sheet: they come back by a form.' }),
  })
  .meta({ id: 'CreateOrderResponse' });
export type CreateOrderResponse = z.infer<typeof CreateOrderResponse>;

const GatewayId = z.string().min(1).max(60);

/** `amount` (rupees) is optional; it is compared with the order and never trusted. */
export const VerifyPaymentRequest = z
  .object({
    razorpay_order_id: GatewayId,
    razorpay_payment_id: GatewayId,
    razorpay_signature: z.string().min(1).max(200),
    amount: Rupees.optional(),
  })
  .meta({ id: 'VerifyPaymentRequest' });
export type VerifyPaymentRequest = z.infer<typeof VerifyPaymentRequest>;

/**
 * `created`: not paid yet. `confirming`: paid or perhaps paid, and the gateway has not confirmed the result.
 * `credited`: in the wallet. `failed`: the last attempt failed, another one may follow. `expired`: not paid
 * in time. `review`: something does not match, and finance checks it.
 */
export const TopUpStatus = z.enum([
  'created',
  'confirming',
  'credited',
  'failed',
  'expired',
  'review',
]);
export type TopUpStatus = z.infer<typeof TopUpStatus>;

/** The state of an order. Verify answers 202 while the state is `confirming`, and 200 once it is final. */
export const TopUp = z
  .object({
    orderId: z.string(),
    amount: Rupees,
    status: TopUpStatus,
    reason: z
      .string()
      .nullable()
      .meta({ description: "The gateway's words for a failed payment." }),
    wallet: WalletFigures.meta({
      description:
        "The caller's wallet when this was read: not the order's, if they now pay from another one.",
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'TopUp' });
export type TopUp = z.infer<typeof TopUp>;

const CallbackField = z.string().max(2_000).optional();

/** The form that the gateway's page posts for browsers that cannot run the payment sheet. */
export const CallbackForm = z.object({
  razorpay_order_id: CallbackField,
  razorpay_payment_id: CallbackField,
  razorpay_signature: CallbackField,
  'error[metadata]': CallbackField.meta({
    description: 'JSON: the order_id and payment_id of a failure.',
  }),
});
export type CallbackForm = z.infer<typeof CallbackForm>;
