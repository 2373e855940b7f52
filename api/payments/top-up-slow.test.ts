import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendWebhooksTo } from '../../dev/local/razorpay.ts';
import { startRazorpaySandbox } from '../../dev/sandbox/razorpay.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { startGate, type Gate } from '../testing/gate.ts';
import {
  toCallback,
  openCounter,
  createPayer,
  type Counter,
  type Payer,
} from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 25 };

// The servers reach the gateway through a gate: while it is shut, there is no answer.
let sandbox: Awaited<ReturnType<typeof startRazorpaySandbox>>;
let gate: Gate;
let open: OpenStack;
let counter: Counter;
let customer: Customer;
let payer: Payer;
beforeAll(async () => {
  sandbox = await startRazorpaySandbox();
  gate = await startGate(sandbox.url);
  open = await openStack({
    queue: 'postgres',
    limits: {
      ...impatient,
      // Long enough for a gateway that answers, even on a busy machine.
      gatewayTimeoutMs: 3_000,
      // Long enough for a user who repeats a request before the reconciler looks at its order.
      topUpCheckAfterMs: 20_000,
    },
    env: { RAZORPAY_BASE_URL: gate.url },
  });
  await sendWebhooksTo(open.stack.apiUrl, sandbox.url);
  counter = openCounter(sandbox.url);
});
afterAll(async () => {
  gate?.open();
  await open?.stop();
  await gate?.close();
  await sandbox?.close();
});
beforeEach(async () => {
  gate.open();
  customer = await createCustomer(open.stack);
  payer = createPayer(customer);
});

const topUps = async () =>
  (await open.books.kinds((await customer.wallet()).walletId))['TopUpCredited'] ?? 0;
const orders = () =>
  open.books.query<{ status: string; gateway_order_id: string | null }>(
    'select status, gateway_order_id from payment_order where uid = $1',
    [customer.uid],
  );

test('an order whose gateway does not answer fails, and the reconciler ends its row', async () => {
  gate.shut();
  const answer = await customer.send('/api/razorpay-order', { json: { amount: 500 } });
  expectRefusal(answer, 'unavailable');
  expect(answer.body.error).toBe('Failed to initiate payment');
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await orders()).toEqual([{ status: 'created', gateway_order_id: null }]);
  await gate.isLeft();
  gate.open();
  // Nothing reached the gateway: the reconciler finds no order of this receipt.
  await open.books.query('update payment_order set next_check_at = now() where uid = $1', [
    customer.uid,
  ]);
  await expect.poll(orders, poll).toEqual([{ status: 'failed', gateway_order_id: null }]);
});

test('repeating the key after the gateway did not answer makes one order', async () => {
  const key = { 'idempotency-key': 'patient' };
  gate.shut();
  const json = { amount: 500 };
  expectRefusal(await customer.send('/api/razorpay-order', { json, headers: key }), 'unavailable');
  await gate.isLeft();
  gate.open();
  const { orderId } = await payer.order(500, key);
  expect(await orders()).toEqual([{ status: 'created', gateway_order_id: orderId }]);
  const { body } = await payer.verify(toCallback(orderId, await counter.pay(orderId)));
  expect(body.status).toBe('credited');
});

const ordersAtGateway = async () => {
  const [{ id }] = (await open.books.query<{ id: string }>(
    'select id from payment_order where uid = $1',
    [customer.uid],
  )) as [{ id: string }];
  const { items } = await counter.call<{ items: { id: string }[] }>(
    'GET',
    `/v1/orders?receipt=${id}`,
  );
  return { receipt: id, ids: items.map((order) => order.id) };
};

test('repeating the key finds the order whose answer from the gateway was lost', async () => {
  const headers = { 'idempotency-key': 'lost' };
  const json = { amount: 500 };
  gate.shut();
  expectRefusal(await customer.send('/api/razorpay-order', { json, headers }), 'unavailable');
  await gate.isLeft();
  gate.open();
  // Simulates a gateway that made the order but whose answer was lost.
  const { receipt } = await ordersAtGateway();
  const made = await counter.call<{ id: string }>('POST', '/v1/orders', {
    amount: 500_00,
    currency: 'INR',
    receipt,
  });
  const { orderId } = await payer.order(500, headers);
  expect(orderId).toBe(made.id);
  expect((await ordersAtGateway()).ids).toEqual([made.id]);
});

test('a top-up whose gateway does not answer the verification has the status confirming and is credited later', async () => {
  const { orderId } = await payer.order(500);
  await counter.mark(orderId, 'webhook:lost');
  const callback = toCallback(orderId, await counter.pay(orderId));
  gate.shut();
  const { status, body } = await payer.verify(callback);
  expect([status, body.status, body.wallet.walletBalance]).toEqual([202, 'confirming', 250]);
  expect((await payer.topUp(orderId)).body.status).toBe('confirming');
  gate.open();
  await expect
    .poll(async () => (await payer.topUp(orderId)).body, poll)
    .toMatchObject({ status: 'credited', wallet: { walletBalance: 750 } });
  expect(await topUps()).toBe(1);
});

test('a webhook that arrives while the gateway does not answer is processed later', async () => {
  const { orderId } = await payer.order(500);
  gate.shut();
  await counter.pay(orderId);
  const waiting = () =>
    open.books.query(
      `select 1 from gateway_webhook where attempts > 0 and processed_at is null
          and convert_from(body, 'utf8') like '%${orderId}%'`,
    );
  await expect.poll(async () => (await waiting()).length, poll).toBeGreaterThan(0);
  gate.open();
  await expect.poll(async () => (await payer.topUp(orderId)).body.status, poll).toBe('credited');
  await expect.poll(waiting, poll).toEqual([]);
  expect(await topUps()).toBe(1);
  await open.books.expectToBeSound();
});

test('top-ups are refused without gateway keys, and the config says so', async () => {
  const without = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    env: {
      RAZORPAY_KEY_ID: '',
      RAZORPAY_KEY_SECRET: '',
      RAZORPAY_WEBHOOK_SECRET: '',
      RAZORPAY_BASE_URL: '',
    },
  });
  try {
    const somebody = await createCustomer(without.stack);
    expect((await somebody.send<{ razorpay: null }>('/api/config')).body.razorpay).toBeNull();
    expectRefusal(
      await somebody.send('/api/razorpay-order', { json: { amount: 500 } }),
      'unavailable',
    );
    expectRefusal(
      await somebody.send('/api/razorpay-verify', { json: toCallback('order_1', 'pay_1') }),
      'unavailable',
    );
    expectRefusal(await somebody.send('/api/razorpay-webhook', { json: {} }), 'unavailable');
  } finally {
    await without.stop();
  }
});
