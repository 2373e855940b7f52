import { randomBytes, randomUUID } from 'node:crypto';
import type { Response } from 'express';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseApiEnvironment } from '@sachet/shared/configuration/environment';
import { redisUrl } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { startCable, type Cable } from '../testing/cable.ts';
import { Refusal } from '../http/refusal.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

const limit = 40;
const pack = limit / 20;
const poll = { timeout: 60_000, interval: 500 };

describe.each(['postgres', 'redis'] as const)('two processes that count in %s', (store) => {
  let database: TestDatabase;
  let cable: Cable;
  let prefix: string;
  let processes: [RateLimits, RateLimits];
  beforeEach(async () => {
    database = await createTestDatabase();
    cable = await startCable(store === 'redis' ? redisUrl() : database.appUrl);
    prefix = `limits_${randomBytes(8).toString('hex')}`;
    processes = [start(), start()];
  });
  afterEach(async () => {
    for (const each of processes) await each.close();
    await cable.pull();
    await database.drop();
  });

  /** The counts of one API process. */
  function start(): RateLimits {
    const parsed = parseApiEnvironment({
      NODE_ENV: 'test',
      DATABASE_URL: store === 'redis' ? database.appUrl : cable.url,
      QUEUE_URL: cable.url,
      QUEUE_PREFIX: prefix,
      IMAGE_STORE: '/nowhere',
      SIGNING_SECRET: 'a secret of some length',
      FIREBASE_PROJECT_ID: 'a-project',
      FIREBASE_API_KEY: 'web-key',
      PUBLIC_URL: 'https://studio.example',
      TEST_LIMITS: JSON.stringify({ requestsPerMinute: limit }),
    });
    if (!parsed.ok) throw new Error(parsed.problems.map(({ problem }) => problem).join());
    return createRateLimits(parsed.value, pino({ level: 'silent' }));
  }

  /** Sends concurrent requests of a user to a process, or to both in turns. Returns how many pass. */
  async function countPassed(who: string, requests: number, to = processes): Promise<number> {
    const response = { set() {}, destroy() {} } as unknown as Response;
    const outcomes = Array.from({ length: requests }, (_, i) =>
      to[i % 2]!.consume('user', who, response).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(Refusal);
          return false;
        },
      ),
    );
    return (await Promise.all(outcomes)).filter(Boolean).length;
  }
  const only = (each: RateLimits): [RateLimits, RateLimits] => [each, each];

  test('one user has one limit in both processes, and in one that is started again', async () => {
    // A shared count that does not answer in time, as before it is connected, is skipped for a while.
    const passTogether = () => countPassed(randomUUID(), 3 * limit);
    await expect.poll(passTogether, poll).toBeLessThanOrEqual(limit + 2 * (pack - 1));
    await processes[0].close();
    processes[0] = start();
    const passAfterRestart = async () => {
      const who = randomUUID();
      await countPassed(who, limit + pack, only(processes[1]));
      return countPassed(who, pack + 5, only(processes[0]));
    };
    await expect.poll(passAfterRestart, poll).toBeLessThanOrEqual(pack - 1);
  });

  test('each process counts alone when the shared count is unreachable', async () => {
    await cable.pull();
    const who = randomUUID();
    for (const each of processes)
      expect(await countPassed(who, limit + 20, only(each))).toBe(limit);
    await cable.plugIn();
  });
});
