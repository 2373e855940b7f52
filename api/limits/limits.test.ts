import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo } from '@sachet/adapters/images/testing/photos';
import { signImagePath } from '@sachet/adapters/images/signed-url';
import { createAccounts } from '../../dev/local/sign-in.ts';
import { sendBody, toForm, type Body, type Heard, type Sending } from '../testing/bodies.ts';
import {
  createCustomer,
  respondAsync,
  send,
  somePrompt,
  type Answer,
  type Customer,
} from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { createSigners } from '../identity/signers.ts';
import { openStack, signingSecret, type OpenStack } from '../testing/stack.ts';
import { unsignedToken } from '../testing/tokens.ts';

const { imageUrl: imageSigner } = createSigners({ secret: signingSecret });
const perMinute = 4;
const perDay = 6;
// The limits are so low that even a busy machine sends all requests of a test within a minute.
const uploadsAtOnce = 4;
const limitPerMinute = { user: 120, anonymous: 40, badTokens: 40, probes: 50, images: 30 };

let open: OpenStack;
beforeAll(async () => {
  open = await openStack({
    withoutWorker: true,
    env: { TRUSTED_PROXIES: '1' },
    limits: {
      requestsPerMinute: limitPerMinute.user,
      anonymousRequestsPerMinute: limitPerMinute.anonymous,
      badTokensPerMinute: limitPerMinute.badTokens,
      probesPerMinute: limitPerMinute.probes,
      imageRequestsPerMinute: limitPerMinute.images,
      generationsPerMinute: perMinute,
      previewsPerDay: perDay,
      uploadsAtOnce,
    },
  });
});
afterAll(() => open?.stop());

