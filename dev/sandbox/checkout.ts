/** The browser's side of Razorpay: the script, the payment sheet, and the sheet's API. */
import express, { type Request, type Response, type Router } from 'express';
import { checkoutPage } from './checkout-page.ts';
import { checkoutScript } from './checkout-script.ts';
import { pause } from './http.ts';
import { found, markersFor, notesFrom, type Account } from './razorpay-account.ts';
import { alreadyPaid, authenticationFailed, badField, toCheckoutError } from './razorpay-errors.ts';
import { tryPayment, type Attempt } from './razorpay-payments.ts';
import { isRecord, paymentMethods, sign, type Payment } from './razorpay-wire.ts';

type CheckoutAnswer =
  | { status: 'paid'; callback: Record<string, string> }
  | { status: 'lost' }
  | { status: 'failed'; retryInMs: number | null; error: ReturnType<typeof toCheckoutError> };

/** `lost`: the payment succeeds, but the merchant's page gets no answer. */
const outcomes = ['success', 'failure', 'late', 'lost'] as const;
type Outcome = (typeof outcomes)[number];

function parseChoice<T extends string>(all: readonly T[], name: string, value: unknown): T {
  const one = all.find((word) => word === value);
  if (one === undefined) throw badField(name, `The selected ${name} is invalid.`);
  return one;
}

const shortText = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 256) : null;

function checkKey({ keyId }: Account, given: unknown): void {
  if (given !== keyId) throw authenticationFailed();
}

function attemptFrom({ body }: Request): Attempt & { asked: Outcome } {
  const given = isRecord(body) ? body : {};
  const vpa = shortText(given.vpa);
  const asked =
    vpa === 'failure@razorpay' ? 'failure' : parseChoice(outcomes, 'outcome', given.outcome);
  return {
    asked,
    outcome: asked === 'lost' ? 'success' : asked,
    orderId: String(given.order_id),
    method: parseChoice(paymentMethods, 'method', given.method),
    vpa,
    bank: shortText(given.bank),
    description: shortText(given.description),
    email: shortText(given.email) ?? 'void@razorpay.com',
    contact: shortText(given.contact) ?? '+919999999999',
    notes: notesFrom(given.notes),
  };
}

/** The signature for verification: hex HMAC-SHA256 of `order|payment` with the key's secret. */
const toCallback = ({ keySecret }: Account, { id, order_id }: Payment) => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: sign(`${order_id}|${id}`, keySecret),
});

function answerTo(
  account: Account,
  { asked, ...attempt }: ReturnType<typeof attemptFrom>,
): CheckoutAnswer {
  const payment = tryPayment(account, attempt);
  const { callback, pay } = markersFor(account, payment.order_id);
  if (payment.status === 'failed') {
    const metadata = { payment_id: payment.id, order_id: payment.order_id };
    return {
      status: 'failed',
      retryInMs: asked === 'late' ? pay.lateMs : null,
      error: toCheckoutError(payment, metadata),
    };
  }
  if (asked === 'lost' || callback.lost) return { status: 'lost' };
  return { status: 'paid', callback: toCallback(account, payment) };
}

async function pay(account: Account, request: Request, response: Response): Promise<void> {
  checkKey(account, isRecord(request.body) ? request.body.key_id : null);
  const attempt = attemptFrom(request);
  const answer = answerTo(account, attempt);
  const { lateMs } = markersFor(account, attempt.orderId).callback;
  if (lateMs === 0 || (await pause(lateMs, response))) response.json(answer);
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action http: https:";

export function checkoutRoutes(account: Account): Router {
  const routes = express.Router();
  routes.get('/v1/checkout.js', (_request, response) => {
    response
      .set({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/javascript')
      .send(checkoutScript);
  });
  routes.get('/checkout', (_request, response) => {
    response
      .set({
        'content-security-policy': pagePolicy,
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .type('html')
      .send(checkoutPage);
  });
  routes.get('/checkout/orders/:id', ({ params, query }, response) => {
    checkKey(account, query.key_id);
    const { order } = found(account.orders, params.id);
    if (order.status === 'paid') throw alreadyPaid();
    response.json({ id: order.id, amount: order.amount, currency: order.currency });
  });
  const json = express.json({ limit: '16kb' });
  routes.post('/checkout/payments', json, (request, response) => pay(account, request, response));
  return routes;
}
