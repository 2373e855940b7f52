/**
 * Razorpay through its SDK. The SDK has no timeout, drops the refund's idempotency header and rejects
 * with three kinds of errors: this module corrects all three.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import Razorpay from 'razorpay';
import type { z } from 'zod';
import { listedPageSize, type Answer, type ListedPage, type PaymentGateway } from './gateway.ts';
import {
  WireDispute,
  WireDisputes,
  orderNotes,
  WireOrder,
  WireOrders,
  WirePayment,
  WirePayments,
  WireRefund,
  WireRefunds,
  WireRefusal,
  WireSettledItems,
} from './razorpay-wire.ts';

export interface RazorpayOptions {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  /** Signatures made with the previous secrets are accepted too; requests never use them. */
  readonly previousKeySecret?: string | undefined;
  readonly previousWebhookSecret?: string | undefined;
  /** The base URL without /v1; the real gateway by default. */
  readonly baseUrl?: string | undefined;
  /** Timeout of one call in milliseconds. */
  readonly timeoutMs: number;
}

/** The part of the SDK's HTTP client (axios) that its types leave out. */
interface Wire {
  readonly defaults: { baseURL: string; timeout: number; maxContentLength: number };
  post(path: string, body: unknown, more: { headers: object }): Promise<{ data: unknown }>;
}

const maxAnswerBytes = 5_000_000;

/** Refuses an empty secret, which would make every signature forgeable. @throws {Error} */
export function createRazorpay(options: RazorpayOptions): PaymentGateway {
  const { keyId, keySecret, webhookSecret, timeoutMs } = options;
  const keySecrets = [keySecret, options.previousKeySecret].filter(isGiven);
  const webhookSecrets = [webhookSecret, options.previousWebhookSecret].filter(isGiven);
  if (!keyId || ![...keySecrets, ...webhookSecrets].every(Boolean)) {
    throw new Error('a secret of Razorpay is empty');
  }
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const wire = (client.api as unknown as { rq: Wire }).rq;
  Object.assign(wire.defaults, { timeout: timeoutMs, maxContentLength: maxAnswerBytes });
  if (options.baseUrl) wire.defaults.baseURL = options.baseUrl;
  const ask = <T>(schema: z.ZodType<T>, call: () => Promise<unknown>) =>
    toAnswer(schema, call, timeoutMs);

  return {
    keyId,
    async createOrder({ receipt, amountPaise, owner }) {
      const payment = { capture: 'automatic' } as const;
      const notes = { [orderNotes.uid]: owner.uid, [orderNotes.walletId]: owner.walletId };
      const order = { amount: amountPaise, currency: 'INR', receipt, payment, notes };
      const made = await ask(WireOrder, () => client.orders.create(order));
      return map(made, ({ id }) => id);
    },
    async fetchOrder(gatewayOrderId) {
      if (!isId('order', gatewayOrderId)) return noSuchId;
      return ask(WireOrder, () => client.orders.fetch(gatewayOrderId));
    },
    async findOrders(receipt) {
      const found = await ask(WireOrders, () => client.orders.all({ receipt }));
      return map(found, ({ items }) => items.map(({ id }) => id));
    },
    async fetchPayment(paymentId) {
      if (!isId('pay', paymentId)) return noSuchId;
      return ask(WirePayment, () => client.payments.fetch(paymentId));
    },
    async fetchOrderPayments(gatewayOrderId) {
      if (!isId('order', gatewayOrderId)) return noSuchId;
      const found = await ask(WirePayments, () => client.orders.fetchPayments(gatewayOrderId));
      return map(found, ({ items }) => items);
    },
    async capture({ id, amountPaise, currency }) {
      if (!isId('pay', id)) return noSuchId;
      return ask(WirePayment, () => client.payments.capture(id, amountPaise, currency));
    },
    async refund({ paymentId, amountPaise, idempotencyKey, receipt }) {
      if (!isId('pay', paymentId)) return noSuchId;
      const headers = { 'X-Refund-Idempotency': idempotencyKey };
      const body = { amount: amountPaise, speed: 'normal', ...(receipt ? { receipt } : {}) };
      return ask(WireRefund, async () => {
        const path = `/v1/payments/${paymentId}/refund`;
        return (await wire.post(path, body, { headers }).catch(asSdkError)).data;
      });
    },
    async fetchRefund(refundId) {
      if (!isId('rfnd', refundId)) return noSuchId;
      return ask(WireRefund, () => client.refunds.fetch(refundId));
    },
    async fetchRefunds(paymentId) {
      if (!isId('pay', paymentId)) return noSuchId;
      return readAll(async (skip) => {
        const page = { count: listedPageSize, skip };
        const found = await ask(WireRefunds, () =>
          client.payments.fetchMultipleRefund(paymentId, page),
        );
        return map(found, ({ items }) => items);
      });
    },
    async fetchDispute(disputeId) {
      if (!isId('disp', disputeId)) return noSuchId;
      return ask(WireDispute, () => client.disputes.fetch(disputeId));
    },
    async listPayments(page) {
      const found = await ask(WirePayments, () => client.payments.all(toListQuery(page)));
      return map(found, ({ items }) => items);
    },
    async listRefunds(page) {
      const found = await ask(WireRefunds, () => client.refunds.all(toListQuery(page)));
      return map(found, ({ items }) => items);
    },
    async listDisputes({ skip }) {
      const page = { count: listedPageSize, skip };
      const found = await ask(WireDisputes, () => client.disputes.all(page));
      return map(found, ({ items }) => items);
    },
    async fetchSettled({ day, count, skip }) {
      const [year, month, date] = day.split('-').map(Number);
      const found = await ask(WireSettledItems, () =>
        client.settlements.reports({ year: year!, month: month!, day: date!, count, skip }),
      );
      return map(found, ({ items }) => items);
    },
    isPaymentSignature: ({ gatewayOrderId, paymentId }, signature) =>
      isSigned(`${gatewayOrderId}|${paymentId}`, keySecrets, signature),
    isWebhookSignature: (body, signature) => isSigned(body, webhookSecrets, signature),
  };
}

