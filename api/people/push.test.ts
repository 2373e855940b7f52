// Notices of finished work, from the picture to the stand-in of a push service.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await openStack({ limits: impatient });
});
afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

interface Browser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Subscribes a browser, as the client does. */
async function subscribe(customer: Customer, language = 'en'): Promise<Browser> {
  const { body: key } = await customer.send<{ publicKey: string }>('/api/push');
  const answer = await fetch(`${open.stack.inboxUrl}/push/browsers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationServerKey: key.publicKey }),
  });
  const browser = (await answer.json()) as Browser;
  const { status } = await customer.send('/api/push', { json: { ...browser, language } });
  expect(status).toBe(204);
  return browser;
}

async function readReceived({ endpoint }: Browser): Promise<object[]> {
  return ((await (await fetch(endpoint)).json()) as { received: object[] }).received;
}

const countSubscriptions = async ({ uid }: Customer) =>
  (await open.books.query('select from push_subscription where uid = $1', [uid])).length;

test('two pictures of one request become one notice, without words, in the user’s language', async () => {
  const customer = await createCustomer(open.stack);
  const browser = await subscribe(customer, 'hi');
  const [first, second] = await Promise.all([
    // So slow that the other has begun before it is ready.
    customer.preview({ prompt: 'a secret wedding card [[latency:3000]]' }),
    customer.preview({ prompt: 'a secret wedding card', provider: 'openai' }),
  ]);
  await expect.poll(() => readReceived(browser)).toHaveLength(1);
  const [message] = await readReceived(browser);
  expect(message).toMatchObject({ title: 'Sachet', body: '2 तस्वीरें तैयार हैं।' });
  const { url } = message as { url: string };
  expect(new URLSearchParams(url.slice(2)).get('results')?.split(',').toSorted()).toEqual(
    [first.generationId, second.generationId].toSorted(),
  );
  expect(JSON.stringify(message)).not.toContain('wedding');

  await customer.unlock(first);
  await expect.poll(() => readReceived(browser)).toHaveLength(2);
  expect((await readReceived(browser))[1]).toMatchObject({ body: 'आपकी तस्वीर तैयार है।' });
  await expect
    .poll(() => open.books.query('select from ready_notice where uid = $1', [customer.uid]))
    .toEqual([]);
});

test('a browser that unsubscribed is forgotten, and one that signed out gets nothing', async () => {
  const customer = await createCustomer(open.stack);
  const gone = await subscribe(customer);
  const left = await subscribe(customer);
  const stays = await subscribe(customer);
  await fetch(gone.endpoint, { method: 'DELETE' });
  const { endpoint } = left;
  expect((await customer.send('/api/push/remove', { json: { endpoint } })).status).toBe(204);
  await customer.preview();
  await expect.poll(() => readReceived(stays)).toHaveLength(1);
  await expect.poll(() => countSubscriptions(customer)).toBe(1);
  expect(await readReceived(left)).toEqual([]);
});

test('a browser belongs to the user who signed in last, and no other user removes it', async () => {
  const [first, second] = [await createCustomer(open.stack), await createCustomer(open.stack)];
  const browser = await subscribe(first);
  const json = { ...browser, language: 'en' };
  expect((await second.send('/api/push', { json })).status).toBe(204);
  await first.send('/api/push/remove', { json: { endpoint: browser.endpoint } });
  expect([await countSubscriptions(first), await countSubscriptions(second)]).toEqual([0, 1]);
});

test('addresses that are no push service are refused, and a user has ten browsers at most', async () => {
  const customer = await createCustomer(open.stack);
  const browser = await subscribe(customer);
  for (const endpoint of ['http://127.0.0.1:5432/x', 'https://169.254.169.254/latest']) {
    const json = { ...browser, endpoint, language: 'en' };
    expectRefusal(await customer.send('/api/push', { json }), 'invalid', 'endpoint');
  }
  const json = { ...browser, keys: { p256dh: 'AAAA', auth: 'AAAA' }, language: 'en' };
  expect((await customer.send('/api/push', { json })).status).toBe(400);
  for (let i = 0; i < 11; i += 1) await subscribe(customer);
  expect(await countSubscriptions(customer)).toBe(10);
});

test('closing the account forgets its browsers', async () => {
  const customer = await createCustomer(open.stack);
  await subscribe(customer);
  const json = { remainder: 'give_up', confirm: 'CLOSE' };
  expect((await customer.send('/api/account/close', { json })).status).toBe(204);
  expect(await countSubscriptions(customer)).toBe(0);
});
