import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { getRequestContext, runInRequest } from '../operations/request-context.ts';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { startChild, type Child } from '../../dev/local/children.ts';
import { coordinate, redisUrl } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { freePort } from '../../dev/local/ports.ts';
import { startRedis } from '../../dev/local/redis.ts';
import { toJobId, type Job } from './jobs.ts';
import { createJobQueue, createJobWorker, type JobQueue, type JobWorker } from './queue.ts';

const preview = (generationId: string, provider: Provider = 'google', round = 1): Job => ({
  name: 'preview',
  generationId,
  provider,
  class: 'customer',
  makes: 'text',
  round,
});
const unlock = (holdId: string): Job => ({
  name: 'unlock',
  holdId,
  provider: 'google',
  round: 1,
});
const patience = { timeout: 60_000, interval: 10 };

describe.each(['postgres', 'redis'] as const)('a queue on %s', (backend) => {
  let database: TestDatabase | undefined;
  let url: string;
  let prefix: string;
  let queue: JobQueue;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    if (backend === 'postgres') database = await createTestDatabase();
    url = database?.appUrl ?? redisUrl();
  });
  afterAll(() => database?.drop());

  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** Opens a queue for one test. */
  function openQueue(): void {
    prefix = `q_${randomBytes(4).toString('hex')}`;
    queue = createJobQueue({ url, prefix });
    closing.push(() => queue.close());
  }

  async function startWorker(
    process: (job: Job) => Promise<void>,
    // On a busy machine a lock of a second would end before a job does.
    { concurrency = 1, lockMs = 20_000 } = {},
  ): Promise<{ worker: JobWorker; failures: Error[] }> {
    const failures: Error[] = [];
    const worker = createJobWorker({
      place: { url, prefix },
      concurrency,
      tasksAtOnce: 2,
      lockMs,
      process,
      failed: (error) => failures.push(error as Error),
    });
    closing.push(() => worker.close());
    await worker.ready;
    return { worker, failures };
  }

  test('the same job added twice, concurrently or in sequence, runs once', async () => {
    openQueue();
    const done: string[] = [];
    await Promise.all(Array.from({ length: 10 }, () => queue.add(preview('gen_1'))));
    await queue.add(preview('gen_1'));
    await queue.add(preview('gen_2'));
    await startWorker(async (job) => void done.push(toJobId(job)));
    await vi.waitUntil(() => done.includes('gen_2'), patience);
    await queue.add(preview('gen_3'));
    await vi.waitUntil(() => done.includes('gen_3'), patience);
    expect(done.sort()).toEqual(['gen_1', 'gen_2', 'gen_3']);
  });

  test('a job that is added while it runs does not run again', async () => {
    openQueue();
    const done: string[] = [];
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    await startWorker(async (job) => {
      done.push(toJobId(job));
      await allowed;
    });
    await queue.add(preview('gen_1'));
    await vi.waitUntil(() => done.length === 1, patience);
    await queue.add(preview('gen_1'));
    allow();
    await queue.add(preview('gen_2'));
    await vi.waitUntil(() => done.includes('gen_2'), patience);
    expect(done).toEqual(['gen_1', 'gen_2']);
  });

  test('a job that the queue has lost and delivers again while it runs does not run twice', async () => {
    openQueue();
    const done: string[] = [];
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    await startWorker(
      async (job) => {
        done.push(toJobId(job));
        await allowed;
      },
      { concurrency: 2 },
    );
    await queue.add(preview('gen_1'));
    await vi.waitUntil(() => done.length === 1, patience);
    for (const lane of queue.queues) {
      await lane.obliterate({ force: true });
      await lane.resume();
    }
    await queue.add(preview('gen_1'));
    await vi.waitUntil(
      async () => (await queue.readDepths()).some(({ active }) => active === 1),
      patience,
    );
    allow();
    await queue.add(preview('gen_2'));
    await vi.waitUntil(() => done.includes('gen_2'), patience);
    expect(done).toEqual(['gen_1', 'gen_2']);
  });

  test('a finished or permanently failed job can be added again', async () => {
    openQueue();
    const tried: string[] = [];
    const { failures } = await startWorker(async (job) => {
      tried.push(toJobId(job));
      if (tried.length === 1) throw new UnrecoverableError('not this time');
    });
    await queue.add(unlock('hold_1'));
    await vi.waitUntil(() => failures.length === 1, patience);
    for (const times of [2, 3]) {
      // The worker reports an outcome a moment before the queue's state shows it.
      await vi.waitUntil(async () => {
        await queue.add(unlock('hold_1'));
        return tried.length >= times;
      }, patience);
    }
    expect(new Set(tried)).toEqual(new Set(['hold_1']));
    expect(failures).toHaveLength(1);
  });

  test('a task runs again and again on its schedule, and after the queue has lost its schedulers', async () => {
    openQueue();
    const runs: string[] = [];
    await startWorker(async (job) => void runs.push(job.name === 'task' ? job.task : job.name));
    const schedules = [
      { name: 'sweep', everyMs: 50 },
      { name: 'audit', everyMs: 3_600_000 },
    ];
    await queue.keepSchedules(schedules, { isFirst: true });
    const count = (name: string) => runs.filter((run) => run === name).length;
    await vi.waitUntil(() => count('sweep') >= 3 && count('audit') === 1, patience);
    // Every worker repeats this, which changes no scheduler that exists.
    await queue.keepSchedules(schedules, { isFirst: false });

    for (const lane of queue.queues) {
      await lane.obliterate({ force: true });
      await lane.resume();
    }
    const lostAt = runs.length;
    await queue.keepSchedules(schedules, { isFirst: false });
    await vi.waitUntil(() => count('audit') === 2 && runs.slice(lostAt).length >= 4, patience);
  });

  test('workers of two versions keep the tasks of both, and the newest start decides the periods', async () => {
    openQueue();
    const lane = queue.queues.find(({ name }) => name === 'tasks')!;
    const read = async () =>
      (await lane.getJobSchedulers()).map(({ key, every }) => [key, every]).toSorted();
    const old = [
      { name: 'ended', everyMs: 3_600_000 },
      { name: 'kept', everyMs: 3_600_000 },
    ];
    await queue.keepSchedules(old, { isFirst: true });
    await queue.keepSchedules([{ name: 'kept', everyMs: 60_000 }], { isFirst: true });
    expect(await read()).toEqual([['kept', 60_000]]);
    await queue.keepSchedules(old, { isFirst: false });
    expect(await read()).toEqual([
      ['ended', 3_600_000],
      ['kept', 60_000],
    ]);
    await queue.removeSchedule('ended');
    expect(await read()).toEqual([['kept', 60_000]]);
  });

  test('a task that fails is tried again before its next period, and reported with its name', async () => {
    openQueue();
    let runs = 0;
    const failed: unknown[] = [];
    const worker = createJobWorker({
      place: { url, prefix },
      concurrency: 1,
      tasksAtOnce: 1,
      lockMs: 20_000,
      process: async () => {
        runs += 1;
        if (runs === 1) throw new Error('not this time');
      },
      failed: (_error, job) => failed.push(job?.name === 'task' && job.task),
    });
    closing.push(() => worker.close());
    await worker.ready;
    await queue.keepSchedules([{ name: 'audit', everyMs: 3_600_000 }], { isFirst: true });
    await vi.waitUntil(() => runs === 2, patience);
    expect(failed).toEqual(['audit']);
  });

  test.runIf(backend === 'postgres')(
    'a job that fails is reported with its request, job, hold and generation',
    async () => {
      openQueue();
      const contexts: unknown[] = [];
      const worker = createJobWorker({
        place: { url, prefix },
        concurrency: 1,
        tasksAtOnce: 1,
        lockMs: 20_000,
        process: async () => {
          throw new UnrecoverableError('not this time');
        },
        failed: () => contexts.push(getRequestContext()),
      });
      closing.push(() => worker.close());
      await worker.ready;
      const bought = { ...unlock('hold_1'), generationId: 'gen_1' } as Job;
      await runInRequest({ requestId: 'request-1' }, () => queue.add(bought));
      await vi.waitUntil(() => contexts.length === 1, patience);
      await queue.add(preview('gen_2'));
      await vi.waitUntil(() => contexts.length === 2, patience);
      expect(contexts).toEqual([
        {
          requestId: 'request-1',
          jobId: 'hold_1',
          job: 'unlock',
          holdId: 'hold_1',
          generationId: 'gen_1',
        },
        { requestId: 'job-gen_2', jobId: 'gen_2', job: 'preview', generationId: 'gen_2' },
      ]);
    },
  );

  test('a job that throws is retried automatically', async () => {
    openQueue();
    let tries = 0;
    const { failures } = await startWorker(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the database was away');
    });
    await queue.add(unlock('hold_1'));
    await vi.waitUntil(() => tries === 2, patience);
    expect(failures.map((error) => error.message)).toEqual(['the database was away']);
  });

  test('a lane works round by round, and within a round in the order of adding', async () => {
    openQueue();
    for (const [i, round] of [2, 1, 10_000_000, 2, 1].entries()) {
      await queue.add(preview(`gen_${i}`, 'google', round));
    }
    const done: string[] = [];
    await startWorker(async (job) => void done.push(toJobId(job)));
    await vi.waitUntil(() => done.length === 5, patience);
    expect(done).toEqual(['gen_1', 'gen_4', 'gen_0', 'gen_3', 'gen_2']);
  });

  test.runIf(backend === 'postgres')(
    'paid jobs run while all preview slots are taken',
    async () => {
      openQueue();
      const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
      const done: string[] = [];
      await startWorker(async (job) => {
        if (job.name === 'preview') await allowed;
        done.push(toJobId(job));
      });
      for (const id of ['gen_1', 'gen_2']) await queue.add(preview(id));
      await queue.add(unlock('hold_1'));
      await vi.waitUntil(() => done.length === 1, patience);
      expect(done).toEqual(['hold_1']);
      allow();
      await vi.waitUntil(() => done.length === 3, patience);
    },
  );

  test.runIf(backend === 'postgres')(
    'a silent provider delays neither the other provider nor the mail',
    async () => {
      openQueue();
      const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
      const mail: Job = { name: 'mail', mailId: 1 };
      const done: string[] = [];
      await startWorker(async (job) => {
        if ('provider' in job && job.provider === 'google') await allowed;
        done.push(toJobId(job));
      });
      await queue.add(unlock('hold_1'));
      await queue.add(mail);
      await queue.add(preview('gen_2', 'openai'));
      await vi.waitUntil(() => done.length === 2, patience);
      expect(done.toSorted()).toEqual(['gen_2', toJobId(mail)].toSorted());
      allow();
      await vi.waitUntil(() => done.length === 3, patience);
      expect(done.at(-1)).toBe('hold_1');
    },
  );

  test('a job whose process was killed is taken over by another process', async () => {
    openQueue();
    await queue.add(unlock('hold_1'));
    const holder = await startHolder();
    const done: Job[] = [];
    await startWorker(async (job) => void done.push(job), { lockMs: 1_000 });
    holder.kill('SIGKILL');
    await holder.ended;
    await vi.waitUntil(() => done.length === 1, patience);
    expect(done).toEqual([unlock('hold_1')]);
  });

  test('a worker that closes finishes its active jobs', async () => {
    openQueue();
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const steps: string[] = [];
    const { worker } = await startWorker(async () => {
      steps.push('begun');
      await allowed;
      steps.push('done');
    });
    await queue.add(unlock('hold_1'));
    await vi.waitUntil(() => steps.length === 1, patience);
    const closed = worker.close().then(() => steps.push('closed'));
    allow();
    await closed;
    expect(steps).toEqual(['begun', 'done', 'closed']);
  });

  test('a queue reports whether it is reachable, and adding a job fails if it is not', async () => {
    openQueue();
    await expect.poll(() => queue.isReachable()).toBe(true);
    const nowhere = new URL(url);
    nowhere.port = String(await freePort());
    const lost = createJobQueue({ url: nowhere.href, prefix });
    closing.push(() => lost.close());
    // oxlint-disable-next-line vitest/valid-expect -- awaited below, after another check
    const added = expect(lost.add(preview('gen_1'))).rejects.toThrow('the queue does not answer');
    expect(await lost.isReachable()).toBe(false);
    await added;
  });

  test.runIf(backend === 'redis')(
    'a job that could not be added while Redis was away is added by the same process when it is back',
    async () => {
      const port = await freePort();
      const folder = coordinate('TEST_FOLDER');
      const start = () =>
        startRedis({ folder, logFile: join(coordinate('TEST_LOG_FOLDER'), 'away.log'), port });
      let redis = await start();
      closing.push(() => redis.stop());
      closing.push(async () => void (url = redisUrl()));
      url = redis.url;
      openQueue();
      await queue.add(unlock('hold_before'));
      await redis.stop();
      await expect.poll(() => queue.isReachable(), patience).toBe(false);
      await expect(queue.add(unlock('hold_1'))).rejects.toThrow('the queue does not answer');
      redis = await start();
      const held: string[] = [];
      await startWorker(async (job) => void held.push(toJobId(job)));
      await expect.poll(() => held, patience).toContain('hold_1');
    },
  );

  test.runIf(backend === 'postgres')(
    'a server with a full disk at its start waits, logs it once, and works when there is room',
    async () => {
      const owner = new pg.Client({ connectionString: database!.ownerUrl });
      await owner.connect();
      closing.push(() => owner.end());
      await owner.query(`
        create function have_no_room() returns event_trigger language plpgsql as
          $$ begin raise 'could not extend file: No space left' using errcode = 'disk_full'; end $$;
        create event trigger disk_is_full on ddl_command_start execute function have_no_room()`);
      const waits: unknown[] = [];
      prefix = `q_${randomBytes(4).toString('hex')}`;
      queue = createJobQueue({ url, prefix, waits: (error) => waits.push(error) });
      closing.push(() => queue.close());
      let isReady = false;
      void queue.ready.then(() => (isReady = true));
      await vi.waitUntil(() => waits.length > 0, patience);
      expect([isReady, await queue.isReachable()]).toEqual([false, false]);
      await owner.query('drop event trigger disk_is_full; drop function have_no_room');
      await queue.ready;
      await queue.add(preview('gen_1'));
      expect(waits).toEqual([expect.objectContaining({ code: '53100' })]);
    },
  );

  /** Starts a worker in another process, and resolves once it processes the job. */
  async function startHolder(): Promise<Child> {
    const child = await startChild({
      name: 'holding worker',
      script: 'adapters/queue/testing/holding-worker.ts',
      env: { ...process.env, QUEUE_URL: url, QUEUE_PREFIX: prefix },
      logFile: join(coordinate('TEST_LOG_FOLDER'), `holding-${prefix}.log`),
    });
    closing.push(() => child.stop());
    return child;
  }
});
