import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeWebhook } from '@sachet/db/payments/webhooks';
import { insertOrder } from '@sachet/db/payments/orders';
import { loadRefund } from '@sachet/db/payments/refunds';
import { makeRefund, reserveRefund } from '@sachet/flows/payments/refund';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import { createRazorpay } from '@sachet/adapters/payments/razorpay';
import { dayMs, hourMs } from '@sachet/shared/time';
import { keySecret, webhookSecret } from '../../api/testing/payments.ts';
import { sweepMoney } from './money-sweep.ts';
import { compareWithGateway } from './compare-gateway.ts';
import { reconcileOrder } from './reconcile.ts';
import { openTill, type Till } from '../testing/till.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(async () => {
  await till?.close();
});

const reconcile = (id: string, laterMs = 0) => reconcileOrder(till.deps, id, Date.now() + laterMs);

/** The gateway while it is unreachable. */
const away = createRazorpay({
  keyId: 'rzp_test_sandbox',
  keySecret,
  webhookSecret,
  baseUrl: 'http://127.0.0.1:1',
  timeoutMs: 1_000,
});

/** An order whose creation at the gateway had no answer. */
async function unheardOrder() {
  const { uid, wallet_id: walletId } = await till.order();
  const soon = new Date(Date.now() + hourMs);
  const details = { amountPaise: 50_000, idempotencyKey: null, requestHash: null };
  const { order } = await insertOrder(till.deps.db, {
    ...details,
    uid,
    walletId,
    expiresAt: soon,
    nextCheckAt: soon,
    openAtMost: 1000,
    now: new Date(),
  });
  return order!;
}

describe('an order without a final webhook', () => {
  test('an unpaid order stays open for a day and is checked for a week', async () => {
    const order = await till.order();
    await reconcile(order.id);
    const early = await till.read(order.id);
    expect(early.status).toBe('created');
    expect(early.next_check_at!.getTime()).toBeGreaterThan(Date.now());
    await reconcile(order.id, dayMs + hourMs);
    const late = await till.read(order.id);
    expect(late.status).toBe('expired');
    expect(late.next_check_at!.getTime()).toBeGreaterThan(Date.now() + dayMs + 2 * hourMs);
    await reconcile(order.id, 7 * dayMs + hourMs);
    expect(await till.read(order.id)).toMatchObject({ status: 'expired', next_check_at: null });
  });

  test('an authorized payment that was never captured is captured and credited', async () => {
    const { id: gatewayOrderId } = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 50_000,
      currency: 'INR',
      payment: { capture: 'manual' },
    });
    const { id } = await unheardOrder();
    const swap = 'update payment_order set gateway_order_id = $1 where id = $2';
    await till.books.query(swap, [gatewayOrderId, id]);
    const paymentId = await till.counter.pay(gatewayOrderId);
    expect((await till.counter.payment(paymentId)).status).toBe('authorized');
    await reconcile(id);
    expect((await till.counter.payment(paymentId)).status).toBe('captured');
    expect(await till.credits(id)).toEqual([50_000]);
  });

  test('a second authorized payment of a credited order is not captured', async () => {
    const order = await till.order();
    await till.counter.mark(order.gateway_order_id, 'pay:late=600000');
    const late = await till.counter.pay(order.gateway_order_id, 'late');
    await till.counter.pay(order.gateway_order_id);
    await till.counter.authorizeLate(late);
    const gateway = till.deps.gateway!;
    const asked: string[] = [];
    const recording: PaymentGateway = {
      ...gateway,
      async fetchOrderPayments(id) {
        const payments = await gateway.fetchOrderPayments(id);
        // The gateway promises no order.
        if (payments.ok) payments.value.sort((a) => (a.id === late ? -1 : 1));
        return payments;
      },
      capture(payment) {
        asked.push(payment.id);
        return gateway.capture(payment);
      },
    };
    await reconcileOrder({ ...till.deps, gateway: recording }, order.id);
    expect(asked).toEqual([]);
    expect(await till.credits(order.id)).toEqual([50_000]);
    expect((await till.counter.payment(late)).status).toBe('authorized');
    expect((await till.read(order.id)).status).toBe('credited');
  });

  test('an order whose id from the gateway was lost is found by its receipt', async () => {
    const order = await unheardOrder();
    const amountPaise = 50_000;
    const made = await till.deps.gateway!.createOrder({
      receipt: order.id,
      amountPaise,
      owner: { uid: order.uid, walletId: order.wallet_id },
    });
    await reconcile(order.id);
    expect(await till.read(order.id)).toMatchObject({
      status: 'created',
      gateway_order_id: made.ok && made.value,
    });
  });

  test('a payment whose order a restore from a backup has lost is credited once to its wallet', async () => {
    const order = await till.order(70_000);
    await till.counter.pay(order.gateway_order_id);
    await till.books.query('delete from payment_order where id = $1', [order.id]);
    await compareWithGateway(till.deps, { fromMs: Date.now() - dayMs });
    await compareWithGateway(till.deps, { fromMs: Date.now() - dayMs });
    expect(await till.credits(order.id)).toEqual([70_000]);
    expect(await till.read(order.id)).toMatchObject({ uid: order.uid, status: 'credited' });
  });

  test('an order that the gateway never created fails', async () => {
    const order = await unheardOrder();
    await reconcile(order.id);
    expect(await till.read(order.id)).toMatchObject({ status: 'failed', next_check_at: null });
  });

  const reconcileInVain = (id: string, laterMs: number) =>
    reconcileOrder({ ...till.deps, gateway: away }, id, Date.now() + laterMs);

  test('an order is checked again and does not expire while the gateway is unreachable', async () => {
    const order = await till.order();
    await reconcileInVain(order.id, dayMs + hourMs);
    const { status, next_check_at: next } = await till.read(order.id);
    expect(status).toBe('created');
    expect(next!.getTime()).toBeGreaterThan(Date.now() + dayMs + hourMs);
  });

  test('an order that is still confirming after a week is reported to finance', async () => {
    const order = await till.order();
    await till.books.query(`update payment_order set status = 'confirming' where id = $1`, [
      order.id,
    ]);
    await reconcile(order.id);
    expect((await till.read(order.id)).status).toBe('confirming');
    await reconcileInVain(order.id, 7 * dayMs + hourMs);
    expect(await till.read(order.id)).toMatchObject({
      status: 'confirming',
      next_check_at: expect.any(Date),
    });
    await reconcile(order.id, 7 * dayMs + hourMs);
    expect(await till.read(order.id)).toMatchObject({ status: 'review', next_check_at: null });
    const exceptions = (await till.exceptions()).filter(({ subject }) => subject === order.id);
    expect(exceptions).toMatchObject([{ kind: 'never_confirmed' }]);
  });
});

