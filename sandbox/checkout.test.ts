import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyId, startMerchant } from './testing/razorpay.ts';

let merchant: Awaited<ReturnType<typeof startMerchant>>;

beforeEach(async () => {
  merchant = await startMerchant();
});
afterEach(() => merchant.close());

describe('the checkout', () => {
  it('the script and the sheet load nothing from other hosts', async () => {
    const script = await fetch(`${merchant.url}/v1/checkout.js`);
    expect(script.headers.get('content-type')).toContain('javascript');
    const code = await script.text();
    expect(code).toContain('window.Razorpay = Razorpay');
    expect(() => new Function(code)).not.toThrow(); // oxlint-disable-line no-new-func, typescript/no-implied-eval -- parses it
    const answer = await fetch(`${merchant.url}/checkout`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(await answer.text()).not.toMatch(/src=|innerHTML|https?:\/\//);
  });

  it('the sheet gets the amount of the order with the public key', async () => {
    const { id } = await merchant.order();
    const ask = async (order: string, key: string) =>
      (await fetch(`${merchant.url}/checkout/orders/${order}?key_id=${key}`)).status;
    expect(await merchant.get(`/checkout/orders/${id}?key_id=${keyId}`)).toEqual({
      id,
      amount: 50_000,
      currency: 'INR',
    });
    expect(await ask(id, 'rzp_other')).toBe(401);
    expect(await ask('order_x', keyId)).toBe(400);
    await merchant.tryToPay(id);
    expect(await ask(id, keyId)).toBe(400);
  });

  it('a payment whose callback is lost, by a choice in the sheet or by a marker, is paid only at the gateway', async () => {
    const first = await merchant.order();
    const second = await merchant.order('callback:lost,late=1');
    for (const [{ id }, outcome] of [
      [first, 'lost'],
      [second, 'success'],
    ] as const) {
      expect((await merchant.tryToPay(String(id), outcome)).body).toEqual({ status: 'lost' });
      expect((await merchant.get(`/v1/orders/${id}`)).status).toBe('paid');
    }
  });
});
