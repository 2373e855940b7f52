/**
 * BullMQ on Postgres or Redis, depending on `url`. Our own tables record the pending work, so losing the
 * whole queue costs only time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Queue,
  Worker,
  type QueueOptions,
  type WorkerOptions,
  type Job as QueuedJob,
} from 'bullmq';
import type { Redis } from 'ioredis';
import { jobSeconds } from '../operations/metrics.ts';
import {
  getRequestContext,
  runInRequest,
  type RequestContext,
} from '../operations/request-context.ts';
import { injectTrace, inSpan, type TraceCarrier } from '../operations/tracing.ts';
import { QueueAway } from './away.ts';
import { lanes, parseJob, toJobId, toLane, toPriority, type Job, type Lane } from './jobs.ts';
import { createQueueDatabase } from './postgres.ts';
import { openRedis } from './redis.ts';
import { keepSchedules, type Schedule } from './schedules.ts';
import { withTimeout } from '../with-timeout.ts';

export interface QueuePlace {
  /** `postgres://…`, `redis://…` or `redis+sentinel://…` */
  readonly url: string;
  /** Keeps several installations apart: a Redis key prefix, or a Postgres schema. */
  readonly prefix: string;
}

function isPostgres(url: string): boolean {
  return url.startsWith('postgres://') || url.startsWith('postgresql://');
}

export interface JobQueue {
  /** On Postgres, resolves when its tables exist, and waits while the database is unreachable. */
  readonly ready: Promise<void>;
  /**
   * Adds the job, or does nothing if it is waiting or active. A job that has ended is added again. Throws
   * when the queue does not answer in time. The job may then still be added, and is added when Redis is
   * reachable again.
   */
  add(job: Job): Promise<void>;
  isReachable(): Promise<boolean>;
  /** Called whenever Redis is reachable again after an outage. The queue may be empty then. */
  onReturn(listener: () => void): void;
  /**
   * Adds the schedulers that the queue does not have, because it is new or has lost them. `isFirst` also
   * applies changed periods and removes the schedulers of other tasks.
   */
  keepSchedules(schedules: readonly Schedule[], how: { readonly isFirst: boolean }): Promise<void>;
  removeSchedule(name: string): Promise<void>;
  /** For each lane, the number of waiting and of active jobs, and how long the next job has waited. */
  readDepths(): Promise<LaneDepth[]>;
  /** A queue for each lane, for the admin pages. */
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

export interface LaneDepth {
  readonly lane: Lane;
  readonly waiting: number;
  readonly active: number;
  /** 0 if no job waits. */
  readonly frontWaitMs: number;
}

/**
 * Pause between connection attempts to Redis, in milliseconds. It is short, so that Redis is used soon after
 * an outage.
 */
const reconnecting = { connectTimeout: 2_000, retryStrategy: () => 500 };

/** How long a producer waits for its queue, in milliseconds. */
const answerTimeoutMs = 3_000;

/** More than a process adds while Redis is away for some minutes. */
const missedMost = 10_000;

/** A client that was never connected queues all commands and never answers. */
const answerInTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, answerTimeoutMs, () => new QueueAway());

