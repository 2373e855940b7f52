// Webhooks, refunds and a gateway that does not answer. The servers reach the gateway's stand-in through a gate.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type {
  PaymentException,
  PaymentExceptions,
  PaymentRefund,
  WalletPayments,
} from '@sachet/shared/payments/contracts/admin-payments';
import { createCustomer, send, type AnyBody, type Customer } from '../testing/client.ts';
import { startGate, type Gate } from '../testing/gate.ts';
import {
  toCallback,
  keySecret,
  openCounter,
  createPayer,
  sign,
  webhookSecret,
  type Counter,
  type Payer,
} from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance, fillAndSpend } from '../testing/spending.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const poll = { timeout: 60_000, interval: 25 };

let open: OpenStack;
let gate: Gate;
let counter: Counter;
let customer: Customer;
let payer: Payer;
beforeAll(async () => {
  gate = await startGate('http://127.0.0.1');
  open = await openStack({
    limits: {
      ...impatient,
      // Long enough for a gateway that answers, even on a busy machine.
      gatewayTimeoutMs: 3_000,
      // Long enough for a user who repeats a request before the reconciler looks at its order.
      topUpCheckAfterMs: 20_000,
    },
    env: { RAZORPAY_BASE_URL: gate.url },
  });
  gate.forwardTo(open.stack.razorpayUrl);
  counter = openCounter(open.stack.razorpayUrl);
});
afterAll(async () => {
  gate?.open();
  await open?.stop();
  await gate?.close();
});
beforeEach(async () => {
  gate.open();
  customer = await createCustomer(open.stack);
  payer = createPayer(customer);
});

/** The reconciler asks the gateway about the customer's orders. */
const checkNow = () =>
  open.books.query('update payment_order set next_check_at = now() where uid = $1', [customer.uid]);

const topUps = async () =>
  (await open.books.kinds((await customer.wallet()).walletId))['TopUpCredited'] ?? 0;

describe('a gateway that does not answer', () => {
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
    await checkNow();
    await expect.poll(orders, poll).toEqual([{ status: 'failed', gateway_order_id: null }]);
  });

  test('repeating the key after the gateway did not answer makes one order', async () => {
    const key = { 'idempotency-key': 'patient' };
    gate.shut();
    const json = { amount: 500 };
    expectRefusal(
      await customer.send('/api/razorpay-order', { json, headers: key }),
      'unavailable',
    );
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
    await checkNow();
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
});

