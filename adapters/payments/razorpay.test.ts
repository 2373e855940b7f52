import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openCounter,
  sign,
  keySecret,
  webhookSecret,
  type Counter,
} from '../../api/testing/payments.ts';
import { startRazorpaySandbox } from '../../dev/sandbox/razorpay.ts';
import type { PaymentGateway } from './gateway.ts';
import { createRazorpay } from './razorpay.ts';
import { WireSettledItems } from './razorpay-wire.ts';

const secrets = { keyId: 'rzp_test_sandbox', keySecret, webhookSecret };

let sandbox: Awaited<ReturnType<typeof startRazorpaySandbox>>;
let counter: Counter;
let gateway: PaymentGateway;
beforeAll(async () => {
  sandbox = await startRazorpaySandbox();
  counter = openCounter(sandbox.url);
  gateway = createRazorpay({ ...secrets, baseUrl: sandbox.url, timeoutMs: 60_000 });
});
afterAll(() => sandbox?.close());

const owner = { uid: 'uid_1', walletId: 'wal_1' };

async function order(receipt = 'ord_1', amountPaise = 50_000): Promise<string> {
  const made = await gateway.createOrder({ receipt, amountPaise, owner });
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

const hidden = (status: string) => ({ status, captured: status === 'captured' });

describe('orders and payments', () => {
  test("a paid order's payment is found by its id and by its order", async () => {
    const orderId = await order('ord_paid');
    expect(await gateway.findOrders('ord_paid')).toEqual({ ok: true, value: [orderId] });
    expect(await gateway.findOrders('ord_none')).toEqual({ ok: true, value: [] });
    expect(await gateway.fetchOrder(orderId)).toMatchObject({
      ok: true,
      value: { receipt: 'ord_paid', amountPaise: 50_000, owner },
    });
    const paymentId = await counter.pay(orderId);
    const payment = {
      id: paymentId,
      gatewayOrderId: orderId,
      amountPaise: 50_000,
      currency: 'INR',
      refundedPaise: 0,
      vpa: 'success@razorpay',
      reason: null,
      ...hidden('captured'),
    };
    expect(await gateway.fetchPayment(paymentId)).toEqual({ ok: true, value: payment });
    expect(await gateway.fetchOrderPayments(orderId)).toEqual({ ok: true, value: [payment] });
  });

  test("a failed payment has the bank's reason", async () => {
    const paymentId = await counter.pay(await order(), 'failure');
    expect(await gateway.fetchPayment(paymentId)).toMatchObject({
      value: { ...hidden('failed'), reason: expect.stringContaining('declined') },
    });
  });

  test('an authorized payment is captured once', async () => {
    const { id: orderId } = await counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 50_000,
      currency: 'INR',
      payment: { capture: 'manual' },
    });
    const id = await counter.pay(orderId);
    const capture = () => gateway.capture({ id, amountPaise: 50_000, currency: 'INR' });
    expect(await capture()).toMatchObject({ ok: true, value: hidden('captured') });
    expect(await capture()).toMatchObject({ ok: false, failure: 'refused' });
  });

  test('one refund key makes one refund, and is refused with another amount', async () => {
    const paymentId = await counter.pay(await order());
    const refund = (amountPaise: number) =>
      gateway.refund({ paymentId, amountPaise, idempotencyKey: 'refund-key-1', receipt: 'r1' });
    const first = await refund(10_000);
    expect(first).toMatchObject({
      ok: true,
      value: {
        id: expect.stringMatching(/^rfnd_/),
        paymentId,
        amountPaise: 10_000,
        status: 'processed',
      },
    });
    expect(await refund(10_000)).toEqual(first);
    expect(await refund(10_001)).toMatchObject({ ok: false, failure: 'refused' });
    expect(await gateway.fetchPayment(paymentId)).toMatchObject({
      value: { refundedPaise: 10_000 },
    });
  });
});

describe('a gateway that fails', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['an unknown payment', () => gateway.fetchPayment('pay_00000000000000')],
    ['an unknown order', () => gateway.fetchOrderPayments('order_00000000000000')],
    [
      'an amount below a rupee',
      () => gateway.createOrder({ receipt: 'r', amountPaise: 99, owner }),
    ],
    ['an id that leads elsewhere', () => gateway.fetchPayment('../orders/order_1?')],
    [
      'a refund of such an id',
      () =>
        gateway.refund({ paymentId: 'pay_1/../x', amountPaise: 1, idempotencyKey: 'key-000001' }),
    ],
  ])('the gateway refuses %s', async (_name, ask) => {
    expect(await ask()).toEqual({ ok: false, failure: 'refused', reason: expect.any(String) });
  });

  const unreachable = { ok: false, failure: 'unreachable', reason: expect.any(String) };

  test('a query with wrong keys reports the gateway as unreachable, and no state of the payment', async () => {
    const paymentId = await counter.pay(await order());
    const stranger = createRazorpay({
      ...secrets,
      keySecret: 'another-secret',
      baseUrl: sandbox.url,
      timeoutMs: 60_000,
    });
    expect(await stranger.fetchPayment(paymentId)).toEqual(unreachable);
  });

  test('a gateway that is down, slow or gone is unreachable', async () => {
    const orderId = await order();
    await counter.mark(orderId, 'api:down=1');
    expect(await gateway.fetchOrderPayments(orderId)).toEqual(unreachable);
    expect(await gateway.fetchOrderPayments(orderId)).toEqual({ ok: true, value: [] });

    await counter.mark(orderId, 'api:slow=60000');
    const hasty = createRazorpay({ ...secrets, baseUrl: sandbox.url, timeoutMs: 100 });
    expect(await hasty.fetchOrderPayments(orderId)).toEqual(unreachable);

    const gone = createRazorpay({ ...secrets, baseUrl: 'http://127.0.0.1:1', timeoutMs: 60_000 });
    expect(await gone.createOrder({ receipt: 'r', amountPaise: 100, owner })).toEqual(unreachable);
    const lost = { paymentId: 'pay_1', amountPaise: 1, idempotencyKey: 'key-000001' };
    expect(await gone.refund(lost)).toEqual(unreachable);
  });

  test.each([
    ['HTML instead of JSON', 200, '<html>maintenance</html>'],
    ['unexpected JSON', 200, '{"id": "pay_1", "status": "shiny"}'],
    ['an error of a proxy', 504, 'timeout'],
    ['an error without a message', 500, '{}'],
    ['too many requests', 429, '{"error": {"description": "slow down"}}'],
  ])('a gateway that answers with %s is unreachable', async (_name, status, body) => {
    const server: Server = createServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const odd = createRazorpay({ ...secrets, baseUrl, timeoutMs: 60_000 });
    expect(await odd.fetchPayment('pay_1')).toEqual(unreachable);
    server.close();
  });
});

