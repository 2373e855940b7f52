// Sends many concurrent requests of one account while other accounts send theirs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, type Customer } from '../testing/client.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const burst = (customer: Customer, count: number, signal?: AbortSignal) =>
  Array.from({ length: count }, () =>
    fetch(`${open.stack.apiUrl}/api/statement.csv`, { headers: customer.headers, signal }),
  );

const statuses = async (answers: Promise<Response>[]) =>
  new Set((await Promise.all(answers)).map(({ status }) => status));

test("a stranger's request is answered before half of another account's burst", async () => {
  const flooder = await createCustomer(open.stack);
  const stranger = await createCustomer(open.stack);
  let answered = 0;
  const answers = burst(flooder, 200);
  for (const answer of answers) void answer.then(() => (answered += 1));
  expect((await stranger.send('/api/wallet')).status).toBe(200);
  expect(answered).toBeLessThan(100);
  expect(await statuses(answers)).toEqual(new Set([200]));
});

test('requests of one account beyond its places and its queue are refused, and the rest are answered', async () => {
  const flooder = await createCustomer(open.stack);
  const answers = await Promise.all(burst(flooder, 400));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(400 - 250);
  for (const { status, headers } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
  }
  expect((await flooder.send('/api/wallet')).status).toBe(200);
});

test('a burst whose connections are dropped leaves no place taken', async () => {
  const flooder = await createCustomer(open.stack);
  for (let round = 0; round < 2; round += 1) {
    const leaving = new AbortController();
    const answers = Promise.allSettled(burst(flooder, 60, leaving.signal));
    await flooder.send('/api/wallet');
    leaving.abort();
    await answers;
  }
  expect(await statuses(burst(flooder, 200))).toEqual(new Set([200]));
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