describe('a refund', () => {
  test('a refund stays reserved while the gateway is unreachable, and is made once later', async () => {
    const { id: orderId, gateway_order_id: gatewayOrderId } = await till.order();
    const paymentId = await till.counter.pay(gatewayOrderId);
    await reconcile(orderId);
    const reserved = await reserveRefund(till.deps, {
      paymentId,
      walletId: till.walletId,
      amountPaise: 20_000,
      reason: 'asked for it',
      requestedBy: 'a',
      requestedAs: 'admin',
      idempotencyKey: `away ${paymentId}`,
    });
    if (typeof reserved === 'string') throw new Error(reserved);
    const { refundId } = reserved;
    const read = () => loadRefund(till.deps.db, { id: refundId });
    await expect(makeRefund({ ...till.deps, gateway: away }, refundId)).rejects.toThrow(
      'no answer',
    );
    expect(await read()).toMatchObject({ status: 'reserved' });
    for (const _ of ['later', 'again']) await makeRefund(till.deps, refundId);
    expect(await read()).toMatchObject({ status: 'processed' });
    const events = await till.books.query(
      `select kind, amount_paise, held_paise from ledger_event
        where payment_id = $1 and kind <> 'TopUpCredited' order by seq`,
      [paymentId],
    );
    expect(events).toEqual([
      { kind: 'HoldPlaced', amount_paise: 0, held_paise: 20_000 },
      { kind: 'TopUpRefunded', amount_paise: -20_000, held_paise: -20_000 },
    ]);
  });
});

describe('the sweep', () => {
  test('the sweep queues the orders and webhooks that are due, and no others', async () => {
    await till.books.query('update payment_order set next_check_at = null');
    const [due, early] = [await till.order(), await till.order()];
    await till.books.query(`update payment_order set next_check_at = now() where id = $1`, [
      due.id,
    ]);
    await till.keep({ eventId: 'evt_due', kind: 'order.paid', body: Buffer.from('{}') });
    await till.keep({ eventId: 'evt_early', kind: 'order.paid', body: Buffer.from('{}') });
    await till.books.query(
      `update gateway_webhook set next_attempt_at = now() + interval '1 hour'
        where event_id = 'evt_early'`,
    );
    const asked: string[] = [];
    const queue = {
      ...till.deps.queue,
      add: async (job: object) => void asked.push(...Object.values(job).map(String)),
    };
    await sweepMoney({ ...till.deps, queue }, 1_000);
    expect(asked).toEqual(['webhook', 'evt_due', 'reconcile-order', due.id]);
    expect(asked).not.toContain(early.id);
    await sweepMoney({ ...till.deps, queue, gateway: null }, 1_000);
    expect(asked).toHaveLength(4);
  });

  test('the sweep erases the bodies of old processed webhooks and keeps their rows', async () => {
    const body = Buffer.from('{"email":"asha@example.com"}');
    const ended = { evt_old: '46 days', evt_new: '44 days', evt_open: null };
    for (const [eventId, age] of Object.entries(ended)) {
      await till.keep({ eventId, kind: 'order.paid', body });
      if (!age) continue;
      await till.books.query(
        `update gateway_webhook set outcome = 'processed', processed_at = now() - $2::interval
          where event_id = $1`,
        [eventId, age],
      );
    }
    await till.books.query(
      `update gateway_webhook set received_at = now() - interval '46 days' where event_id = 'evt_open'`,
    );
    const kept = () =>
      till.books.query(
        `select event_id, kind, outcome, body is not null as "isReadable" from gateway_webhook
          where event_id = any($1) order by event_id`,
        [Object.keys(ended)],
      );
    await sweepMoney({ ...till.deps, gateway: null }, 1_000);
    expect(await kept()).toEqual([
      { event_id: 'evt_new', kind: 'order.paid', outcome: 'processed', isReadable: true },
      { event_id: 'evt_old', kind: 'order.paid', outcome: 'processed', isReadable: false },
      { event_id: 'evt_open', kind: 'order.paid', outcome: null, isReadable: true },
    ]);
    // The gateway sends the webhook again: its event is already stored.
    expect(await storeWebhook(till.deps.db, { eventId: 'evt_old', kind: 'order.paid', body })).toBe(
      false,
    );
  });
});
