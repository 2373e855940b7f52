/** Entities of the Razorpay API. Amounts are paise, times Unix seconds (facts/razorpay.md). */
import { createHmac, randomBytes } from 'node:crypto';

/** Razorpay sends an empty array, not an empty object, if an entity has no notes. */
export type Notes = Record<string, string> | [];

export type Order = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
};

export const paymentMethods = ['upi', 'card', 'netbanking'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export type PaymentError = {
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
};

export type Payment = PaymentError & {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string;
  invoice_id: null;
  international: false;
  method: PaymentMethod;
  amount_refunded: number;
  refund_status: null | 'partial' | 'full';
  captured: boolean;
  description: string | null;
  card_id: string | null;
  bank: string | null;
  wallet: null;
  vpa: string | null;
  email: string;
  contact: string;
  notes: Notes;
  /** Includes `tax`; both null until captured. */
  fee: number | null;
  tax: number | null;
  acquirer_data: Record<string, string>;
  created_at: number;
};

export type Refund = {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed' | 'reversed';
  speed_processed: 'normal';
  speed_requested: string;
};

export type Dispute = {
  id: string;
  entity: 'dispute';
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  reason_code: string;
  reason_description: string;
  respond_by: number;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: 'chargeback';
  created_at: number;
};

export type Settlement = {
  id: string;
  entity: 'settlement';
  amount: number;
  status: 'processed';
  fees: number;
  tax: number;
  utr: string;
  created_at: number;
};

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `order_` and 14 letters or digits, as `order_EKwxwAgItmmXdp`. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'setl' | 'card' | 'adj'): string {
  const picked = [...randomBytes(14)].map((byte) => letters[byte % letters.length]);
  return `${prefix}_${picked.join('')}`;
}

export const sign = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

export const collection = <T>(items: T[]) => ({
  entity: 'collection',
  count: items.length,
  items,
});

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