describe('signatures', () => {
  const paid = { gatewayOrderId: 'order_1', paymentId: 'pay_1' };
  const good = sign('order_1|pay_1', keySecret);

  test("only the gateway's own signatures are accepted", () => {
    expect(gateway.isPaymentSignature(paid, good)).toBe(true);
    const forged = [
      '',
      'x',
      good.slice(2),
      `${good}00`,
      sign('order_1|pay_1', 'another secret'),
      sign('order_1|pay_1', webhookSecret),
      sign('pay_1|order_1', keySecret),
      sign('order_2|pay_1', keySecret),
      Buffer.from(good, 'hex').toString('base64'),
    ];
    for (const signature of forged) expect(gateway.isPaymentSignature(paid, signature)).toBe(false);
    const other = { ...paid, paymentId: 'pay_2' };
    expect(gateway.isPaymentSignature(other, good)).toBe(false);
  });

  test("a webhook's signature covers every byte", () => {
    const body = Buffer.from('{"event":"order.paid"}');
    const signature = sign(body.toString(), webhookSecret);
    expect(gateway.isWebhookSignature(body, signature)).toBe(true);
    expect(gateway.isWebhookSignature(Buffer.concat([body, Buffer.from(' ')]), signature)).toBe(
      false,
    );
    expect(gateway.isWebhookSignature(body, sign(body.toString(), keySecret))).toBe(false);
  });

  test('the previous secrets are accepted, each for its own purpose', () => {
    const [oldKey, oldWebhook] = ['the key secret before', 'the webhook secret before'];
    const rotated = createRazorpay({
      ...secrets,
      previousKeySecret: oldKey,
      previousWebhookSecret: oldWebhook,
      timeoutMs: 1,
    });
    const text = 'order_1|pay_1';
    expect(rotated.isPaymentSignature(paid, good)).toBe(true);
    expect(rotated.isPaymentSignature(paid, sign(text, oldKey))).toBe(true);
    expect(rotated.isPaymentSignature(paid, sign(text, oldWebhook))).toBe(false);
    const body = Buffer.from('{}');
    expect(rotated.isWebhookSignature(body, sign('{}', webhookSecret))).toBe(true);
    expect(rotated.isWebhookSignature(body, sign('{}', oldWebhook))).toBe(true);
    expect(rotated.isWebhookSignature(body, sign('{}', oldKey))).toBe(false);
    // Signatures by the previous secrets are refused once the secrets are removed.
    expect(gateway.isPaymentSignature(paid, sign(text, oldKey))).toBe(false);
    expect(gateway.isWebhookSignature(body, sign('{}', oldWebhook))).toBe(false);
  });

  test.each(['keyId', 'keySecret', 'webhookSecret', 'previousKeySecret', 'previousWebhookSecret'])(
    'a gateway with an empty %s cannot be created',
    (name) => {
      expect(() => createRazorpay({ ...secrets, [name]: '', timeoutMs: 1 })).toThrow('empty');
    },
  );
});

test('the sample report is read, including notes as text, a missing UTR and an unknown type', () => {
  const sample = join(import.meta.dirname, '../../shared/finance/settlement/testing/bank');
  const { items } = JSON.parse(
    readFileSync(join(sample, '18-razorpay-recon-api-answer.json'), 'utf8'),
  ) as { items: object[] };
  const strange = { ...items[0], entity_id: 'res_1', type: 'reserve_hold' };
  const read = WireSettledItems.parse({ items: [...items, strange] }).items;
  expect(read.map(({ line }) => line.kind)).toEqual([
    ...items.map((item) => (item as { type: string }).type),
    'other:reserve_hold',
  ]);
  expect(read[0]).toMatchObject({ line: { method: 'card', utr: '1775634000vxp0rj' } });
  expect(read.find(({ line }) => line.kind === 'adjustment')).toMatchObject({
    line: { utr: null, settlementId: 'setl_QaTst0000000B' },
  });
});
