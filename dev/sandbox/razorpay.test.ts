import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMerchant } from './testing/razorpay.ts';

let clock: number;
let merchant: Awaited<ReturnType<typeof startMerchant>>;

beforeEach(async () => {
  clock = Date.UTC(2026, 3, 1, 12) / 1000;
  merchant = await startMerchant({ now: () => clock });
});
afterEach(() => merchant.close());

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
});

describe('disputes and settlements', () => {
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
});