test('concurrent previews together do not exceed a limit', async () => {
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

test('a request that is repeated at the limit returns its earlier result', async () => {
  const customer = await createCustomer(open.stack);
  const order = { prompt: somePrompt() };
  const headers = { ...respondAsync, 'idempotency-key': 'again' };
  const first = await customer.generate(order, headers);
  for (let made = 1; made < perMinute; made++) await customer.startPreview();
  expectRefusal(await customer.generate({}, respondAsync), 'rate_limited');
  const again = await customer.generate(order, headers);
  expect([again.status, again.body.generationId]).toEqual([202, first.body.generationId]);
});

let callers = 0;
/** Headers of a caller from `address`, or from an unused address. */
const from = (address = `10.0.${Math.floor((callers += 1) / 250)}.${callers % 250}`) => ({
  'x-forwarded-for': address,
});

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

const filterRefused = <Body>(answers: Answer<Body>[]) =>
  answers.filter(({ status }) => status === 429);

function expectTimeToWait(answer: Answer<never>): void {
  expectRefusal(answer, 'rate_limited');
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(answer.headers.get('ratelimit')).toMatch(/^"[a-z-]+";r=0;t=\d+$/);
  expect(answer.headers.get('ratelimit-policy')).toMatch(/^"[a-z-]+";q=\d+;w=60$/);
}

/** Users with a token who have not finished signing up. */
async function createStrangers(count: number): Promise<Record<string, string>[]> {
  const { host, projectId } = open.stack.emulator;
  const uids = Array.from({ length: count }, () => randomBytes(8).toString('hex'));
  await createAccounts(host, projectId, uids);
  return uids.map((uid) => ({ authorization: `Bearer ${unsignedToken({ uid, projectId })}` }));
}

describe('one address that everyone shares', () => {
  const shared = from('203.0.113.7');
  const get = (path: string, headers: Record<string, string> = {}) =>
    send<never>(open.stack.apiUrl + path, { headers: { ...shared, ...headers } });

  // Ten times the requests that an address may send without a token.
  test('400 requests of 40 signed-in users pass, while signed-out users of their address are limited', async () => {
    const people = await createStrangers(40);
    const flood = times(120, () => get('/api/config'));
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(people.map((headers) => get('/api/user', headers)));
      // The users have no profile yet: 404 shows that none was refused before the lookup.
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    }
    const answers = await flood;
    const refused = filterRefused(answers);
    expect(answers.length - refused.length).toBe(limitPerMinute.anonymous);
    for (const answer of refused) expectTimeToWait(answer);
    // Other addresses are not affected, and another host of the same IPv6 /64 counts as the same address.
    expect((await get('/api/config', from())).status).toBe(200);
    const household = (last: number) => get('/api/config', from(`2001:db8:7:7::${last}`));
    expect(filterRefused(await times(limitPerMinute.anonymous + 5, household))).toHaveLength(5);
  });

  test('a signed-in user who sends too many requests is limited alone', async () => {
    const [busy, calm] = await createStrangers(2);
    const answers = await times(limitPerMinute.user + 50, () => get('/api/user', busy));
    const refused = filterRefused(answers);
    expect(refused).toHaveLength(50);
    for (const answer of refused) expectTimeToWait(answer);
    const { status, headers } = await get('/api/user', calm);
    expect(status).toBe(404);
    expect(headers.get('ratelimit')).toMatch(`"user";r=${limitPerMinute.user - 1};t=`);
  });

  test('a flood of invalid tokens is not checked, and other users of the address stay signed in', async () => {
    const [neighbour] = await createStrangers(1);
    expect((await get('/api/user', neighbour)).status).toBe(404);
    const { projectId } = open.stack.emulator;
    const junk = (i: number) =>
      get('/api/user', {
        authorization: `Bearer ${i % 2 ? `a.b.c${i}` : unsignedToken({ uid: `nobody-${i}`, projectId })}`,
      });
    const answers = await times(300, junk);
    const unknown = answers.filter(({ status }) => status === 401);
    // A few more may be checked, because they were in progress when the limit was reached.
    expect(unknown.length).toBeGreaterThanOrEqual(limitPerMinute.badTokens);
    expect(unknown.length).toBeLessThanOrEqual(limitPerMinute.badTokens + 50);
    expect(filterRefused(answers)).toHaveLength(answers.length - unknown.length);
    expect((await get('/api/user', neighbour)).status).toBe(404);
    // A new sign-in from this address is not checked, but one from another address is.
    const [fresh] = await createStrangers(1);
    expectTimeToWait(await get('/api/user', fresh));
    expect((await get('/api/user', { ...fresh, ...from() })).status).toBe(404);
  });
});

test('health checks have their own limit, and a flood does not affect other callers', async () => {
  const watcher = from();
  const flooder = from();
  const probe = (path: string, headers: Record<string, string>) =>
    send<never>(open.stack.apiUrl + path, { headers });
  await times(limitPerMinute.anonymous + 10, () => probe('/api/config', watcher));
  expect((await probe('/healthz', watcher)).status).toBe(200);
  expect((await probe('/readyz', watcher)).status).toBe(200);
  const answers = await times(limitPerMinute.probes + 10, (i) =>
    probe(i % 2 ? '/readyz' : '/healthz', flooder),
  );
  expect(filterRefused(answers)).toHaveLength(10);
  expect((await probe('/readyz', watcher)).status).toBe(200);
});

test.each(['/api/docs/', '/api/nothing', '/api/admin/queues'])(
  '%s is limited by address',
  async (path) => {
    const headers = from();
    const answers = await times(limitPerMinute.anonymous + 5, () =>
      send<never>(open.stack.apiUrl + path, { headers }),
    );
    expect(filterRefused(answers)).toHaveLength(5);
  },
);

test("a signed image counts against its generation, an unsigned one against the caller's address", async () => {
  const signed = (generation: string) => {
    const key = `${generation}/preview.png`;
    return signImagePath({ key, expiresAt: Date.now() + 60_000, signer: imageSigner });
  };
  const headers = from();
  const ask = (path: string) => send<never>(open.stack.apiUrl + path, { headers });
  const one = signed('gen_one');
  const ofOne = await times(limitPerMinute.images + 10, () => ask(one));
  expect(filterRefused(ofOne)).toHaveLength(10);
  const ofMany = await times(limitPerMinute.anonymous + 10, (i) => ask(signed(`gen_${i}`)));
  expect(filterRefused(ofMany)).toEqual([]);
  const unsigned = await times(limitPerMinute.anonymous + 10, () => ask(`${one}x`));
  expect(filterRefused(unsigned)).toHaveLength(10);
});

test('of uploads of one byte every half second, the slowest ends when a stranger waits, and the others after 15 seconds', async () => {
  const picture = await photo(300, 200);
  const body = toForm({ bytes: picture });
  const upload = (who: Customer, address: string, sent: Body = body, sending?: Sending) => {
    const headers = { ...who.headers, ...sent.headers, ...from(address) };
    return sendBody(`${open.stack.apiUrl}/api/upload`, { ...sent, headers }, sending);
  };
  const people = await Promise.all(
    Array.from({ length: uploadsAtOnce + 2 }, () => createCustomer(open.stack)),
  );
  const [stranger, traveller, ...senders] = people as [Customer, Customer, ...Customer[]];
  const heard: Heard[] = [];
  const all = senders.map(async (sender, i) => {
    const trickle = { pieces: { bytes: 1, everyMs: 500 } };
    heard.push(await upload(sender, `198.51.${i}.9`, body, trickle));
  });
  const uids = senders.map(({ uid }) => uid);
  const inside = () => open.books.query('select 1 from upload where uid = any($1)', [uids]);
  await expect.poll(inside).toHaveLength(uploadsAtOnce);
  // No place is free, so the slowest sender must end.
  expect((await upload(stranger, '203.0.113.5')).status).toBe(201);
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(1);
  expect(heard.length).toBeLessThan(uploadsAtOnce);
  // A photo on a slow mobile connection, of 20 KiB a second for more than 15 seconds.
  const large = toForm({ bytes: Buffer.concat([picture, Buffer.alloc(340 * 1024)]) });
  const pieces = { bytes: 10 * 1024, everyMs: 500 };
  expect((await upload(traveller, '203.0.113.6', large, { pieces })).status).toBe(201);
  // The others are too slow even when no request waits.
  await Promise.all(all);
  for (const each of heard) expect(each).toMatchObject({ status: 408, code: 'request_timeout' });
});
