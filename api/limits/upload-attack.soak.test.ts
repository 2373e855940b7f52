// One account, or a dozen, sends more pictures than any user needs, while other users work. This run is
// short; `npm run soak -- uploads` sends as many and as large pictures as once stopped the service.
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bombs } from '@sachet/adapters/images/testing/bombs';
import { noisyPhoto, photo } from '@sachet/adapters/images/testing/photos';
import { listChildren, peakMiBDuring } from '../../dev/local/resident-memory.ts';
import {
  toForm,
  toJson,
  sendBody,
  type Body,
  type Heard,
  type Sending,
} from '../testing/bodies.ts';
import { createCustomer, previewOrder, toUpload, type Customer } from '../testing/client.ts';
import { filesIn } from '../testing/folder.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const isFull = process.env['UPLOAD_ATTACK'] === 'full';
// The full attack makes one process decode a gigabyte; the benchmark measures how fast it is.
if (isFull) vi.setConfig({ testTimeout: 180_000 });
const mebibyte = 1024 * 1024;
const megabytes = isFull ? 19 : 2;
const fromOne = 30;
const fromMany = isFull ? 60 : 12;
const accounts = isFull ? 12 : 3;
const megabytesPerDay = isFull ? 200 : 40;
/**
 * The most memory that the attacked process and its decoders may use, of the container's 1,024. They use 615 to 710.
 */
const memoryMaxMiB = 800;

let open: OpenStack;
let stranger: Customer;
let large: Body;
let inline: Body;
beforeAll(async () => {
  open = await openStack({
    withoutWorker: true,
    limits: { uploadsAtOnce: 8, uploadMegabytesPerDay: megabytesPerDay },
  });
  stranger = await createCustomer(open.stack);
  // A whole picture whose decoding takes time, of this size.
  const picture = await (isFull ? photo(6_000, 3_900) : photo(3_000, 2_000));
  const padded = Buffer.concat([picture, Buffer.alloc(megabytes * mebibyte - picture.length)]);
  large = toForm({ bytes: padded });
  inline = toJson(previewOrder({ mode: 'edit_image', image: toUpload(padded) }));
});
afterAll(() => open?.stop());

type Crowd = [name: string, requests: number, accounts: number];
const crowds: Crowd[] = [[`${fromMany} from ${accounts} accounts`, fromMany, accounts]];
if (isFull) crowds.unshift([`${fromOne} from one account`, fromOne, 1]);

async function attack(
  path: '/api/upload' | '/api/generate',
  body: Body,
  [, requests, accounts]: Crowd,
  sending: Sending = {},
) {
  const attackers = await Promise.all(
    Array.from({ length: accounts }, () => createCustomer(open.stack)),
  );
  const heard: (Heard & { uid: string })[] = [];
  let over = false;
  let walletReads = 0;
  const peakMiB = await peakMiBDuring(open.stack.api.pid(), async () => {
    const reading = (async () => {
      while (!over) {
        await stranger.wallet();
        walletReads++;
        await sleep(25);
      }
    })();
    await Promise.all(
      Array.from({ length: requests }, async (_, i) => {
        const { uid, headers } = attackers[i % accounts]!;
        const sent = { ...body, headers: { ...headers, ...body.headers } };
        heard.push({ ...(await sendBody(open.stack.apiUrl + path, sent, sending)), uid });
      }),
    );
    over = true;
    await reading;
  });
  expect(walletReads).toBeGreaterThan(0);
  expect(peakMiB).toBeLessThan(memoryMaxMiB);
  expect(open.stack.api.isRunning()).toBe(true);
  const admitted = await open.books.query<{ uid: string; count: number; bytes: number }>(
    `select uid, count(*) as count, sum(bytes)::bigint as bytes from upload
      where uid = any($1) group by uid`,
    [attackers.map(({ uid }) => uid)],
  );
  for (const { bytes } of admitted) {
    expect(bytes).toBeLessThanOrEqual(megabytesPerDay * mebibyte);
  }
  return { attackers, heard, admitted };
}

const withStatus = (heard: readonly Heard[], status: number) =>
  heard.filter((each) => each.status === status);

/** Expects that each refusal names a time to wait and closes its connection. */
function expectTurnedAway(refused: readonly Heard[]): void {
  for (const each of refused) {
    expect(each).toMatchObject({ code: 'rate_limited', closes: true });
    expect(Number(each.retryAfter)).toBeGreaterThan(0);
  }
}

const nothingIncoming = () =>
  expect
    .poll(() => filesIn(open.imageFolder).filter((name) => name.startsWith('.incoming')), {
      timeout: 60_000,
    })
    .toEqual([]);

