import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import {
  toCallback,
  keySecret,
  openCounter,
  createPayer,
  sign,
  webhookSecret,
  type Counter,
} from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let counter: Counter;
let customer: Customer;
beforeAll(async () => {
  open = await openStack({
    queue: 'redis',
    limits: { ...impatient, topUpCheckAfterMs: 1_000 },
  });
  counter = openCounter(open.stack.razorpayUrl);
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

const poll = { timeout: 60_000, interval: 25 };

function tell(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): ReturnType<typeof send> {
  const signature = sign(
    typeof body === 'string' ? body : Buffer.from(body).toString(),
    webhookSecret,
  );
  return send(`${open.stack.apiUrl}/api/razorpay-webhook`, {
    raw: body,
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, ...headers },
  });
}

/** Finds webhooks by the gateway's event id, which is not signed. */
const kept = (gatewayEventId: string) =>
  open.books.query<{ kind: string; outcome: string | null }>(
    'select kind, outcome from gateway_webhook where gateway_event_id = $1',
    [gatewayEventId],
  );
const count = async () =>
  (await open.books.query<{ n: number }>('select count(*) as n from gateway_webhook'))[0]!.n;

describe('a webhook', () => {
  test('a signed webhook is stored once, and the worker processes it', async () => {
    const headers = { 'x-razorpay-event-id': 'evt_settled' };
    const body = JSON.stringify({ event: 'settlement.processed', payload: {} });
    for (let times = 0; times < 3; times += 1) {
      expect((await tell(body, headers)).status).toBe(200);
    }
    await expect
      .poll(() => kept('evt_settled'), poll)
      .toEqual([{ kind: 'settlement.processed', outcome: 'processed' }]);
  });

  test('a webhook without an event id, or with a malformed one, is stored without an event id', async () => {
    const body = JSON.stringify({ event: 'no.id', payload: {} });
    for (const id of ['', 'x'.repeat(100), '; drop table']) {
      expect((await tell(body, { 'x-razorpay-event-id': id })).status).toBe(200);
    }
    const rows = await open.books.query(
      `select event_id, gateway_event_id from gateway_webhook where kind = 'no.id'`,
    );
    expect(rows).toEqual([
      { event_id: expect.stringMatching(/^sha256_[0-9a-f]{64}$/), gateway_event_id: null },
    ]);
  });

  test('a webhook whose event id was used for another body is processed by its signed body', async () => {
    const { orderId } = await createPayer(customer).order(150);
    await counter.mark(orderId, 'webhook:lost');
    const headers = { 'x-razorpay-event-id': 'evt_squatted' };
    await tell(JSON.stringify({ event: 'settlement.processed', payload: { squats: 1 } }), headers);
    const paymentId = await counter.pay(orderId);
    const payload = { payment: { entity: { id: paymentId } } };
    await tell(JSON.stringify({ event: 'payment.captured', payload }), headers);
    await expect
      .poll(() => kept('evt_squatted'), poll)
      .toEqual([
        { kind: 'settlement.processed', outcome: 'processed' },
        { kind: 'payment.captured', outcome: 'processed' },
      ]);
    expect((await createPayer(customer).topUp(orderId)).body.status).toBe('credited');
  });

  test('a webhook that the gateway did not sign is refused and not stored', async () => {
    const before = await count();
    const body = JSON.stringify({ event: 'payment.captured', payload: {} });
    const signatures = ['', 'x', sign(body, keySecret), sign(`${body} `, webhookSecret)];
    for (const signature of signatures) {
      expectRefusal(await tell(body, { 'x-razorpay-signature': signature }), 'invalid');
    }
    expectRefusal(await tell('', { 'x-razorpay-signature': '' }), 'invalid');
    expect(await count()).toBe(before);
  });

  test('a webhook of 10 MB, of another type or compressed is refused unread', async () => {
    const before = await count();
    expectRefusal(await tell('x'.repeat(10_000_000)), 'payload_too_large');
    expectRefusal(await tell('{}', { 'content-type': 'text/plain' }), 'unsupported_media_type');
    expectRefusal(await tell('{}', { 'content-encoding': 'gzip' }), 'unsupported_media_type');
    expect(await count()).toBe(before);
    expect((await tell(`{"event":"x.large","pad":"${'x'.repeat(1_000_000)}"}`)).status).toBe(200);
  });

  test('a signed webhook that is not JSON is stored and reported to finance', async () => {
    await tell('\u0000{', { 'x-razorpay-event-id': 'evt_noise' });
    await expect
      .poll(() => kept('evt_noise'), poll)
      .toEqual([{ kind: 'unreadable', outcome: 'given_up' }]);
    expect(
      await open.books.query(
        `select e.kind, e.detail from payment_exception e
           join gateway_webhook w on w.event_id = e.subject
          where w.gateway_event_id = 'evt_noise'`,
      ),
    ).toEqual([
      { kind: 'webhook_unreadable', detail: { kind: 'unreadable', gatewayEventId: 'evt_noise' } },
    ]);
  });
});

describe('a payment from the sheet to the wallet', () => {
  test('a failure that the gateway posts as a form is shown to the payer', async () => {
    const { orderId } = await createPayer(customer).order(200);
    await counter.mark(orderId, 'webhook:lost');
    const paymentId = await counter.pay(orderId, 'failure');
    const metadata = JSON.stringify({ order_id: orderId, payment_id: paymentId });
    await fetch(`${open.stack.apiUrl}/api/razorpay-callback`, {
      method: 'POST',
      body: new URLSearchParams({ 'error[metadata]': metadata }),
      redirect: 'manual',
    });
    await expect
      .poll(async () => (await createPayer(customer).topUp(orderId)).body, poll)
      .toMatchObject({ status: 'failed', reason: expect.stringContaining('declined') });
  });

  test('50 concurrent deliveries of one webhook, with verifies and the reconciler, credit once', async () => {
    const { walletId, walletBalance } = await customer.wallet();
    const before = (await open.books.kinds(walletId))['TopUpCredited'] ?? 0;
    const payer = createPayer(customer);
    const { orderId } = await payer.order(500);
    await counter.mark(orderId, 'webhook:lost');
    const paymentId = await counter.pay(orderId);
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: paymentId } } },
    });
    const same = { 'x-razorpay-event-id': 'evt_hundred' };
    const told = Array.from({ length: 50 }, (_, i) =>
      tell(body, i % 2 ? same : { 'x-razorpay-event-id': `evt_hundred_${i}` }),
    );
    await open.books.query(`update payment_order set next_check_at = now()
       where gateway_order_id = '${orderId}'`);
    const verified = Array.from({ length: 10 }, () => payer.verify(toCallback(orderId, paymentId)));
    for (const { status } of await Promise.all([...told, ...verified])) expect(status).toBe(200);
    const all = `select outcome from gateway_webhook where gateway_event_id like 'evt_hundred%'`;
    await expect.poll(() => open.books.query(all), poll).toEqual([{ outcome: 'processed' }]);
    expect((await open.books.kinds(walletId))['TopUpCredited']).toBe(before + 1);
    expect((await customer.wallet()).walletBalance).toBe(walletBalance + 500);
    await open.books.expectToBeSound();
  });

  test('the next worker finishes the webhooks of a worker that was killed', async () => {
    const payer = createPayer(customer);
    const orders = await Promise.all(Array.from({ length: 4 }, () => payer.order(1)));
    await open.stack.worker.kill('SIGKILL');
    await Promise.all(orders.map(({ orderId }) => counter.pay(orderId)));
    await open.stack.worker.start();
    await open.stack.worker.kill('SIGKILL');
    await open.stack.worker.start();
    for (const { orderId } of orders) {
      await expect
        .poll(async () => (await payer.topUp(orderId)).body.status, poll)
        .toBe('credited');
    }
    await open.books.expectToBeSound();
  });
});
