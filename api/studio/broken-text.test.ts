// NUL and halves of surrogate pairs, which no column stores, in every text that a caller can write.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../routes.ts';
import type { Access } from '@sachet/shared/operations/operation';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { foundOrganization } from '../testing/organization.ts';
import { openCounter, createPayer, sign, webhookSecret } from '../testing/payments.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient } from '../testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
const callers = {} as Record<Exclude<Access, 'anyone'>, Customer>;
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false, limits: impatient });
  callers['super-admin'] = open.admins[0];
  callers.finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [callers.finance.uid]);
  callers['signed-in'] = await createCustomer(open.stack);
  callers['wallet-owner'] = callers['signed-in'];
  callers['organization-admin'] = await foundOrganization(open.stack);
});
afterAll(() => open?.stop());

const broken = fc
  .tuple(fc.string(), fc.constantFrom('\0', '\ud800', '\udfff', 'a\udc00\ud800'), fc.string())
  .map((parts) => parts.join(''));

interface Planted {
  readonly body: object;
  readonly field: string;
}

/** Valid and unknown fields of a route, with broken text in one of them. */
const planted = (fields: readonly string[]): fc.Arbitrary<Planted> =>
  fc
    .record({
      around: fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
      field: fc.constantFrom(...fields),
      text: broken,
      wrap: fc.constantFrom('text', 'object', 'list'),
    })
    .map(({ around, field, text, wrap }) => {
      const value = { text, object: { a: { b: text } }, list: [1, text] }[wrap];
      const path = { text: field, object: `${field}.a.b`, list: `${field}.1` }[wrap];
      return { body: { ...around, [field]: value }, field: path };
    });

const listFields = (schema: unknown): string[] => [
  ...Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}),
  'provider',
  'prompt',
  'unknown',
];

const withBody = routes.filter(({ body, bodyType }) => body && bodyType !== 'form');
test.each(withBody.map((each) => [`${each.method} ${each.path}`, each] as const))(
  '%s refuses broken text in any field and names the field',
  async (_name, { method, path, access, body }) => {
    const { headers } = access === 'anyone' ? { headers: {} } : callers[access];
    await fc.assert(
      fc.asyncProperty(planted(listFields(body)), async ({ body, field }) => {
        // JSON escapes such text, so the body is well-formed until it is parsed.
        const sent = { method: method.toUpperCase(), headers, json: body };
        expectRefusal(await send(open.stack.apiUrl + path, sent), 'invalid', field);
      }),
      { numRuns: 12 },
    );
  },
);

describe('broken text in an address', () => {
  const withQuery = routes.filter(({ query, method }) => query && method === 'get');
  test.each(withQuery.map((each) => [each.path, each] as const))(
    '%s refuses broken text in any parameter, known or not',
    async (path, { access, query }) => {
      const { headers } = access === 'anyone' ? { headers: {} } : callers[access];
      const names = [...Object.keys((query as unknown as { shape?: object }).shape ?? {}), 'other'];
      for (const name of names) {
        const url = `${open.stack.apiUrl}${path.replace('{*key}', 'x')}?${name}=a%00b`;
        expectRefusal(await send(url, { headers }), 'invalid', name);
      }
    },
  );

  test("an image's key with broken text is refused", async () => {
    const url = `${open.stack.apiUrl}/api/images/gen_x/a%00b?expires=1&signature=x`;
    expectRefusal(await send(url), 'invalid', 'key.1');
  });

  test.each(['/%00', '/wallet%00', '/assets/%00.js', '/api/%00', '/api/wallet?%00=1'])(
    '%s with broken text in its path causes no internal error',
    async (path) => {
      const { headers } = callers['signed-in'];
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
    for (const body of bodies) {
      const raw = JSON.stringify(body);
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': sign(raw, webhookSecret),
      };
      const answer = await send(`${open.stack.apiUrl}/api/razorpay-webhook`, { raw, headers });
      expect(answer.status).toBe(200);
    }
    const kept = () =>
      open.books.query(
        `select w.outcome, w.attempts, e.kind from gateway_webhook w
           left join payment_exception e on e.subject = w.event_id`,
      );
    const given = { outcome: 'given_up', attempts: 0, kind: 'webhook_unreadable' };
    await expect.poll(kept, { timeout: 60_000, interval: 50 }).toEqual(bodies.map(() => given));
  });

  test('a webhook with broken text about one of our payments is still credited by the reconciler', async () => {
    const payer = createPayer(callers['signed-in']);
    const counter = openCounter(open.stack.razorpayUrl);
    const { orderId } = await payer.order(200);
    await counter.mark(orderId, 'webhook:lost');
    await counter.pay(orderId);
    await open.books.query(
      'update payment_order set next_check_at = now() where gateway_order_id = $1',
      [orderId],
    );
    await expect
      .poll(async () => (await payer.topUp(orderId)).body.status, { timeout: 60_000 })
      .toBe('credited');
    await open.books.expectToBeSound();
  });
});
