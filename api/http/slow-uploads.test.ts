// Senders who occupy places for photos and send almost nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo } from '@sachet/adapters/images/testing/photos';
import { sendBody, toForm, type Body, type Heard, type Sending } from '../testing/bodies.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { signUpByEmail } from '../testing/organization.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const places = 4;
const kit = {
  name: 'Kites',
  phone: '9812345678',
  address: 'A street',
  mainColor: '#aa0000',
  secondColor: '#00aa00',
  tone: null,
};
const trickle = { pieces: { bytes: 1, everyMs: 500 } };

let open: OpenStack;
let picture: Buffer;
let body: ReturnType<typeof toForm>;
beforeAll(async () => {
  open = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    env: { TRUSTED_PROXIES: '1' },
    limits: { uploadsAtOnce: places },
  });
  picture = await photo(300, 200);
  body = toForm({ bytes: picture });
});
afterAll(() => open?.stop());

const from = (who: Customer, network: string) => ({
  ...who.headers,
  ...body.headers,
  'x-forwarded-for': network,
});

/** Sends `body` in these pieces while allowed; resolves to the answers when all senders have one. */
async function holdPlaces(
  networks: readonly string[],
  { body: sentBody = body, ...sending }: Sending & { body?: Body } = trickle,
) {
  const customers = await Promise.all(networks.map(() => createCustomer(open.stack)));
  const heard: Heard[] = [];
  const all = Promise.all(
    networks.map(async (network, i) => {
      const headers = { ...from(customers[i]!, network), ...sentBody.headers };
      const sent = { ...sentBody, headers };
      heard.push(await sendBody(`${open.stack.apiUrl}/api/upload`, sent, sending));
    }),
  );
  const inside = async () =>
    (
      await open.books.query('select 1 from upload where uid = any($1)', [
        customers.map(({ uid }) => uid),
      ])
    ).length;
  return { heard, all, inside };
}

function send(stranger: Customer, network: string): Promise<Heard> {
  const sent = { ...body, headers: from(stranger, network) };
  return sendBody(`${open.stack.apiUrl}/api/upload`, sent);
}

describe('senders of one byte every half second', () => {
  test('one network cannot keep all places: it loses one to a photo from another network', async () => {
    const addresses = Array.from({ length: places }, (_, i) => `2001:db8:7:${i}::1`);
    const stranger = await createCustomer(open.stack);
    const { heard, all, inside } = await holdPlaces(addresses);
    await expect.poll(inside).toBe(places);
    expect((await send(stranger, '2001:db8:8::1')).status).toBe(201);
    await expect.poll(() => heard.map(({ status }) => status)).toContain(408);
    await all;
  });

  test('the slowest upload ends when a stranger waits for a place, and the other slow uploads end after 15 seconds', async () => {
    const stranger = await createCustomer(open.stack);
    const { heard, all, inside } = await holdPlaces(
      Array.from({ length: places }, (_, i) => `198.51.${i}.9`),
    );
    await expect.poll(inside).toBe(places);
    // No place is free, so the slowest sender must end.
    expect((await send(stranger, '203.0.113.5')).status).toBe(201);
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(1);
    expect(heard.length).toBeLessThan(places);
    // The others are too slow even when no request waits.
    await all;
    for (const each of heard) {
      expect(each).toMatchObject({ status: 408, code: 'request_timeout' });
    }
  });
});

test('uploads of 20 MB at 72 KiB a second, above every fixed pace, give a place to a stranger', async () => {
  const stranger = await createCustomer(open.stack);
  const { heard, all, inside } = await holdPlaces(
    Array.from({ length: places }, (_, i) => `198.51.${i}.9`),
    {
      body: toForm({ bytes: Buffer.alloc(19 * 1024 * 1024) }),
      pieces: { bytes: 18 * 1024, everyMs: 250 },
      cutAfter: 600 * 1024,
    },
  );
  await expect.poll(inside).toBe(places);
  expect((await send(stranger, '203.0.113.5')).status).toBe(201);
  await all;
  const ends = heard.map(({ status, code }) => `${status} ${code}`);
  // The others were neither refused nor evicted: they end themselves.
  expect(ends.toSorted()).toEqual(['0 null', '0 null', '0 null', '408 request_timeout']);
});

test('a customer uploads while unverified accounts ask for four overlays each', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const account = await signUpByEmail(open.stack);
      expect((await account.send('/api/brand', { json: kit })).status).toBe(200);
      return account;
    }),
  );
  const flood = accounts.flatMap((account, i) =>
    ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((corner) =>
      account.send(
        `/api/brand/overlay?corner=${corner}&logo=0&strip=1&width=${1000 + i}&height=1000`,
      ),
    ),
  );
  const customer = await createCustomer(open.stack);
  for (let i = 0; i < 5; i++) expect((await send(customer, '203.0.113.5')).status).toBe(201);
  for (const { status } of await Promise.all(flood)) expect([200, 429]).toContain(status);
});

test('a photo on a slow mobile connection of 20 KiB a second is accepted while no request waits', async () => {
  const large = toForm({ bytes: Buffer.concat([picture, Buffer.alloc(340 * 1024)]) });
  const sender = await createCustomer(open.stack);
  const sent = { ...large, headers: { ...sender.headers, ...large.headers } };
  const pieces = { bytes: 10 * 1024, everyMs: 500 };
  const heard = await sendBody(`${open.stack.apiUrl}/api/upload`, sent, { pieces });
  expect(heard.status).toBe(201);
});
