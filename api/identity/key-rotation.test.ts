// Rotates secrets while older signatures are in use, with one server before the rotation and one after it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCustomer, createCustomer, send, type Customer } from '../testing/client.ts';
import { createPayer, openCounter, sign } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, shareStack, signingSecret, type OpenStack } from '../testing/stack.ts';

const old = {
  RAZORPAY_KEY_SECRET_PREVIOUS: 'the old key secret',
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'the old webhook secret',
};

let before: OpenStack;
let after: OpenStack;
let customer: Customer;
beforeAll(async () => {
  before = await shareStack();
  const { stack, imageFolder } = before;
  after = await openStack({
    withoutWorker: true,
    database: { ...stack.database, drop: async () => {} },
    env: {
      IMAGE_STORE: imageFolder,
      SIGNING_SECRET: 'the new signing secret',
      SIGNING_SECRET_PREVIOUS: signingSecret,
      ...old,
    },
  });
  customer = await createCustomer(stack);
});
afterAll(async () => {
  await after?.stop();
  await before?.stop();
});

const at = ({ stack }: OpenStack, path: string, headers = {}) =>
  send(stack.apiUrl + path, { headers });
/** The path of an absolute URL of our server. */
const toPath = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

/**
 * Checks that both servers accept the old signature, and that the new server signs differently and accepts
 * it.
 */
async function expectRotation(signed: { before: string; after: string }): Promise<void> {
  expect(signed.after).not.toBe(signed.before);
  expect((await at(before, signed.before)).status).toBe(200);
  expect((await at(after, signed.before)).status).toBe(200);
  expect((await at(after, signed.after)).status).toBe(200);
  expectRefusal(await at(before, signed.after), 'forbidden');
}

describe('a rotated signing secret', () => {
  test("a picture's address that was signed before the rotation works, and new ones are signed with the new secret", async () => {
    const { generationId } = await customer.preview();
    const path = `/api/generation?id=${generationId}`;
    const seen = async (open: OpenStack) => {
      const { body } = await at(open, path, customer.headers);
      return toPath(body.previewImageUrl!);
    };
    await expectRotation({ before: await seen(before), after: await seen(after) });
  });
});

describe('rotated gateway secrets', () => {
  test('after a rotation, the payment of an earlier payment sheet is credited once', async () => {
    const payer = createPayer(asCustomer(after.stack, customer));
    const { available } = await customer.wallet();
    const { orderId } = await payer.order(500);
    const counter = openCounter(after.stack.razorpayUrl);
    await counter.mark(orderId, 'webhook:lost');
    const paymentId = await counter.pay(orderId);
    const callback = (secret: string) => ({
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: sign(`${orderId}|${paymentId}`, secret),
    });
    const forged = await payer.verify(callback(old.RAZORPAY_WEBHOOK_SECRET_PREVIOUS));
    expect(forged.status).toBe(400);
    for (let times = 0; times < 2; times += 1) {
      const paid = await payer.verify(callback(old.RAZORPAY_KEY_SECRET_PREVIOUS));
      expect(paid.status).toBe(200);
    }
    expect((await customer.wallet()).available).toBe(available + 500);
    const credits = await before.books.query(
      `select amount_paise from ledger_event where kind = 'TopUpCredited' and payment_id = $1`,
      [paymentId],
    );
    expect(credits).toEqual([{ amount_paise: 500_00 }]);
  });

  test('after a rotation, a webhook signed with either secret is stored, and one signed with another is not', async () => {
    const tell = (secret: string) => {
      const raw = JSON.stringify({ event: 'rotation.tested', payload: { secret } });
      return send(`${after.stack.apiUrl}/api/razorpay-webhook`, {
        raw,
        headers: { 'content-type': 'application/json', 'x-razorpay-signature': sign(raw, secret) },
      });
    };
    expect((await tell(old.RAZORPAY_WEBHOOK_SECRET_PREVIOUS)).status).toBe(200);
    expect((await tell('sandbox-razorpay-webhook-secret')).status).toBe(200);
    expect((await tell(old.RAZORPAY_KEY_SECRET_PREVIOUS)).status).toBe(400);
    const kept = await before.books.query(
      `select 1 from gateway_webhook where kind = 'rotation.tested'`,
    );
    expect(kept).toHaveLength(2);
  });
});
