// The Redis master is killed while users work, and Sentinels replace it. No sweep runs in time to help.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedis } from '@sachet/adapters/queue/redis';
import { checkRedis, readRedisFacts } from '@sachet/adapters/queue/check-redis';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { hourMs } from '@sachet/shared/time';
import { createCustomer, respondAsync } from '../api/testing/client.ts';
import { openStack, type OpenStack } from '../api/testing/stack.ts';
import { coordinate } from '../dev/local/testing/coordinates.ts';
import { startRedisTrio, type RedisTrio } from '../dev/local/testing/redis-trio.ts';

const poll = { timeout: 60_000, interval: 250 };
const limitPerMinute = 300;

let redis: RedisTrio;
let open: OpenStack;
beforeAll(async () => {
  redis = await startRedisTrio(join(coordinate('TEST_FOLDER'), `sentinels-${process.pid}`));
  const limits = { sweepEveryMs: hourMs, requestsPerMinute: limitPerMinute };
  open = await openStack({ env: { QUEUE_URL: redis.url }, limits });
});
afterAll(async () => {
  await open?.stop();
  await redis?.stop();
});

test('a Redis behind Sentinels is checked, and Sentinels that do not answer are a temporary error', async () => {
  expect(checkRedis(await readRedisFacts(redis.url, 10_000))).toEqual([]);
  const away = await readRedisFacts('redis+sentinel://127.0.0.1:1,127.0.0.1:2/studio', 2_000);
  expect(checkRedis(away)).toMatchObject([{ level: 'error', isTemporary: true }]);
});

test('a purchase during a failover of Redis is rendered and charged once, and limits count on the new master', async () => {
  const customer = await createCustomer(open.stack);
  const previews = [await customer.preview(), await customer.preview()];
  const failover = redis.failOver();
  const asked = await customer.unlock(previews[0]!, 1024, respondAsync);
  expect([asked.status, asked.body.unlockStatus]).toEqual([202, 'pending']);
  await failover;
  const again = await customer.unlock(previews[1]!, 1024, respondAsync);
  expect(again.status).toBe(202);
  for (const { generationId } of previews) {
    await expect
      .poll(() => customer.generation(generationId), poll)
      .toMatchObject({ unlockStatus: 'done', charged: 75 });
  }
  const { walletId, walletBalance, held } = await customer.wallet();
  expect([walletBalance, held]).toEqual([100, 0]);
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 2,
    HoldCaptured: 2,
  });

  const flooding = await createCustomer(open.stack);
  const statuses = new Set<number>();
  const master = openRedis(redis.url, {});
  master.on('error', () => {});
  try {
    const isCounted = async () => {
      statuses.add((await flooding.send('/api/wallet')).status);
      return (await master.keys(`*:limit:user:${flooding.uid}`)).length === 1;
    };
    await expect.poll(isCounted, poll).toBe(true);
  } finally {
    master.disconnect();
  }
  // Ten concurrently, so that a slow machine also sends them all within the minute.
  for (let i = 0; i <= limitPerMinute; i += 10) {
    const ten = Array.from({ length: 10 }, () => flooding.send('/api/wallet'));
    for (const { status } of await Promise.all(ten)) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([200, 429]));
});

test('a preview is drawn after the previous master has come back as a replica and the new one fails', async () => {
  await redis.rejoin();
  await redis.failOver();
  const customer = await createCustomer(open.stack);
  expect(await customer.preview()).toMatchObject({ status: 'ready' });
});

const failovers = process.env.CHAOS === undefined ? 1 : 20;

test('previews asked for at any moment of a failover are drawn within 15 s of its end, time after time', async () => {
  for (let round = 0; round < failovers; round += 1) {
    await redis.rejoin();
    const customer = await createCustomer(open.stack);
    let isOver = false;
    const failover = redis.failOver().finally(() => (isOver = true));
    const asked: GenerationResult[] = [];
    // The API and the worker find the new master independently, up to half a second later.
    for (let after = 0; after < 5; after += isOver ? 1 : 0) {
      asked.push(await customer.startPreview());
      await sleep(200);
    }
    await failover;
    const endsMs = Date.now() + 15_000;
    for (const { generationId } of asked) {
      const status = async () => (await customer.generation(generationId)).status;
      const timeout = Math.max(endsMs - Date.now(), 1);
      await expect.poll(status, { timeout, interval: 500 }).toBe('ready');
    }
  }
});

// Takes as long as a silent connection is kept, so only `npm run soak -- chaos` runs it.
test.skipIf(process.env.CHAOS === undefined)(
  'a preview is drawn after the master has frozen, without closing its connections',
  async () => {
    await redis.rejoin();
    await redis.failOver('SIGSTOP');
    const customer = await createCustomer(open.stack);
    expect(await customer.preview()).toMatchObject({ status: 'ready' });
    await redis.rejoin();
  },
);
