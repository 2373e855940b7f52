// Redis goes away while users work, and comes back empty. No sweep runs in time to help.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '@sachet/shared/time';
import { createCustomer, respondAsync } from '../api/testing/client.ts';
import { openStack, type OpenStack } from '../api/testing/stack.ts';
import { freePort } from '../dev/local/ports.ts';
import { startRedis, type Redis } from '../dev/local/redis.ts';
import { coordinate } from '../dev/local/testing/coordinates.ts';

const poll = { timeout: 60_000, interval: 25 };

let port: number;
let redis: Redis;
let open: OpenStack;
const start = () =>
  startRedis({
    folder: coordinate('TEST_FOLDER'),
    logFile: join(coordinate('TEST_LOG_FOLDER'), 'redis-away.log'),
    port,
  });
beforeAll(async () => {
  port = await freePort();
  redis = await start();
  const env = { QUEUE_URL: redis.url };
  open = await openStack({ env, limits: { sweepEveryMs: hourMs } });
});
afterAll(async () => {
  await open?.stop();
  await redis?.stop();
});

/** The worker's log lines about its queue, and its errors. */
const readComplaints = () =>
  readFileSync(open.stack.worker.logFile, 'utf8')
    .split('\n')
    .filter((line) => /"level":(40|50)/.test(line) && /queue|ECONN|redis|"err"/i.test(line));

test('a purchase made while Redis was down is rendered after Redis returns empty, and charged once', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  await redis.stop();
  const asked = await customer.unlock(preview, 1024, respondAsync);
  expect([asked.status, asked.body.unlockStatus]).toEqual([202, 'pending']);
  await open.books.expectToBeSound({ openHolds: 1 });
  await expect.poll(readComplaints).not.toHaveLength(0);

  redis = await start();
  await expect
    .poll(() => customer.generation(preview.generationId), poll)
    .toMatchObject({ unlockStatus: 'done', charged: 75 });
  const { walletId, walletBalance, held } = await customer.wallet();
  expect([walletBalance, held]).toEqual([175, 0]);
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 1,
    HoldCaptured: 1,
  });
  // On a busy machine Redis may be away long enough for another log line, but never for many.
  expect(readComplaints().length).toBeLessThanOrEqual(5);
});

test('a worker stops when asked to while Redis is down', async () => {
  await redis.stop();
  await open.stack.worker.kill('SIGTERM');
  expect(open.stack.worker.isRunning()).toBe(false);
});