/** `waits` is called once if Postgres is unreachable at startup. */
export function createJobQueue(
  place: QueuePlace & { readonly waits?: (error: unknown) => void },
): JobQueue {
  let isTold = false;
  const waits = (error: unknown) => {
    if (!isTold) place.waits?.(error);
    isTold = true;
  };
  const options: Omit<QueueOptions, 'connection'> = {
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: { age: 24 * 60 * 60, count: 1_000 },
    },
  };
  // A producer fails fast, because a person waits for it and the sweep adds lost jobs.
  const redis = isPostgres(place.url)
    ? null
    : openRedis(place.url, { ...reconnecting, maxRetriesPerRequest: 1 });
  const connection = redis && watchConnection(redis);
  const database = redis ? null : createQueueDatabase({ ...place, waitingLanes: 0, waits });
  const openLane = (lane: Lane) =>
    database
      ? new Queue(lane, { ...options, connection: database.pool }, database.createBackend)
      : new Queue(lane, { ...options, connection: redis!, prefix: place.prefix });
  const queues = mapLanes(openLane);
  for (const lane of lanes) queues[lane].on('error', () => {});

  async function add(job: Job, cause: Cause): Promise<void> {
    if (connection?.isLost()) throw new QueueAway();
    const queue = queues[toLane(job)];
    const id = toJobId(job);
    const earlier = await queue.getJob(id);
    if (earlier && (await earlier.isFailed())) await earlier.remove();
    await queue.add(job.name, { ...job, cause }, { jobId: id, priority: toPriority(job) });
  }

  /**
   * Jobs to add when Redis is reachable again. Another process can reach it earlier and have filled the queue
   * from the rows before these rows existed.
   */
  const missed = new Map<string, { job: Job; cause: Cause }>();
  async function addMissed(): Promise<void> {
    for (const [id, { job, cause }] of missed) {
      await answerInTime(add(job, cause)).then(
        () => missed.delete(id),
        () => {},
      );
    }
  }
  // A job that fails is tried at the next return; the sweep finds jobs that this process loses.
  connection?.onReturn(() => void addMissed());

  const connecting = redis ? [] : lanes.map((lane) => queues[lane].waitUntilReady());
  const ready = Promise.all(connecting).then(() => {});
  // Prevents an unhandled rejection: without an await, the next command reports the error.
  ready.catch(() => {});
  return {
    ready,
    // The admin pages show both backends the same way.
    queues: Object.values(queues) as Queue[],
    async add(job) {
      const cause: Cause = { requestId: getRequestContext()?.requestId, trace: injectTrace() };
      try {
        await answerInTime(add(job, cause));
        missed.delete(toJobId(job));
      } catch (error) {
        if (connection && missed.size < missedMost) missed.set(toJobId(job), { job, cause });
        throw error;
      }
    },
    async isReachable() {
      try {
        await answerInTime(queues.mail.getJobCounts('waiting'));
        return true;
      } catch {
        return false;
      }
    },
    async keepSchedules(schedules, how) {
      if (connection?.isLost()) throw new QueueAway();
      await answerInTime(keepSchedules(queues.tasks, schedules, how));
    },
    async removeSchedule(name) {
      await answerInTime(queues.tasks.removeJobScheduler(name));
    },
    readDepths: () => answerInTime(Promise.all(lanes.map((lane) => readDepth(lane, queues[lane])))),
    onReturn: (listener) => connection?.onReturn(listener),
    async close() {
      // Closing a connection that was never made would report the error again.
      if (!connection?.isLost())
        await Promise.allSettled(lanes.map((lane) => queues[lane].close()));
      await database?.close();
      redis?.disconnect();
    },
  };
}

async function readDepth(
  lane: Lane,
  queue: Pick<Queue, 'getJobCounts' | 'getJobs'>,
): Promise<LaneDepth> {
  const counts = await queue.getJobCounts('prioritized', 'waiting', 'active');
  const [front] = await queue.getJobs(['prioritized', 'waiting'], 0, 0, true);
  return {
    lane,
    waiting: (counts['prioritized'] ?? 0) + (counts['waiting'] ?? 0),
    active: counts['active'] ?? 0,
    // A run of a task is added long before it is due.
    frontWaitMs: front ? Math.max(0, Date.now() - front.timestamp - (front.opts.delay ?? 0)) : 0,
  };
}

interface Connection {
  /** Whether the connection was made and is lost now. */
  isLost(): boolean;
  onReturn(listener: () => void): void;
}

function watchConnection(redis: Redis): Connection {
  const listeners: (() => void)[] = [];
  let isLost = false;
  // Callers get the error from their own call.
  redis.on('error', () => {});
  redis.on('close', () => (isLost = true));
  redis.on('ready', () => {
    if (!isLost) return;
    isLost = false;
    for (const listener of listeners) listener();
  });
  return { isLost: () => isLost, onReturn: (listener) => void listeners.push(listener) };
}

/** The request that added the job, for the log and traces of the worker. */
interface Cause {
  readonly requestId?: string | undefined;
  readonly trace?: TraceCarrier;
}

/** The type is safe, because only this module writes to the queue. */
const readCause = (data: { cause?: Cause } | undefined): Cause => data?.cause ?? {};

/** The ids of a job, for every line of the log. Its other data may be personal. */
function toContext({ id, name, data }: QueuedJob): RequestContext {
  const { requestId = `job-${id}` } = readCause(data);
  const { holdId, generationId } = data as { holdId?: string; generationId?: string };
  return { requestId, jobId: id, job: name, holdId, generationId };
}

