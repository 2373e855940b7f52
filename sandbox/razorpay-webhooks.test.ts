import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMerchant, webhookSecret } from './testing/razorpay.ts';

let merchant: Awaited<ReturnType<typeof startMerchant>>;

beforeEach(async () => {
  merchant = await startMerchant();
});
afterEach(() => merchant.close());

const usual = ['payment.authorized', 'payment.captured', 'order.paid'];

describe('webhooks', () => {
  it("a payment's webhooks have ids and are signed over the raw body", async () => {
    const { id, order_id } = await merchant.paid();
    await expect.poll(merchant.events).toEqual(usual);
    for (const { headers, raw, body } of merchant.received) {
      expect(headers['x-razorpay-signature']).toBe(
        createHmac('sha256', webhookSecret).update(raw).digest('hex'),
      );
      expect(body).toMatchObject({
        entity: 'event',
        account_id: expect.stringMatching(/^acc_/),
        payload: { payment: { entity: { id, order_id, amount: 50_000 } } },
      });
      expect(body.contains).toEqual(Object.keys(body.payload));
    }
    const ids = merchant.received.map(({ headers }) => headers['x-razorpay-event-id']);
    expect(new Set(ids).size).toBe(3);
    expect(merchant.received.map(({ body }) => body.payload.payment.entity.status)).toEqual([
      'authorized',
      'captured',
      'captured',
    ]);
    expect(merchant.received[2]?.body.payload.order.entity).toMatchObject({ status: 'paid' });
  });

  it('with twice and reorder each webhook is sent twice with one id, in reverse order', async () => {
    await merchant.paid('webhook:late=1,twice,reorder');
    await expect
      .poll(merchant.events)
      .toEqual([
        'order.paid',
        'order.paid',
        'payment.captured',
        'payment.captured',
        'payment.authorized',
        'payment.authorized',
      ]);
    const ids = merchant.received.map(({ headers }) => headers['x-razorpay-event-id']);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  it('webhooks are repeated until a failing receiver accepts them', async () => {
    merchant.answers.push(500, 404, 302);
    await merchant.paid();
    const deliveries = async () => (await merchant.get('/dashboard/deliveries')).items;
    await expect
      .poll(deliveries)
      .toMatchObject(usual.map((event) => ({ event, status: 200, delivered: true })));
    expect(merchant.received).toHaveLength(6);
    const ids = merchant.received.map(({ headers }) => headers['x-razorpay-event-id']);
    expect(new Set(ids).size).toBe(3);
  });

  it('late and lost webhooks have not arrived when later webhooks have', async () => {
    const late = await merchant.paid('webhook:late=600000');
    await merchant.paid('webhook:lost');
    await merchant.paid();
    await expect.poll(merchant.events).toEqual(usual);
    const { items } = await merchant.get('/dashboard/deliveries');
    expect(items).toHaveLength(6);
    expect(items[0]).toMatchObject({ subject: late.order_id, attempts: 0, delivered: false });
    expect(late.status).toBe('captured');
  });

  it('webhooks go to another address once it is set, or nowhere', async () => {
    const put = (url: unknown) => merchant.call('PUT', '/dashboard/webhook', { url });
    expect((await put('ftp://x')).status).toBe(400);
    expect((await put(7)).status).toBe(400);
    expect((await put(null)).status).toBe(200);
    await merchant.paid();
    expect(await merchant.get('/dashboard/deliveries')).toMatchObject({ count: 0 });
  });
});