describe.each(crowds)('given %s concurrently', (...crowd) => {
  test('each complete picture is either kept or refused, and no account exceeds its daily limit', async () => {
    const { heard, admitted } = await attack('/api/upload', large, crowd);
    const kept = withStatus(heard, 201);
    const refused = withStatus(heard, 429);
    expect(kept.length + refused.length).toBe(heard.length);
    expect(kept.length).toBe(admitted.reduce((sum, { count }) => sum + count, 0));
    expect(kept.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    expectTurnedAway(refused);
    await nothingIncoming();
  });

  test("of each account's slow pictures, one is read, two wait and the others are refused", async () => {
    const pieces = { bytes: Math.ceil(large.bytes.length / 20), everyMs: isFull ? 200 : 50 };
    const { heard, admitted } = await attack('/api/upload', large, crowd, { pieces });
    const [, requests, accounts] = crowd;
    const kept = withStatus(heard, 201);
    expect(kept.length).toBe(admitted.reduce((sum, { count }) => sum + count, 0));
    // Of each account at most one body is read and two wait, so at most three are kept.
    expect(kept.length).toBeLessThanOrEqual(3 * accounts);
    const refused = withStatus(heard, 429);
    expect(refused.length).toBeGreaterThanOrEqual(requests - 3 * accounts);
    expectTurnedAway(refused);
    await nothingIncoming();
  });

  test('pictures that are cut off in the middle leave nothing, and their senders can continue', async () => {
    const cutAfter = Math.ceil(large.bytes.length / 2);
    const { attackers, heard } = await attack('/api/upload', large, crowd, { cutAfter });
    expect(withStatus(heard, 201)).toEqual([]);
    await nothingIncoming();
    const [attacker] = attackers;
    await expect
      .poll(async () => (await attacker!.upload(await photo(30, 20))).status, { timeout: 60_000 })
      .toBe(201);
  });

  test('pictures inside orders are not read', async () => {
    const { heard, admitted } = await attack('/api/generate', inline, crowd);
    expect(admitted).toEqual([]);
    const refused = heard.filter(({ status }) => status !== 0);
    for (const each of refused) {
      expect(each).toMatchObject({ status: 413, code: 'payload_too_large', closes: true });
    }
    expect(refused).toHaveLength(heard.length);
    await nothingIncoming();
  });

  test('the largest pictures allowed in orders are each accepted or refused', async () => {
    const picture = await photo(600, 400);
    const padded = Buffer.concat([picture, Buffer.alloc(mebibyte - picture.length)]);
    const most = toJson(previewOrder({ mode: 'instagram', image: toUpload(padded) }));
    const asynchronous = { ...most, headers: { ...most.headers, prefer: 'respond-async' } };
    const { heard } = await attack('/api/generate', asynchronous, crowd);
    const taken = withStatus(heard, 202);
    const refused = withStatus(heard, 429);
    expect(taken.length + refused.length).toBe(heard.length);
    expect(taken.length).toBeGreaterThan(0);
    expectTurnedAway(refused.filter(({ closes }) => closes));
    await nothingIncoming();
  });
});

test("pictures that unpack to gigabytes cost no memory, and a stranger's photo is accepted at the same time", async () => {
  const bodies = await Promise.all(
    bombs.map(async ({ make, outcome }) => {
      const { headers } = await createCustomer(open.stack);
      const body = toForm({ bytes: await make() });
      return { outcome, body: { ...body, headers: { ...headers, ...body.headers } } };
    }),
  );
  const picture = await photo(300, 200);
  let over = false;
  let taken = 0;
  const peakMiB = await peakMiBDuring(open.stack.api.pid(), async () => {
    const beside = (async () => {
      while (!over) {
        expect((await stranger.upload(picture)).status).toBe(201);
        taken += 1;
      }
    })();
    for (const { outcome, body } of bodies) {
      const { status } = await sendBody(`${open.stack.apiUrl}/api/upload`, body);
      expect(status).toBeOneOf(outcome === 'is refused' ? [400, 413] : [201]);
    }
    over = true;
    await beside;
  });
  expect(taken).toBeGreaterThan(0);
  expect(peakMiB).toBeLessThan(memoryMaxMiB);
  await nothingIncoming();
});

test('a sender who leaves while their photo is decoded ends the decoding', async () => {
  const slow = await noisyPhoto(6_000, 3_900, { quality: 70 });
  const sender = await createCustomer(open.stack);
  expect((await sender.upload(await photo(30, 20))).status).toBe(201);
  const decoders = listChildren(open.stack.api.pid());
  expect(decoders).not.toEqual([]);
  // The decoding waits for the test to see that it has begun.
  for (const pid of decoders) process.kill(pid, 'SIGSTOP');
  const resumeDecoders = () => {
    for (const pid of listChildren(open.stack.api.pid())) process.kill(pid, 'SIGCONT');
  };
  onTestFinished(resumeDecoders);

  const body = toForm({ bytes: slow });
  const sending = request(`${open.stack.apiUrl}/api/upload`, {
    method: 'POST',
    headers: { ...sender.headers, ...body.headers },
  });
  sending.on('error', () => {});
  sending.end(body.bytes);
  const incoming = join(open.imageFolder, '.incoming');
  const received = () => readdirSync(incoming).map((name) => statSync(join(incoming, name)).size);
  await expect.poll(received).toEqual([slow.length]);
  sending.destroy();

  await expect.poll(() => listChildren(open.stack.api.pid())).not.toEqual(decoders);
  resumeDecoders();
  await nothingIncoming();
  expect((await sender.upload(await photo(30, 20))).status).toBe(201);
});
