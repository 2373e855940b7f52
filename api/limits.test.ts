import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, respondAsync, send, somePrompt } from './testing/client.ts';
import { expectRefusal } from './testing/refusals.ts';
import { openStack, type OpenStack } from './testing/stack.ts';

const perMinute = 4;
const perDay = 6;

let open: OpenStack;
beforeAll(async () => {
  open = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    env: {
      REQUESTS_PER_MINUTE: '60',
      GENERATIONS_PER_MINUTE: String(perMinute),
      PREVIEWS_PER_DAY: String(perDay),
    },
  });
});
afterAll(() => open?.stop());

test('many previews asked for at once do not pass a limit together', async () => {
  const customer = await createCustomer(open.stack);
  const askTwelve = () =>
    Promise.all(Array.from({ length: 12 }, () => customer.generate({}, respondAsync)));

  const inOneMinute = await askTwelve();
  const accepted = inOneMinute.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(perMinute);
  for (const answer of inOneMinute.filter(({ status }) => status !== 202)) {
    expectRefusal(answer, 'rate_limited');
    expect(answer.headers.get('retry-after')).toBe('60');
  }

  await open.books.query(`update generation set created_at = created_at - interval '2 minutes'`);
  const later = await askTwelve();
  expect(later.filter(({ status }) => status === 202)).toHaveLength(perDay - perMinute);

  await open.books.query(`update generation set created_at = created_at - interval '2 minutes'`);
  const capped = await customer.generate({}, respondAsync);
  expectRefusal(capped, 'rate_limited');
  expect(Number(capped.headers.get('retry-after'))).toBeGreaterThan(60);

  await open.books.query(`update generation set created_at = created_at - interval '24 hours'`);
  expect((await customer.generate({}, respondAsync)).status).toBe(202);
});

test('a request that is repeated at the limit brings back what it made', async () => {
  const customer = await createCustomer(open.stack);
  const order = { prompt: somePrompt() };
  const headers = { ...respondAsync, 'idempotency-key': 'again' };
  const first = await customer.generate(order, headers);
  for (let made = 1; made < perMinute; made++) await customer.startPreview();
  expectRefusal(await customer.generate({}, respondAsync), 'rate_limited');
  const again = await customer.generate(order, headers);
  expect([again.status, again.body.generationId]).toEqual([202, first.body.generationId]);
});

test('too many requests from one address are refused with the time to wait', async () => {
  const config = () => send(`${open.stack.apiUrl}/api/config`);
  const answers = await Promise.all(Array.from({ length: 70 }, config));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectRefusal(answer, 'rate_limited');
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  // Whoever watches over the process must not be told that it is ill.
  expect((await send(`${open.stack.apiUrl}/healthz`)).status).toBe(200);
  expect((await send(`${open.stack.apiUrl}/readyz`)).status).toBe(200);
});
