import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchAndBookPayment } from '@sachet/flows/payments/book-payment';
import { dayMs } from '@sachet/shared/time';
import { openTill, type Till, type WebhookDelivery } from '../testing/till.ts';
import { processWebhook } from './webhook.ts';

let till: Till;
beforeAll(async () => {
  till = await openTill();
});
afterAll(async () => {
  await till?.close();
});

async function hear(told: WebhookDelivery): Promise<void> {
  await till.keep(told);
  await processWebhook(till.deps, told.eventId);
}

const hearAll = async (all: WebhookDelivery[]) => {
  for (const each of all) await hear(each);
};

const readOutcome = async (eventId: string) => {
  const [row] = await till.books.query<{ outcome: string | null; attempts: number }>(
    'select outcome, attempts from gateway_webhook where event_id = $1',
    [eventId],
  );
  return row;
};

const made = (eventId: string, event: string, payload: object = {}): WebhookDelivery => ({
  eventId,
  kind: event,
  body: Buffer.from(JSON.stringify({ event, payload })),
});

const exceptionsAbout = async (subject: string) =>
  (await till.exceptions()).filter((exception) => exception.subject === subject);

describe('payments', () => {
  test('the events of a paid order credit it once in any order and when repeated', async () => {
    for (const turn of [0, 1, 2]) {
      const order = await till.order();
      await till.counter.pay(order.gateway_order_id);
      const all = await till.told(order.gateway_order_id, 3);
      await hearAll([...all.slice(turn), ...all.slice(0, turn), ...all]);
      expect(await till.credits(order.id)).toEqual([50_000]);
      expect(await till.read(order.id)).toMatchObject({ status: 'credited', next_check_at: null });
      for (const { eventId } of all) {
        expect(await readOutcome(eventId)).toEqual({ outcome: 'processed', attempts: 0 });
      }
    }
  });

  test('a failure that arrives after the success leaves the credit unchanged', async () => {
    const order = await till.order();
    await till.counter.pay(order.gateway_order_id, 'failure');
    const [failed] = await till.told(order.gateway_order_id, 1);
    await hear(failed!);
    const { status, reason } = await till.read(order.id);
    expect([status, reason]).toEqual(['failed', expect.stringContaining('declined')]);
    await till.counter.pay(order.gateway_order_id);
    await hearAll(await till.told(order.gateway_order_id, 4));
    const late = { ...failed!, eventId: `${failed!.eventId}-again` };
    await hear(late);
    expect(await readOutcome(late.eventId)).toEqual({ outcome: 'processed', attempts: 0 });
    expect(await till.read(order.id)).toMatchObject({ status: 'credited', reason: null });
    expect(await till.credits(order.id)).toEqual([50_000]);
  });

  test('an expired order is credited when a bank confirms late', async () => {
    const order = await till.order();
    await till.counter.mark(order.gateway_order_id, 'pay:late=600000');
    const paymentId = await till.counter.pay(order.gateway_order_id, 'late');
    await till.books.query(`update payment_order set status = 'expired' where id = $1`, [order.id]);
    await till.counter.authorizeLate(paymentId);
    await hearAll(await till.told(order.gateway_order_id, 4));
    expect(await till.credits(order.id)).toEqual([50_000]);
    expect((await till.read(order.id)).status).toBe('credited');
  });

  test.each([
    ['amount', 'pay:amount=100', 'amount_mismatch', { amountPaise: 100, currency: 'INR' }],
    ['currency', 'pay:currency=USD', 'currency_mismatch', { amountPaise: 50_000, currency: 'USD' }],
  ])(
    'a payment with another %s than ordered credits nothing and is reported to finance once',
    async (...given) => {
      const [, markers, kind, detail] = given;
      const order = await till.order();
      await till.counter.mark(order.gateway_order_id, markers);
      const paymentId = await till.counter.pay(order.gateway_order_id);
      const all = await till.told(order.gateway_order_id, 3);
      await hearAll([
        ...all,
        ...all.map((told) => ({ ...told, eventId: `${told.eventId}-again` })),
      ]);
      expect(await till.credits(order.id)).toEqual([]);
      expect((await till.read(order.id)).status).toBe('review');
      expect(await exceptionsAbout(paymentId)).toEqual([
        {
          kind,
          subject: paymentId,
          detail: expect.objectContaining({ ...detail, orderedPaise: 50_000 }),
        },
      ]);
    },
  );

  test('a payment for an unknown order is reported to finance without its payer', async () => {
    const { id } = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 70_000,
      currency: 'INR',
    });
    const paymentId = await till.counter.pay(id);
    await hearAll(await till.told(id, 3));
    const [exception] = await exceptionsAbout(paymentId);
    expect(exception).toMatchObject({ kind: 'unknown_order', detail: { amountPaise: 70_000 } });
    expect(JSON.stringify(exception)).not.toMatch(/@|\+91/);
  });

  test('a second payment of an order is credited and reported to finance', async () => {
    const order = await till.order();
    const first = await till.counter.pay(order.gateway_order_id);
    await hearAll(await till.told(order.gateway_order_id, 3));
    // The gateway never accepts a second payment, so a second order with the same receipt represents it.
    const { id } = await till.counter.call<{ id: string }>('POST', '/v1/orders', {
      amount: 50_000,
      currency: 'INR',
    });
    const second = await till.counter.pay(id);
    await till.books.query('update payment_order set gateway_order_id = $1 where id = $2', [
      id,
      order.id,
    ]);
    await hearAll(await till.told(id, 3));
    expect(await till.credits(order.id)).toEqual([50_000, 50_000]);
    expect((await till.read(order.id)).payment_id).toBe(first);
    expect(await exceptionsAbout(second)).toMatchObject([
      { kind: 'second_payment', detail: { amountPaise: 50_000, paidBeforeBy: first } },
    ]);
  });

  test('a payment is credited and its refunds are debited if all of them precede the first processed event', async () => {
    const order = await till.order();
    const paymentId = await till.counter.pay(order.gateway_order_id);
    await till.counter.call('POST', `/v1/payments/${paymentId}/refund`, { amount: 20_000 });
    await till.counter.call('POST', `/v1/payments/${paymentId}/refund`, { amount: 30_000 });
    await hear((await till.told(order.gateway_order_id, 3))[0]!);
    expect(await till.credits(order.id)).toEqual([50_000]);
    expect(await till.read(order.id)).toMatchObject({ status: 'credited' });
    const refunded = await till.books.query<{ amount_paise: number }>(
      `select amount_paise from ledger_event
        where payment_id = $1 and kind = 'TopUpRefunded' order by amount_paise`,
      [paymentId],
    );
    expect(refunded.map(({ amount_paise }) => amount_paise)).toEqual([-30_000, -20_000]);
    expect(await exceptionsAbout(paymentId)).toEqual([]);
  });
  test('a refund that fails while it is being booked is credited back', async () => {
    const order = await till.order();
    const paymentId = await till.counter.pay(order.gateway_order_id);
    const refund = { amount: 20_000 };
    const path = `/v1/payments/${paymentId}/refund`;
    const { id } = await till.counter.call<{ id: string }>('POST', path, refund);
    const gateway = till.deps.gateway!;
    let asked = 0;
    const slow = {
      ...gateway,
      async fetchRefunds(of: string) {
        const answer = await gateway.fetchRefunds(of);
        asked += 1;
        if (asked === 1) await till.counter.call('POST', `/dashboard/refunds/${id}/reversed`);
        return answer;
      },
    };
    expect(await fetchAndBookPayment({ ...till.deps, gateway: slow }, paymentId)).toBe('booked');
    const events = await till.books.query<{ kind: string }>(
      'select kind from ledger_event where payment_id = $1 order by seq',
      [paymentId],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'TopUpCredited',
      'TopUpRefunded',
      'RefundReturned',
    ]);
    expect(await exceptionsAbout(id)).toMatchObject([{ kind: 'refund_returned' }]);
  });
});

