import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateOrderResponse } from '@sachet/shared/payments/contracts/payment';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { listenToEvents } from '../testing/live.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import {
  toCallback,
  keySecret,
  openCounter,
  createPayer,
  sign,
  type Counter,
  type Payer,
} from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

/** The shared stack's. */
const publicUrl = 'http://127.0.0.1:3000';
const openOrdersMax = 1_000;

let open: OpenStack;
let counter: Counter;
let customer: Customer;
let payer: Payer;
beforeAll(async () => {
  open = await shareStack();
  counter = openCounter(open.stack.razorpayUrl);
});
afterAll(() => open?.stop());
beforeEach(async () => {
  customer = await createCustomer(open.stack);
  payer = createPayer(customer);
});

const topUps = async (of = customer) =>
  (await open.books.kinds((await of.wallet()).walletId))['TopUpCredited'] ?? 0;

/** Pays an order without a webhook, and returns the values that the sheet passes to the browser. */
async function paid(rupees = 500) {
  const { orderId } = await payer.order(rupees);
  await counter.mark(orderId, 'webhook:lost');
  return { orderId, callback: toCallback(orderId, await counter.pay(orderId)) };
}

describe('a sheet that was closed', () => {
  const close = (orderId: string) => customer.send(`/api/top-up?order=${orderId}&closed=1`);

  test('a payment whose callback and webhook were lost is credited when its sheet is closed', async () => {
    const { orderId } = await payer.order(500);
    await counter.mark(orderId, 'webhook:lost');
    // Its callback is not passed on.
    await counter.pay(orderId);
    expect((await payer.topUp(orderId)).body.status).toBe('created');
    const [first, second] = await Promise.all([close(orderId), close(orderId)]);
    for (const { body } of [first, second]) {
      expect(body).toMatchObject({ status: 'credited', wallet: { walletBalance: 750 } });
    }
    expect(await topUps()).toBe(1);
  });

  test('an unpaid order stays open when its sheet is closed', async () => {
    const { orderId } = await payer.order(500);
    expect((await close(orderId)).body).toMatchObject({ status: 'created', reason: null });
    expect(await topUps()).toBe(0);
  });
});

describe('a top-up', () => {
  test('verifying a paid order credits the wallet and notifies the payer', async () => {
    const live = await listenToEvents(open.stack.apiUrl, customer.headers);
    const order = await payer.order(500);
    expect(order).toEqual({
      orderId: expect.stringMatching(/^order_\w{14}$/),
      keyId: 'rzp_test_sandbox',
      amount: 50_000,
      currency: 'INR',
      callbackUrl: `${publicUrl}/api/razorpay-callback`,
    });
    const before = { status: 'created', amount: 500, wallet: { walletBalance: 250 } };
    expect((await payer.topUp(order.orderId)).body).toMatchObject(before);
    const paymentId = await counter.pay(order.orderId);
    const callback = toCallback(order.orderId, paymentId);
    // The amount that the caller states is not read.
    const { status, body } = await payer.verify(callback, { amount: 100_000 });
    const topUp = {
      orderId: order.orderId,
      amount: 500,
      status: 'credited',
      reason: null,
      wallet: expect.objectContaining({ walletBalance: 750, available: 750, held: 0 }),
      createdAt: expect.any(String),
    };
    expect([status, body]).toEqual([200, topUp]);
    expect((await payer.topUp(order.orderId)).body).toEqual(topUp);
    await live.hears('top-up', order.orderId);
    await live.hears('wallet');
    live.close();
    expect(await topUps()).toBe(1);
    await open.books.expectToBeSound();
  });

  test('an order whose first payment failed is credited by the second', async () => {
    const { orderId } = await payer.order();
    const failed = await payer.verify(toCallback(orderId, await counter.pay(orderId, 'failure')));
    expect([failed.status, failed.body.status]).toEqual([200, 'failed']);
    expect(failed.body.reason).toContain('declined');
    const { body } = await payer.verify(toCallback(orderId, await counter.pay(orderId)));
    expect([body.status, body.reason, body.wallet.walletBalance]).toEqual(['credited', null, 750]);
  });

  test("a top-up by a member of an organization credits the organization's wallet", async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const { orderId } = await createPayer(member).order(200);
    const callback = toCallback(orderId, await counter.pay(orderId));
    const { body } = await createPayer(member).verify(callback);
    expect([body.status, body.wallet.walletBalance]).toEqual(['credited', 450]);
    expect((await founder.wallet()).walletBalance).toBe(450);
    expectRefusal(await createPayer(founder).topUp(orderId), 'not_found');
  });
});