/** Ids become parts of paths: a request with an invalid id is never sent. */
const isId = (prefix: 'pay' | 'order' | 'rfnd' | 'disp', id: string): boolean =>
  new RegExp(`^${prefix}_[A-Za-z0-9]{1,40}$`).test(id);

const toListQuery = ({ fromMs, skip }: ListedPage) => ({
  from: Math.floor(fromMs / 1000),
  count: listedPageSize,
  skip,
});

/** All pages of a list. */
async function readAll<T>(readPage: (skip: number) => Promise<Answer<T[]>>): Promise<Answer<T[]>> {
  const all: T[] = [];
  for (;;) {
    const page = await readPage(all.length);
    if (!page.ok) return page;
    all.push(...page.value);
    if (page.value.length < listedPageSize) return { ok: true, value: all };
  }
}

const noSuchId = { ok: false, failure: 'refused', reason: 'invalid id' } as const;

const isGiven = (secret: string | undefined): secret is string => secret !== undefined;

/** Hex HMAC-SHA256 with any of the secrets, compared in constant time. */
function isSigned(
  content: string | Uint8Array,
  secrets: readonly string[],
  signature: string,
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(content).digest(), given),
  );
}

function map<A, B>(answer: Answer<A>, change: (value: A) => B): Answer<B> {
  return answer.ok ? { ok: true, value: change(answer.value) } : answer;
}

async function toAnswer<T>(
  schema: z.ZodType<T>,
  call: () => Promise<unknown>,
  timeoutMs: number,
): Promise<Answer<T>> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  });
  try {
    const parsed = schema.safeParse(await Promise.race([call(), tooLate]));
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, failure: 'unreachable', reason: 'an answer that cannot be read' };
  } catch (error) {
    return toFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Only 400 and 404 are about the request itself. Other statuses are about keys, limits or the
 * gateway's health, and a retry may succeed.
 */
function toFailure(error: unknown): Answer<never> {
  const said = WireRefusal.safeParse(error);
  if (!said.success) return { ok: false, failure: 'unreachable', reason: 'no answer' };
  const { statusCode, error: details } = said.data;
  const isRefusal = statusCode === 400 || statusCode === 404;
  return {
    ok: false,
    failure: isRefusal ? 'refused' : 'unreachable',
    reason: `${statusCode} ${details?.description ?? ''}`.trim(),
  };
}

/** The shape in which the SDK rejects. */
function asSdkError(error: { response?: { status: number; data?: { error?: unknown } } }): never {
  const { response } = error;
  if (!response) throw error;
  throw Object.assign(new Error('refused'), {
    statusCode: response.status,
    error: response.data?.error,
  });
}
