import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMerchant } from './testing/razorpay.ts';

let clock: number;
let merchant: Awaited<ReturnType<typeof startMerchant>>;

beforeEach(async () => {
  clock = Date.UTC(2026, 3, 1, 12) / 1000;
  merchant = await startMerchant({ now: () => clock });
});
afterEach(() => merchant.close());

describe('the key', () => {
  it("a request with no key, a wrong one or a wrong secret gets 401 in Razorpay's format", async () => {
    const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const authorization of [
      '',
      encoded('rzp_test_sandbox:other'),
      encoded('x:y'),
      'Basic %',
    ]) {
      const { status, body } = await merchant.call('GET', '/v1/orders', undefined, {
        authorization,
      });
      expect(status).toBe(401);
      expect(body.error).toMatchObject({
        code: 'BAD_REQUEST_ERROR',
        description: 'Authentication failed',
      });
    }
  });
});

describe('orders', () => {
  it("a created order can be fetched, is listed by receipt and has an id in Razorpay's format", async () => {
    const made = await merchant.order('', { receipt: 'top-1', notes: { wallet: 'w' } });
    expect(made).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 50_000,
      amount_paid: 0,
      amount_due: 50_000,
      currency: 'INR',
      receipt: 'top-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { wallet: 'w' },
      created_at: clock,
    });
    expect(await merchant.get(`/v1/orders/${made.id}`)).toEqual(made);
    expect(await merchant.get('/v1/orders?receipt=top-1')).toMatchObject({ count: 1 });
    expect(await merchant.get('/v1/orders?receipt=top-2')).toMatchObject({ count: 0 });
    expect((await merchant.order()).notes).toEqual([]);
  });

  it('an order that Razorpay would refuse gets 400 with the field', async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`n${at}`, 'x']));
    for (const [bad, field] of [
      [{ amount: undefined }, 'amount'],
      [{ amount: 0 }, 'amount'],
      [{ amount: 99 }, 'amount'],
      [{ amount: -500 }, 'amount'],
      [{ amount: 100.5 }, 'amount'],
      [{ amount: '500' }, 'amount'],
      [{ amount: 1e11 }, 'amount'],
      [{ currency: 'XXX' }, 'currency'],
      [{ currency: undefined }, 'currency'],
      [{ receipt: 'x'.repeat(41) }, 'receipt'],
      [{ notes: tooMany }, 'notes'],
      [{ notes: 'text' }, 'notes'],
      [{ payment: { capture: 'perhaps' } }, 'payment.capture'],
    ] as const) {
      const body = { amount: 50_000, currency: 'INR', ...bad };
      const answer = await merchant.call('POST', '/v1/orders', body);
      expect(answer).toMatchObject({ status: 400, body: { error: { field } } });
    }
  });

  it('unknown ids, an unknown path and a body that is not JSON are reported', async () => {
    for (const path of ['/v1/orders/order_x', '/v1/payments/pay_x', '/v1/refunds/rfnd_x']) {
      expect(await merchant.call('GET', path)).toMatchObject({
        status: 400,
        body: { error: { description: 'The id provided does not exist' } },
      });
    }
    expect((await merchant.call('GET', '/v1/nothing')).status).toBe(404);
    const garbled = await fetch(`${merchant.url}/checkout/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(garbled.status).toBe(400);
    const large = { notes: { x: 'x'.repeat(2_000_000) } };
    expect((await merchant.call('POST', '/v1/orders', large)).status).toBe(413);
  });

  it('reads with a marker for outages fail as often as the marker says', async () => {
    const { id } = await merchant.order();
    await merchant.call('PATCH', `/v1/orders/${id}`, { notes: { sandbox: 'api:down=2,slow=1' } });
    const statuses = [];
    for (let read = 0; read < 3; read += 1) {
      statuses.push((await merchant.call('GET', `/v1/orders/${id}/payments`)).status);
    }
    expect(statuses).toEqual([502, 502, 200]);
  });
});

describe('payments', () => {
  it('a paid order is captured, signed, and paid only once', async () => {
    const { id } = await merchant.order();
    const { body } = await merchant.tryToPay(id);
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = body.callback;
    expect(signature).toBe(
      createHmac('sha256', 'sandbox-razorpay-secret').update(`${id}|${paymentId}`).digest('hex'),
    );
    expect(await merchant.get(`/v1/payments/${paymentId}`)).toMatchObject({
      id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      captured: true,
      order_id: id,
      fee: 1_180,
      tax: 180,
      notes: [],
    });
    expect(await merchant.get(`/v1/orders/${id}`)).toMatchObject({
      status: 'paid',
      amount_paid: 50_000,
      amount_due: 0,
      attempts: 1,
    });
    expect(await merchant.tryToPay(id)).toMatchObject({ status: 400 });
    expect(await merchant.get('/v1/payments')).toMatchObject({ count: 1 });
  });

  it('a payment can be captured by hand only with the right amount, and only once', async () => {
    const { id, status } = await merchant.paid('', { payment: { capture: 'manual' } });
    expect(status).toBe('authorized');
    const capture = (body: object) => merchant.call('POST', `/v1/payments/${id}/capture`, body);
    expect((await capture({ amount: 40_000, currency: 'INR' })).status).toBe(400);
    expect((await capture({ amount: 50_000, currency: 'USD' })).status).toBe(400);
    expect((await capture({ amount: 50_000, currency: 'INR' })).body.status).toBe('captured');
    expect((await capture({ amount: 50_000, currency: 'INR' })).body.error.description).toBe(
      'This payment has already been captured',
    );
    await expect
      .poll(merchant.events)
      .toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  });

  it('an order that failed first and was paid later has both payments', async () => {
    const { id } = await merchant.order();
    expect((await merchant.tryToPay(id, 'failure')).body).toMatchObject({
      status: 'failed',
      error: { code: 'BAD_REQUEST_ERROR', reason: 'payment_failed', metadata: { order_id: id } },
    });
    expect((await merchant.tryToPay(id, 'success', { vpa: 'failure@razorpay' })).body.status).toBe(
      'failed',
    );
    expect((await merchant.tryToPay(id, 'success', { method: 'card' })).body.status).toBe('paid');
    const { items } = await merchant.get(`/v1/orders/${id}/payments`);
    expect(items.map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'failed',
      'captured',
    ]);
  });

  it('a late payment is captured when authorized, unless another one was captured', async () => {
    const { id } = await merchant.order('pay:late=0');
    expect((await merchant.tryToPay(id, 'late')).body).toMatchObject({
      status: 'failed',
      error: { reason: 'payment_timed_out' },
    });
    await expect
      .poll(merchant.events)
      .toEqual(['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid']);
    const other = await merchant.order('pay:late=600000');
    const { body } = await merchant.tryToPay(other.id, 'late');
    await merchant.tryToPay(other.id);
    const path = `/dashboard/payments/${body.error.metadata.payment_id}/authorize`;
    expect((await merchant.call('POST', path)).body.status).toBe('authorized');
    expect((await merchant.call('POST', path)).status).toBe(400);
    const { items } = await merchant.get(`/v1/orders/${other.id}/payments`);
    expect(items.map(({ status }: { status: string }) => status)).toEqual([
      'authorized',
      'captured',
    ]);
  });

  it('a payment with mismatch markers differs from its order', async () => {
    expect(await merchant.paid('pay:amount=100,currency=USD')).toMatchObject({
      amount: 100,
      currency: 'USD',
      status: 'captured',
    });
  });

  it('a payment with a foreign key or an invalid method is refused', async () => {
    const { id } = await merchant.order();
    expect((await merchant.tryToPay(id, 'success', { key_id: 'rzp_x' })).status).toBe(401);
    expect((await merchant.tryToPay(id, 'success', { method: 'cheque' })).status).toBe(400);
    expect((await merchant.tryToPay(id, 'perhaps')).status).toBe(400);
    expect((await merchant.get(`/v1/orders/${id}`)).attempts).toBe(0);
  });
});

describe('refunds', () => {
  const refund = (id: string, body: object, key?: string) =>
    merchant.call(
      'POST',
      `/v1/payments/${id}/refund`,
      body,
      key ? { 'x-refund-idempotency': key } : {},
    );

  it('partial refunds never exceed the payment', async () => {
    const { id } = await merchant.paid();
    expect((await refund(id, { amount: 20_000, receipt: 'r1' })).body).toMatchObject({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      amount: 20_000,
      payment_id: id,
      receipt: 'r1',
      status: 'processed',
    });
    expect(await merchant.get(`/v1/payments/${id}`)).toMatchObject({
      status: 'captured',
      amount_refunded: 20_000,
      refund_status: 'partial',
    });
    expect((await refund(id, { amount: 30_001 })).status).toBe(400);
    expect((await refund(id, {})).body.amount).toBe(30_000);
    expect(await merchant.get(`/v1/payments/${id}`)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
    });
    expect((await refund(id, {})).status).toBe(400);
    expect((await merchant.get(`/v1/payments/${id}/refunds`)).count).toBe(2);
  });

  it('a repeated idempotency key makes one refund, and is refused with another body', async () => {
    const { id } = await merchant.paid();
    const [one, two] = await Promise.all([
      refund(id, { amount: 10_000 }, 'key-000001'),
      refund(id, { amount: 10_000 }, 'key-000001'),
    ]);
    expect(two.body.id).toBe(one.body.id);
    expect((await refund(id, { amount: 20_000 }, 'key-000001')).status).toBe(400);
    expect((await refund(id, { amount: 10_000 }, 'short')).status).toBe(400);
    expect((await merchant.get(`/v1/payments/${id}`)).amount_refunded).toBe(10_000);
    expect((await merchant.get(`/v1/refunds/${one.body.id}`)).amount).toBe(10_000);
  });

  it('the money of a failed refund is back at the merchant when the webhook about the failure arrives', async () => {
    const { id } = await merchant.paid('refund:fail');
    expect((await refund(id, { amount: 10_000 })).body.status).toBe('pending');
    await expect.poll(merchant.events).toContain('refund.failed');
    expect(await merchant.get(`/v1/payments/${id}`)).toMatchObject({
      status: 'captured',
      amount_refunded: 0,
      refund_status: null,
    });
  });

  it('a pending refund is processed once', async () => {
    const { id } = await merchant.paid();
    const { body } = await refund(id, { notes: { sandbox: 'refund:pending' } });
    expect(body.status).toBe('pending');
    const resolve = () => merchant.call('POST', `/dashboard/refunds/${body.id}/processed`);
    expect((await resolve()).body.status).toBe('processed');
    expect((await resolve()).status).toBe(400);
    await expect.poll(merchant.events).toContain('refund.processed');
  });

  it('a refund of a payment that was not captured is refused', async () => {
    const { id } = await merchant.paid('', { payment: { capture: 'manual' } });
    expect((await refund(id, {})).status).toBe(400);
  });
});

describe('disputes and settlements', () => {
  it('a lost dispute is deducted, and a dispute can end only once', async () => {
    const { id } = await merchant.paid();
    const { body } = await merchant.call('POST', `/dashboard/payments/${id}/dispute`, {
      amount: 20_000,
    });
    expect(body).toMatchObject({ payment_id: id, status: 'open', amount_deducted: 0 });
    const lost = await merchant.call('POST', `/dashboard/disputes/${body.id}/lost`);
    expect(lost.body).toMatchObject({ status: 'lost', amount_deducted: 20_000 });
    expect((await merchant.call('POST', `/dashboard/disputes/${body.id}/won`)).status).toBe(400);
    await expect.poll(merchant.events).toContain('payment.dispute.lost');
    const { body: sent } = merchant.received.at(-1)!;
    expect(sent.contains).toEqual(['payment', 'dispute']);
  });

  it('after two days the report has payments and refunds once, in paise', async () => {
    const { id, order_id } = await merchant.paid('', { receipt: 'top-1' });
    await merchant.call('POST', `/v1/payments/${id}/refund`, { amount: 10_000 });
    const report = '/v1/settlements/recon/combined?year=2026&month=4';
    expect(await merchant.get(report)).toMatchObject({ count: 0 });
    clock += 2 * 24 * 3600;
    const { items } = await merchant.get(`${report}&day=3&count=1000`);
    expect(items).toMatchObject([
      { entity_id: id, type: 'payment', credit: 48_820, debit: 0, fee: 1_180, tax: 180, order_id },
      { type: 'refund', credit: 0, debit: 10_000, payment_id: id },
    ]);
    expect(items[0]).toMatchObject({ order_receipt: 'top-1', settled: true, settled_at: clock });
    const settlement = await merchant.get(`/v1/settlements/${items[0].settlement_id}`);
    expect(settlement).toMatchObject({ amount: 38_820, utr: items[0].settlement_utr });
    expect(await merchant.get(`${report}&day=4`)).toMatchObject({ count: 0 });
    expect(await merchant.get(`${report}&count=1&skip=1`)).toMatchObject({
      items: [{ type: 'refund' }],
    });
    expect((await merchant.get('/v1/settlements')).count).toBe(1);
    await expect.poll(merchant.events).toContain('settlement.processed');
  });

  it('a report of an invalid month or of too many items is refused', async () => {
    for (const query of ['year=2026', 'year=2026&month=13', 'year=2026&month=4&count=1001']) {
      const path = `/v1/settlements/recon/combined?${query}`;
      expect((await merchant.call('GET', path)).status).toBe(400);
    }
  });
});