describe('an order', () => {
  const ask = (json: unknown, headers?: Record<string, string>) =>
    customer.send<CreateOrderResponse>('/api/razorpay-order', { json, headers });

  test.each([
    ['half a rupee', 0.5],
    ['an undefined amount', undefined],
  ])('an order of %s is refused', async (_name, amount) => {
    expectRefusal(await ask({ amount }), 'invalid', 'amount');
    expect(
      await open.books.query('select 1 from payment_order where uid = $1', [customer.uid]),
    ).toHaveLength(0);
  });

  test('the smallest and the largest amount reach the gateway in paise', async () => {
    expect((await payer.order(1)).amount).toBe(100);
    expect((await payer.order(500_000)).amount).toBe(50_000_000);
  });

  test('ten concurrent requests with one key make one order, and the key is refused with another amount', async () => {
    const key = { 'idempotency-key': 'top-up-1' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ amount: 500 }, key)));
    const ids = new Set(answers.map(({ body }) => body.orderId));
    expect([answers.map(({ status }) => status), ids.size]).toEqual([Array(10).fill(200), 1]);
    expectRefusal(await ask({ amount: 501 }, key), 'idempotency_conflict');
    expect((await ask({ amount: 501 })).body.orderId).not.toBe([...ids][0]);
  });

  test('forged headers do not change the address of the callback', async () => {
    const from = async (headers: Record<string, string>) =>
      (await ask({ amount: 1 }, headers)).body.callbackUrl;
    const forged: Record<string, string>[] = [
      { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.test;proto=https' },
      { origin: 'https://evil.test' },
      { origin: `https://${new URL(open.stack.apiUrl).host}` },
    ];
    for (const headers of forged) {
      expect(await from(headers)).toBe(`${publicUrl}/api/razorpay-callback`);
    }
    expect(await callbackForHost('evil.test')).toBe(`${publicUrl}/api/razorpay-callback`);
  });

  /** `fetch` does not let a caller choose its Host. */
  async function callbackForHost(host: string): Promise<string> {
    const headers = { ...customer.headers, host, 'content-type': 'application/json' };
    const asked = request(`${open.stack.apiUrl}/api/razorpay-order`, { method: 'POST', headers });
    asked.end(JSON.stringify({ amount: 1 }));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return ((await json(answer)) as CreateOrderResponse).callbackUrl;
  }

  /** All but five of the orders that a person may have open. */
  const fill = () =>
    open.books.query(
      `insert into payment_order (id, uid, wallet_id, amount_paise, expires_at)
       select 'ord_' || $1 || n, $1, $2, 100, now() + interval '1 day'
         from generate_series(6, $3::int) as n`,
      [customer.uid, walletId, openOrdersMax],
    );
  let walletId: string;
  beforeEach(async () => {
    ({ walletId } = await customer.wallet());
  });

  test('concurrent orders are accepted up to the limit, and one more after one of them has ended', async () => {
    await fill();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask({ amount: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expectRefusal(answer, 'too_many_orders');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3600);
    }
    // Other users are not affected.
    expect((await createPayer(await createCustomer(open.stack)).order(1)).amount).toBe(100);

    await open.books.query(`update payment_order set expires_at = now() where id = $1`, [
      `ord_${customer.uid}6`,
    ]);
    expect((await ask({ amount: 1 })).status).toBe(200);
    expectRefusal(await ask({ amount: 1 }), 'too_many_orders');
  });

  test('a repeated key is answered while no more orders may be open', async () => {
    const key = { 'idempotency-key': 'again' };
    const first = await ask({ amount: 7 }, key);
    await fill();
    await Promise.all(Array.from({ length: 4 }, () => ask({ amount: 1 })));
    expectRefusal(await ask({ amount: 1 }), 'too_many_orders');
    expect((await ask({ amount: 7 }, key)).body.orderId).toBe(first.body.orderId);
    const paymentId = await counter.pay(first.body.orderId);
    const { status } = await payer.verify(toCallback(first.body.orderId, paymentId));
    expect(status).toBe(200);
    expect((await customer.wallet()).walletBalance).toBe(257);
    expect((await ask({ amount: 1 })).status).toBe(200);
    await open.books.expectToBeSound();
  });
});

