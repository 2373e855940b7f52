import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../dev/local/ports.ts';
import { startRedis, type Redis as RedisServer } from '../../dev/local/redis.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { checkRedis, readRedisFacts } from './check-redis.ts';

const timeoutMs = 60_000;
const check = async (url: string) => checkRedis(await readRedisFacts(url, timeoutMs));

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis({
    folder: coordinate('TEST_FOLDER'),
    logFile: join(coordinate('TEST_LOG_FOLDER'), 'redis-check.log'),
  });
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});

test('a Redis that has a memory limit and evicts nothing has no problem', async () => {
  await redis.config('SET', 'maxmemory', '100mb');
  expect(await check(server.url)).toEqual([]);
});

test('a Redis that deletes jobs when it is full is refused', async () => {
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  try {
    const [found, ...others] = await check(server.url);
    expect(others).toEqual([]);
    expect(found).toEqual({
      level: 'error',
      problem:
        'QUEUE_URL: Redis deletes jobs when its memory is full (maxmemory-policy allkeys-lru)',
      remedy: 'Set `maxmemory-policy noeviction` in Redis.',
    });
  } finally {
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
  }
});

test('a Redis that refuses the password is refused, and the password is not in the report', async () => {
  const found = await check(server.url.replace('redis://', 'redis://nobody:not-the-password@'));
  expect(found).toMatchObject([{ level: 'error' }]);
  expect(found[0]!.isTemporary).toBeUndefined();
  expect(found[0]!.problem).toContain('Redis refuses the login');
  expect(JSON.stringify(found)).not.toContain('not-the-password');
});

test('a Redis that does not answer is a temporary error', async () => {
  const [away] = await check(`redis://127.0.0.1:${await freePort()}`);
  expect(away).toMatchObject({ level: 'error', isTemporary: true });
  expect(away!.problem).toMatch(/Redis cannot be reached \(.*ECONNREFUSED/);
});

test('a Redis without a memory limit causes a warning', () => {
  expect(checkRedis({ state: 'open', memoryMax: 0 })).toMatchObject([
    {
      level: 'warning',
      problem: 'QUEUE_URL: Redis has no memory limit and may use all memory of the machine',
    },
  ]);
});