export interface JobWorker {
  ready: Promise<void>;
  /** Waits for the active jobs, then stops. */
  close(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly place: QueuePlace;
  /** Concurrent jobs per lane of this process. */
  readonly concurrency: number;
  /** Concurrent jobs of the lane of tasks: one for each task, so that a slow one delays no other. */
  readonly tasksAtOnce: number;
  /** How long a worker may be silent before another worker gets its job, in milliseconds. */
  readonly lockMs: number;
  readonly process: (job: Job) => Promise<void>;
  /** Called for each failed attempt with its job, and without one for an error of the queue itself. */
  readonly failed: (error: unknown, job?: Job) => void;
}

export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { place, concurrency, tasksAtOnce, lockMs } = options;
  const toWorkerOptions = (lane: Lane): Omit<WorkerOptions, 'connection'> => ({
    concurrency: lane === 'tasks' ? tasksAtOnce : concurrency,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    // Another worker retries a job whose worker crashed; the job's row has its own deadline.
    maxStalledCount: 5,
    // How soon fetching or completing a job is retried when the queue cannot be reached.
    runRetryDelay: 1_000,
  });
  /**
   * The running jobs, by lane and id. The queue delivers a job again when Redis was away for longer than the lock
   * lasts, or has lost it in a failover. The second delivery then waits for the first: running the job twice at
   * the same time would pay its provider twice.
   */
  const inHand = new Map<string, Promise<void>>();
  const run = (queued: QueuedJob): Promise<void> => {
    const key = `${queued.queueName} ${queued.id}`;
    const running = inHand.get(key) ?? runOnce(queued).finally(() => inHand.delete(key));
    inHand.set(key, running);
    return running;
  };
  const runOnce = async (queued: QueuedJob): Promise<void> => {
    const end = jobSeconds.startTimer({ kind: queued.name });
    let outcome = 'failed';
    const { trace: from = {} } = readCause(queued.data);
    const span = { name: `job ${queued.name}`, kind: 'CONSUMER', from } as const;
    try {
      await runInRequest(toContext(queued), () =>
        inSpan(span, () => options.process(parseJob(queued.data))),
      );
      outcome = 'done';
    } finally {
      end({ outcome });
    }
  };
  const redis = isPostgres(place.url)
    ? null
    : openRedis(place.url, { ...reconnecting, maxRetriesPerRequest: null });
  const connection = redis && watchConnection(redis);
  const database = redis
    ? null
    : createQueueDatabase({ ...place, waitingLanes: lanes.length, waits: options.failed });
  const openLane = (lane: Lane) =>
    database
      ? new Worker(
          lane,
          run,
          { ...toWorkerOptions(lane), connection: database.pool },
          database.createBackend,
        )
      : new Worker(lane, run, {
          ...toWorkerOptions(lane),
          connection: redis!,
          prefix: place.prefix,
        });
  const workers = Object.values(mapLanes(openLane));
  for (const worker of workers) {
    // BullMQ reports a failure outside of the job's context.
    worker.on('failed', (queued: QueuedJob | undefined, error: Error) =>
      queued
        ? runInRequest(toContext(queued), () => options.failed(error, queued.data as Job))
        : options.failed(error),
    );
    worker.on('error', (error: Error) => options.failed(error));
  }
  return {
    ready: Promise.all(workers.map((worker) => worker.waitUntilReady())).then(() => {}),
    async close() {
      const closed = Promise.all(workers.map((worker) => worker.close())).then(() => {});
      const abandoned = new AbortController();
      if (connection) {
        const { signal } = abandoned;
        await Promise.race([
          closed,
          whenAbandoned({ connection, inHand: () => inHand.size, signal }),
        ]);
      } else await closed;
      abandoned.abort();
      await database?.close();
      redis?.disconnect();
    },
  };
}

/** Running jobs may finish while the queue is unreachable; their rows record the result. */
const closeWithoutQueueMs = 5_000;

/** BullMQ waits forever for an unreachable Redis. */
async function whenAbandoned({
  connection,
  inHand,
  signal,
}: {
  connection: Connection;
  inHand: () => number;
  signal: AbortSignal;
}): Promise<void> {
  let awayMs = 0;
  while (!signal.aborted) {
    awayMs = connection.isLost() ? awayMs + closeCheckMs : 0;
    if (awayMs > 0 && (inHand() === 0 || awayMs >= closeWithoutQueueMs)) return;
    await sleep(closeCheckMs);
  }
}

const closeCheckMs = 100;

function mapLanes<T>(make: (lane: Lane) => T): Record<Lane, T> {
  return Object.fromEntries(lanes.map((lane) => [lane, make(lane)])) as Record<Lane, T>;
}