describe('a webhook', () => {
  const tell = (body: string, headers: Record<string, string> = {}) =>
    send(`${open.stack.apiUrl}/api/razorpay-webhook`, {
      raw: body,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': sign(body, webhookSecret),
        ...headers,
      },
    });

  /** Finds webhooks by the gateway's event id, which is not signed. */
  const kept = (gatewayEventId: string) =>
    open.books.query<{ kind: string; outcome: string | null }>(
      'select kind, outcome from gateway_webhook where gateway_event_id = $1',
      [gatewayEventId],
    );

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
    const { orderId } = await payer.order(150);
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
    expect((await payer.topUp(orderId)).body.status).toBe('credited');
  });

  /** No other body of this file has these kinds. */
  const findRefused = () =>
    open.books.query(`select kind from gateway_webhook where kind in ('refused', 'unreadable')`);

  test('a webhook that the gateway did not sign is refused and not stored', async () => {
    const body = JSON.stringify({ event: 'refused', payload: {} });
    const signatures = ['', 'x', sign(body, keySecret), sign(`${body} `, webhookSecret)];
    for (const signature of signatures) {
      expectRefusal(await tell(body, { 'x-razorpay-signature': signature }), 'invalid');
    }
    expectRefusal(await tell('', { 'x-razorpay-signature': '' }), 'invalid');
    expect(await findRefused()).toEqual([]);
  });

  test('a webhook of 10 MB, of another type or compressed is refused unread', async () => {
    expectRefusal(await tell('x'.repeat(10_000_000)), 'payload_too_large');
    expectRefusal(await tell('{}', { 'content-type': 'text/plain' }), 'unsupported_media_type');
    expectRefusal(await tell('{}', { 'content-encoding': 'gzip' }), 'unsupported_media_type');
    expect(await findRefused()).toEqual([]);
    expect((await tell(`{"event":"x.large","pad":"${'x'.repeat(1_000_000)}"}`)).status).toBe(200);
  });

  test('a failure that the gateway posts as a form is shown to the payer', async () => {
    const { orderId } = await payer.order(200);
    await counter.mark(orderId, 'webhook:lost');
    const paymentId = await counter.pay(orderId, 'failure');
    const metadata = JSON.stringify({ order_id: orderId, payment_id: paymentId });
    await fetch(`${open.stack.apiUrl}/api/razorpay-callback`, {
      method: 'POST',
      body: new URLSearchParams({ 'error[metadata]': metadata }),
      redirect: 'manual',
    });
    await expect
      .poll(async () => (await payer.topUp(orderId)).body, poll)
      .toMatchObject({ status: 'failed', reason: expect.stringContaining('declined') });
  });

  test('concurrent deliveries of one webhook, with verifies and the reconciler, credit once', async () => {
    const { orderId } = await payer.order(500);
    await counter.mark(orderId, 'webhook:lost');
    const paymentId = await counter.pay(orderId);
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: paymentId } } },
    });
    const same = { 'x-razorpay-event-id': 'evt_again' };
    const told = Array.from({ length: 20 }, (_, i) =>
      tell(body, i % 2 ? same : { 'x-razorpay-event-id': `evt_again_${i}` }),
    );
    await checkNow();
    const verified = Array.from({ length: 5 }, () => payer.verify(toCallback(orderId, paymentId)));
    for (const { status } of await Promise.all([...told, ...verified])) expect(status).toBe(200);
    const all = `select outcome from gateway_webhook where gateway_event_id like 'evt_again%'`;
    await expect.poll(() => open.books.query(all), poll).toEqual([{ outcome: 'processed' }]);
    expect(await topUps()).toBe(1);
    expect((await customer.wallet()).walletBalance).toBe(750);
    await open.books.expectToBeSound();
  });

  test('the next worker finishes the webhooks of a worker that was killed', async () => {
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

describe('a refund', () => {
  let admin: Customer;
  beforeAll(async () => {
    admin = await createSuperAdmin(open);
  });

  const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

  interface Paid {
    readonly customer: Customer;
    readonly walletId: string;
    readonly orderId: string;
    readonly paymentId: string;
  }

  /** A user with the bonus of ₹250 and ₹500 paid in. */
  async function somebodyPaid(markers = ''): Promise<Paid> {
    const customer = await createCustomer(open.stack);
    const payer = createPayer(customer);
    const { orderId } = await payer.order(500);
    if (markers) await counter.mark(orderId, markers);
    const paymentId = await counter.pay(orderId);
    expect((await payer.verify(toCallback(orderId, paymentId))).body.status).toBe('credited');
    return { customer, orderId, paymentId, walletId: (await customer.wallet()).walletId };
  }

  const refund = (paymentId: string, amount: number, key: string = randomUUID()) =>
    admin.send<PaymentRefund & AnyBody>('/api/admin/refund-payment', {
      json: { paymentId, amount, reason: 'asked for it' },
      headers: { 'idempotency-key': key },
    });

  async function readPayment({ customer, paymentId }: Paid) {
    const { body } = await admin.send<WalletPayments>(`/api/admin/payments?uid=${customer.uid}`);
    return body.payments.find((payment) => payment.paymentId === paymentId)!;
  }

  const readStatus = async (paid: Paid) => (await readPayment(paid)).refunds[0]!.status;

  /** The actors of the hold and of what was refunded. */
  const readActors = async ({ walletId }: Paid): Promise<string[]> =>
    (
      await open.books.query<{ actor: string }>(
        `select actor from ledger_event where wallet_id = $1 and kind in ('HoldPlaced', 'TopUpRefunded')
          order by seq`,
        [walletId],
      )
    ).map(({ actor }) => actor);

  /** An exception and a notice report the refund that was not paid, until finance resolves it. */
  async function expectReport({ paymentId }: Paid): Promise<void> {
    const find = async () => {
      const { body } = await admin.send<PaymentExceptions>('/api/admin/payment-exceptions');
      return body.items.find((each) => each.paymentId === paymentId);
    };
    const readNotices = async () => {
      const { body } = await admin.send<AdminNoticesResponse>('/api/admin/notices');
      return body.notices.filter(
        ({ kind, data }) => kind === 'refund_failed' && data.paymentId === paymentId,
      );
    };
    await soon(async () => expect((await find())?.kind).toBe('refund_failed'));
    expect(await readNotices()).toMatchObject([{ data: { amount: 200 } }]);
    const json = { id: (await find())!.id, note: 'sent by bank' };
    expect((await admin.send('/api/admin/payment-exceptions', { json })).status).toBe(200);
    expect(await readNotices()).toEqual([]);
  }

  /** Processes the refund that the gateway has kept pending. */
  async function payOut(paid: Paid): Promise<void> {
    const { items } = await counter.call<{ items: { id: string }[] }>(
      'GET',
      `/v1/payments/${paid.paymentId}/refunds`,
    );
    await counter.call('POST', `/dashboard/refunds/${items[0]!.id}/processed`);
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));
  }

  test('a refund takes unspent paid money from wallet and gateway, and leaves the bonus', async () => {
    const paid = await somebodyPaid();
    expect(await readPayment(paid)).toMatchObject({ credited: 500, refunded: 0, refundable: 500 });

    const { status, body } = await refund(paid.paymentId, 500);
    expect(status).toBe(202);
    // The worker may already have asked the gateway.
    expect(['reserved', 'pending', 'processed']).toContain(body.status);
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));

    expect(await readPayment(paid)).toMatchObject({ refunded: 500, refundable: 0 });
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
    expect(await counter.payment(paid.paymentId)).toMatchObject({ status: 'refunded' });
    expect(await open.books.kinds(paid.walletId)).toEqual({
      SignupBonusCredited: 1,
      TopUpCredited: 1,
      HoldPlaced: 1,
      TopUpRefunded: 1,
    });
    const [audit] = await open.books.query<{ action: string; actor: string }>(
      'select action, actor from admin_audit order by id desc limit 1',
    );
    expect(audit).toEqual({ action: 'refund-payment', actor: `user:${admin.uid}` });
    expect((await readPayment(paid)).refunds).toMatchObject([{ requestedBy: `user:${admin.uid}` }]);
    expect(await readActors(paid)).toEqual([`admin:${admin.uid}`, `admin:${admin.uid}`]);
    await open.books.expectToBeSound();
  });

  test('spending uses the bonus first, and money that was spent is not refunded', async () => {
    const paid = await somebodyPaid();
    await adjustBalance(open.stack.database, { walletId: paid.walletId, amountPaise: -100_00 });
    const { walletId, customer } = paid;
    await fillAndSpend(open.stack.database, { walletId, uid: customer.uid, amountPaise: 300_00 });
    // Given money: 250 - 100 + 300 = 450, and 300 were spent. 150 are left, so the paid 500 are refundable.
    expect((await readPayment(paid)).refundable).toBe(500);
    expectRefusal(await refund(paid.paymentId, 500.01), 'invalid', 'amount');
    await adjustBalance(open.stack.database, { walletId, amountPaise: -400_00 });
    // 250 are left, all of it paid money.
    expect((await readPayment(paid)).refundable).toBe(250);
    expectRefusal(await refund(paid.paymentId, 300), 'invalid', 'amount');
    expect((await refund(paid.paymentId, 250)).status).toBe(202);
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));
    expect(await customer.wallet()).toMatchObject({ walletBalance: 0, held: 0 });
  });

  test('the amount of a refund cannot be spent while the gateway is processing it', async () => {
    const paid = await somebodyPaid('refund:pending');
    await refund(paid.paymentId, 200);
    await soon(async () => expect(await readStatus(paid)).toBe('pending'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 750, held: 200 });
    expectRefusal(await refund(paid.paymentId, 100), 'wrong_state');

    await payOut(paid);
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 550, held: 0 });
  });

  test('a refund that fails at the gateway returns the money to the wallet', async () => {
    const paid = await somebodyPaid('refund:fail');
    await refund(paid.paymentId, 200);
    await soon(async () => expect(await readStatus(paid)).toBe('failed'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 750, held: 0 });
    expect(await open.books.kinds(paid.walletId)).toMatchObject({ HoldPlaced: 1, HoldVoided: 1 });
    expect((await readPayment(paid)).refundable).toBe(500);
    await expectReport(paid);
  });

  test('a refund that the gateway refuses is reported to finance and to super admins', async () => {
    const paid = await somebodyPaid('refund:refuse');
    await refund(paid.paymentId, 200);
    await soon(async () => expect(await readStatus(paid)).toBe('failed'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 750, held: 0 });
    await expectReport(paid);
  });

  test('a refund below ₹1 is refused, because the gateway pays back no less', async () => {
    const paid = await somebodyPaid();
    expectRefusal(await refund(paid.paymentId, 0.99), 'invalid', 'amount');
  });

  test('20 concurrent requests with one key are answered with one refund', async () => {
    // 20 refunds of the whole payment: without the key, a second request would find nothing refundable.
    const paid = await somebodyPaid();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(paid.paymentId, 500, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const { refundId } = answers[0]!.body;
    for (const { body } of answers) expect(body).toMatchObject({ refundId, amount: 500 });
    await soon(async () => expect(await readStatus(paid)).toBe('processed'));
    expectRefusal(await refund(paid.paymentId, 400, key), 'idempotency_conflict');
    // Much later, the key still returns the first answer.
    expect((await refund(paid.paymentId, 500, key)).body).toMatchObject({
      refundId,
      status: 'processed',
    });

    const path = `/v1/payments/${paid.paymentId}/refunds`;
    const { items } = await counter.call<{ items: object[] }>('GET', path);
    expect(items).toMatchObject([{ receipt: refundId, amount: 500_00 }]);
    expect(await open.books.kinds(paid.walletId)).toMatchObject({
      HoldPlaced: 1,
      TopUpRefunded: 1,
    });
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
  });

  test('of two concurrent refunds with different keys, one is made and one is refused', async () => {
    // The first must still be pending when the second is read.
    const paid = await somebodyPaid('refund:pending');
    const answers = await Promise.all([refund(paid.paymentId, 50), refund(paid.paymentId, 50)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await soon(async () => expect(await readStatus(paid)).toBe('pending'));
    await payOut(paid);
    expect(await readPayment(paid)).toMatchObject({ refunded: 50 });
  });

  test('a refund of spent money at the gateway overdraws the wallet and informs finance', async () => {
    const paid = await somebodyPaid();
    await adjustBalance(open.stack.database, { walletId: paid.walletId, amountPaise: -700_00 });
    await counter.call('POST', `/v1/payments/${paid.paymentId}/refund`, { amount: 500_00 });
    const find = async () => {
      const { body } = await admin.send<PaymentExceptions>('/api/admin/payment-exceptions');
      return body.items.find(({ paymentId }) => paymentId === paid.paymentId);
    };
    await soon(async () => expect((await find())?.kind).toBe('wallet_overdrawn'));
    expect(await paid.customer.wallet()).toMatchObject({ walletBalance: -450 });
    const { id } = (await find())!;
    const json = { id, note: 'written off' };
    const resolved = await admin.send<PaymentException>('/api/admin/payment-exceptions', { json });
    expect(resolved.body).toMatchObject({ note: 'written off', resolvedBy: `user:${admin.uid}` });
    expectRefusal(await admin.send('/api/admin/payment-exceptions', { json }), 'wrong_state');
    expect(await find()).toBeUndefined();
    const trail = await open.books.query(
      `select actor from admin_audit where action = 'resolve-exception' and details @> $1`,
      [{ exceptionId: id }],
    );
    expect(trail).toEqual([{ actor: `user:${admin.uid}` }]);
  });

  test.each([-5, 0.001])('a refund is refused for an amount of %j', async (amount) => {
    const json = { paymentId: 'pay_x', amount, reason: 'asked for it' };
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await admin.send('/api/admin/refund-payment', { json, headers });
    expectRefusal(answer, 'invalid', 'amount');
  });

  test('a refund of an unknown payment, without a key, or by another caller than a super admin is refused', async () => {
    expectRefusal(await refund('pay_nobody', 5), 'not_found');
    const json = { paymentId: 'pay_nobody', amount: 5, reason: 'asked for it' };
    const unnamed = await admin.send('/api/admin/refund-payment', { json });
    expectRefusal(unnamed, 'invalid', 'Idempotency-Key');
    const customer = await createCustomer(open.stack);
    expectRefusal(await customer.send('/api/admin/refund-payment', { json }), 'forbidden');
  });
});

test('top-ups are refused without gateway keys, and the config says so', async () => {
  const without = await openStack({
    withoutWorker: true,
    database: { ...open.stack.database, drop: async () => {} },
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
