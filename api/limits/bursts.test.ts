// Sends many concurrent requests of one account while other accounts send theirs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, type Customer } from '../testing/client.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const burst = (customer: Customer, count: number) =>
  Array.from({ length: count }, () =>
    fetch(`${open.stack.apiUrl}/api/statement.csv`, { headers: customer.headers }),
  );

const statuses = async (answers: Promise<Response>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status));

test("a stranger's request is answered before half of another account's burst, whose requests beyond its queue are refused", async () => {
  const [flooder, stranger] = [await createCustomer(open.stack), await createCustomer(open.stack)];
  const count = 400;
  let answered = 0;
  const sent = burst(flooder, count);
  for (const answer of sent) void answer.then(() => (answered += 1));
  expect((await stranger.send('/api/wallet')).status).toBe(200);
  expect(answered).toBeLessThan(count / 2);
  const refused = (await Promise.all(sent)).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(count - 250);
  for (const { status, headers } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  }
  expect((await flooder.send('/api/wallet')).status).toBe(200);
});

test('all requests of a page with event streams and a waiting order are answered', async () => {
  const customer = await createCustomer(open.stack);
  const leaving = new AbortController();
  const { headers } = customer;
  const streams = Array.from({ length: 6 }, () =>
    fetch(`${open.stack.apiUrl}/api/events`, { headers, signal: leaving.signal }),
  );
  const order = Array.from({ length: 4 }, () => customer.generate());
  const paths = ['user', 'wallet', 'conversations', 'generations', 'library', 'statement'];
  const reads = [...paths, ...paths].map((path) => customer.send(`/api/${path}`));
  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set((await Promise.all(order)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await statuses(streams)).toEqual(new Set([200]));
  leaving.abort();
});

test('an expensive request counts as several requests', async () => {
  const customer = await createCustomer(open.stack);
  const left = async (path: string) =>
    Number(/;r=(\d+)/.exec((await customer.send(path)).headers.get('ratelimit')!)![1]);
  const before = await left('/api/wallet');
  expect(await left('/api/statement.csv')).toBe(before - 5);
  expect(await left('/api/wallet')).toBe(before - 6);
});
