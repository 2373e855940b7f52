// Pays at the stand-in of Razorpay, and reads its state.
import { createHmac } from 'node:crypto';
import type { CreateOrderResponse, TopUp } from '@sachet/shared/payments/contracts/payment';
import { sandboxRazorpayKeys } from '../../ops/cli/environment.ts';
import type { Answer, Customer, Sent } from './client.ts';

export const { RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } =
  sandboxRazorpayKeys;
const keyId = sandboxRazorpayKeys.RAZORPAY_KEY_ID;

export const sign = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** The result of the sheet, in the fields of `/api/razorpay-verify`. */
export interface Callback {
  readonly razorpay_order_id: string;
  readonly razorpay_payment_id: string;
  readonly razorpay_signature: string;
}

export const toCallback = (orderId: string, paymentId: string): Callback => ({
  razorpay_order_id: orderId,
  razorpay_payment_id: paymentId,
  razorpay_signature: sign(`${orderId}|${paymentId}`, keySecret),
});

/** A payment as the gateway's own API shows it. Paise. */
export interface PaymentAtGateway {
  readonly id: string;
  readonly order_id: string;
  readonly amount: number;
  readonly status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  readonly captured: boolean;
}

interface Paid {
  readonly status: 'paid';
  readonly callback: Callback;
}

interface Failed {
  readonly status: 'failed';
  readonly error: { readonly metadata: { readonly payment_id: string } };
}

export interface Counter {
  /** Calls the merchant's API or dashboard. Throws for a refusal. */
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
  /** Sets markers for the rest of this order's life: `dev/sandbox/razorpay-markers.ts`. */
  mark(orderId: string, markers: string): Promise<void>;
  /** Pays as a user in the sheet; returns the payment's id. `late` fails until a bank confirms it. */
  pay(orderId: string, outcome?: 'success' | 'failure' | 'late'): Promise<string>;
  authorizeLate(paymentId: string): Promise<void>;
  payment(paymentId: string): Promise<PaymentAtGateway>;
  listPayments(orderId: string): Promise<PaymentAtGateway[]>;
}

export function openCounter(razorpayUrl: string): Counter {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await fetch(razorpayUrl + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const said = (await answer.json()) as Body;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
    return said;
  }
  const listPayments = async (orderId: string) =>
    (await call<{ items: PaymentAtGateway[] }>('GET', `/v1/orders/${orderId}/payments`)).items;
  return {
    call,
    listPayments,
    async mark(orderId, markers) {
      await call('PATCH', `/v1/orders/${orderId}`, { notes: { sandbox: markers } });
    },
    async pay(orderId, outcome = 'success') {
      const attempt = { key_id: keyId, order_id: orderId, method: 'upi', outcome };
      const said = await call<Paid | Failed>('POST', '/checkout/payments', attempt);
      return said.status === 'paid'
        ? said.callback.razorpay_payment_id
        : said.error.metadata.payment_id;
    },
    async authorizeLate(paymentId) {
      await call('POST', `/dashboard/payments/${paymentId}/authorize`);
    },
    payment: (paymentId) => call('GET', `/v1/payments/${paymentId}`),
  };
}

export interface Payer {
  /** Creates an order of this many rupees. Throws when it is refused. */
  order(rupees?: number, headers?: Record<string, string>): Promise<CreateOrderResponse>;
  verify(callback: Callback, more?: object): Promise<Answer<TopUp>>;
  topUp(orderId: string): Promise<Answer<TopUp>>;
}

export function createPayer(customer: Customer): Payer {
  const ask = <Body>(path: string, sent?: Sent) => customer.send<Body>(path, sent);
  return {
    async order(rupees = 500, headers) {
      const sent = { json: { amount: rupees }, headers };
      const { status, body } = await ask<CreateOrderResponse>('/api/razorpay-order', sent);
      if (status !== 200) throw new Error(`order: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    verify: (callback, more = {}) =>
      ask('/api/razorpay-verify', { json: { ...callback, ...more } }),
    topUp: (orderId) => ask(`/api/top-up?order=${orderId}`),
  };
}