describe('events that cannot be processed', () => {
  test('an event about another subject is stored and ignored', async () => {
    const event = made('evt_unknown', 'subscription.charged');
    await hear(event);
    expect(await readOutcome('evt_unknown')).toEqual({ outcome: 'ignored', attempts: 0 });
  });

  test('a settlement event is stored and processed once', async () => {
    await hear(made('evt_settled', 'settlement.processed', { settlement: { entity: {} } }));
    expect(await readOutcome('evt_settled')).toMatchObject({ outcome: 'processed' });
    const ended = () =>
      till.books.query(`select processed_at from gateway_webhook where event_id = 'evt_settled'`);
    const first = await ended();
    await processWebhook(till.deps, 'evt_settled');
    expect(await ended()).toEqual(first);
  });

  test.each([
    ['a payment without an id', made('evt_odd_1', 'order.paid', { payment: {} })],
    [
      'a dispute without an id',
      made('evt_odd_2', 'payment.dispute.created', {
        dispute: { entity: { payment_id: 'pay_1', amount: 1, currency: 'INR' } },
      }),
    ],
    ['no JSON at all', { eventId: 'evt_odd_3', kind: 'unreadable', body: Buffer.from('\0') }],
  ])('a webhook with %s is reported to finance and ended', async (_name, told) => {
    await hear(told);
    expect(await readOutcome(told.eventId)).toMatchObject({ outcome: 'given_up' });
    expect(await exceptionsAbout(told.eventId)).toMatchObject([{ kind: 'webhook_unreadable' }]);
  });

  test('a webhook about a payment that the gateway does not know is reported to finance', async () => {
    const entity = { id: 'pay_00000000000000' };
    await hear(made('evt_stray', 'payment.captured', { payment: { entity } }));
    expect(await exceptionsAbout(entity.id)).toMatchObject([{ kind: 'unknown_payment' }]);
  });

  test('a webhook is retried while the gateway is unreachable, and given up after a day', async () => {
    const order = await till.order();
    await till.counter.pay(order.gateway_order_id);
    const told = (await till.told(order.gateway_order_id, 3))[1]!;
    await till.counter.mark(order.gateway_order_id, 'api:down=2');
    await hear(told);
    expect(await readOutcome(told.eventId)).toEqual({ outcome: null, attempts: 1 });
    const [due] = await till.books.query<{ isLater: boolean }>(
      'select next_attempt_at > now() as "isLater" from gateway_webhook where event_id = $1',
      [told.eventId],
    );
    expect(due!.isLater).toBe(true);
    const inTwoDays = Date.now() + 2 * dayMs;
    await processWebhook(till.deps, told.eventId, inTwoDays);
    expect(await readOutcome(told.eventId)).toEqual({ outcome: 'given_up', attempts: 2 });
    expect(await exceptionsAbout(told.eventId)).toMatchObject([{ kind: 'webhook_failed' }]);
    // The payment is not lost with the webhook: the order is still checked.
    await hear({ ...told, eventId: `${told.eventId}-again` });
    expect(await till.credits(order.id)).toEqual([50_000]);
  });
});
