// NUL and halves of surrogate pairs, which no column stores, in what a caller can write. One check for all
// routes refuses them (`refuseBrokenText` in api/app.ts); shared/text/broken-text.test.ts tests how it finds them.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { sign, webhookSecret } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let customer: Customer;
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

const broken = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udfff', 'a\udc00\ud800'), fc.string())
  .map((parts) => parts.join(''));

test('broken text in any field of a body is refused, and the field is named', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/api/generate', '/api/user', '/api/chat', '/api/report'),
      fc.constantFrom('prompt', 'provider', 'unknown'),
      broken,
      async (path, field, text) => {
        // JSON escapes such text, so the body is well-formed until it is parsed.
        const nested = await customer.send(path, { json: { [field]: [1, { a: text }] } });
        expectRefusal(nested, 'invalid', `${field}.1.a`);
        const plain = await customer.send(path, { json: { [field]: text } });
        expectRefusal(plain, 'invalid', field);
      },
    ),
    { numRuns: 12 },
  ));

describe('broken text in an address', () => {
  test('broken text in any parameter, known or not, is refused', async () => {
    for (const name of ['id', 'other']) {
      const url = `${open.stack.apiUrl}/api/generation?${name}=a%00b`;
      expectRefusal(await send(url, { headers: customer.headers }), 'invalid', name);
    }
  });

  test("an image's key with broken text is refused", async () => {
    const url = `${open.stack.apiUrl}/api/images/gen_x/a%00b?expires=1&signature=x`;
    expectRefusal(await send(url), 'invalid', 'key.1');
  });

  test.each(['/%00', '/wallet%00', '/assets/%00.js', '/api/%00', '/api/wallet?%00=1'])(
    '%s with broken text in its path causes no internal error',
    async (path) => {
      const { headers } = customer;
      const { status } = await send(open.stack.apiUrl + path, { headers });
      expect([200, 400, 404]).toContain(status);
    },
  );
});

describe('broken text in a form', () => {
  const post = (form: Record<string, string>) =>
    send(`${open.stack.apiUrl}/api/razorpay-callback`, {
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  test('a form with broken text is refused', async () => {
    for (const field of ['razorpay_order_id', 'razorpay_payment_id', 'razorpay_signature']) {
      expectRefusal(await post({ [field]: 'a\0b' }), 'invalid', field);
    }
  });

  test('a form field with broken text in its JSON is treated like an unknown order', async () => {
    for (const id of ['\0', '\ud800', 'order_\0']) {
      const metadata = JSON.stringify({ order_id: id, payment_id: id });
      const answer = await fetch(`${open.stack.apiUrl}/api/razorpay-callback`, {
        method: 'POST',
        body: new URLSearchParams({ 'error[metadata]': metadata }),
        redirect: 'manual',
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/wallet']);
    }
  });
});

describe('broken text in a webhook that the gateway has signed', () => {
  const payment = (id: string, more: object = {}) => ({
    event: 'payment.captured',
    payload: { payment: { entity: { id, ...more } } },
  });
  const texts = ['\0', 'pay_\ud83d', '\udfff'];
  const entity = { amount: 100, currency: 'INR' };
  const bodies = texts.flatMap((text) => [
    payment(text),
    payment('pay_x', { notes: { words: text } }),
    {
      event: 'payment.dispute.created',
      payload: { dispute: { entity: { ...entity, id: 'disp_x', payment_id: text } } },
    },
    {
      event: 'refund.processed',
      payload: { refund: { entity: { ...entity, id: text, payment_id: 'pay_x' } } },
    },
  ]);

  test('a webhook with broken text is stored and immediately becomes an exception instead of being retried for a day', async () => {
    for (const [i, body] of bodies.entries()) {
      const raw = JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': sign(raw, webhookSecret),
        'x-razorpay-event-id': `evt_broken_${i}`,
      };
      const answer = await send(`${open.stack.apiUrl}/api/razorpay-webhook`, { raw, headers });
      expect(answer.status).toBe(200);
    }
    const kept = () =>
      open.books.query(
        `select w.outcome, w.attempts, e.kind from gateway_webhook w
           left join payment_exception e on e.subject = w.event_id
          where w.gateway_event_id like 'evt_broken%'`,
      );
    const given = { outcome: 'given_up', attempts: 0, kind: 'webhook_unreadable' };
    await expect.poll(kept, { timeout: 60_000, interval: 50 }).toEqual(bodies.map(() => given));
  });
});