describe('a callback without proof', () => {
  test('a forged or swapped signature is refused and credits nothing', async () => {
    const { orderId, callback } = await paid();
    const other = await paid();
    const { razorpay_payment_id: paymentId } = callback;
    const forged = [
      sign(`${orderId}|${paymentId}`, 'another secret'),
      sign(`${paymentId}|${orderId}`, keySecret),
      other.callback.razorpay_signature,
      'x',
    ].map((signature) => ({ ...callback, razorpay_signature: signature }));
    const swapped = [
      { ...callback, razorpay_payment_id: other.callback.razorpay_payment_id },
      { ...callback, razorpay_order_id: other.orderId },
      { ...callback, razorpay_payment_id: `../orders/${orderId}` },
    ];
    for (const each of [...forged, ...swapped]) {
      const answer = await payer.verify(each);
      expectRefusal(answer, 'invalid');
      expect(answer.body).toEqual({ error: 'Payment verification failed', code: 'invalid' });
    }
    expect(await topUps()).toBe(0);
    expect((await payer.topUp(orderId)).body.status).toBe('created');
  });

  test("another user's order and an unknown one are not found", async () => {
    const { orderId, callback } = await paid();
    const stranger = createPayer(await createCustomer(open.stack));
    expectRefusal(await stranger.verify(callback), 'not_found');
    expectRefusal(await stranger.topUp(orderId), 'not_found');
    const nowhere = toCallback('order_00000000000000', callback.razorpay_payment_id);
    expectRefusal(await payer.verify(nowhere), 'not_found');
    expectRefusal(await payer.topUp('order_00000000000000'), 'not_found');
  });

  test.each(['razorpay_order_id', 'razorpay_payment_id', 'razorpay_signature'])(
    'a verification without %s is refused',
    async (field) => {
      const callback = { ...toCallback('order_1', 'pay_1'), [field]: '' };
      expectRefusal(await payer.verify(callback), 'invalid', field);
    },
  );
});

describe('the return by a form', () => {
  const post = (fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
    fetch(`${open.stack.apiUrl}/api/razorpay-callback`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
    });
  const leadsTo = (answer: Response) => [answer.status, answer.headers.get('location')];

  test('a form with a signed payment is credited and leads its payer to the order', async () => {
    const { orderId, callback } = await paid();
    expect(leadsTo(await post({ ...callback }))).toEqual([303, `/wallet?order=${orderId}`]);
    expect((await customer.wallet()).walletBalance).toBe(750);
    await post({ ...callback });
    expect(await topUps()).toBe(1);
  });

  test('a form with an unsigned failure changes nothing', async () => {
    const { orderId } = await payer.order();
    const fields = {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[reason]': 'payment_cancelled',
      'error[metadata]': JSON.stringify({ order_id: orderId, payment_id: 'pay_1' }),
    };
    expect(leadsTo(await post(fields))).toEqual([303, `/wallet?order=${orderId}`]);
    expect((await payer.topUp(orderId)).body.status).toBe('created');
  });

  test('a form with a forged signature is refused', async () => {
    const { callback } = await paid();
    const forged = { ...callback, razorpay_signature: sign('x', keySecret) };
    expect((await post(forged)).status).toBe(400);
    expect(await topUps()).toBe(0);
  });

  test('a form with an unknown order leads to the wallet', async () => {
    const odd: Record<string, string>[] = [
      { ...toCallback('order_00000000000000', 'pay_1') },
      {},
      { 'error[metadata]': '{' },
      { 'error[metadata]': '{"order_id": 7}' },
    ];
    for (const fields of odd) {
      expect(leadsTo(await post(fields))).toEqual([303, '/wallet']);
    }
  });

  test('a callback that is not a form or is too large is refused', async () => {
    expect((await post({}, 'application/json')).status).toBe(415);
    expect((await post({ 'error[metadata]': 'x'.repeat(17 * 1024) })).status).toBe(413);
  });
});

test('the browser policies allow only what the payment sheet needs from the gateway', async () => {
  const { body, headers } = await send<{ razorpay: object }>(`${open.stack.apiUrl}/api/config`);
  const { origin } = new URL(open.stack.razorpayUrl);
  expect(body.razorpay).toEqual({
    keyId: 'rzp_test_sandbox',
    scriptUrl: `${origin}/v1/checkout.js`,
  });
  const policy = headers.get('content-security-policy')!.split(';');
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
    expect(policy.find((one) => one.startsWith(directive))).toContain(origin);
  }
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
});
