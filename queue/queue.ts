/**
 * BullMQ on Postgres or Redis, as `url` says. Our own tables say what is to be done, so losing the
 * whole queue costs only time.
 */
import {
  Queue,
  Worker,
  type QueueOptions,
  type WorkerOptions,
  type Job as QueuedJob,
} from 'bullmq';
import { Redis } from 'ioredis';
import { lanes, parseJob, toJobId, toLane, toPriority, type Job, type Lane } from './jobs.ts';
import { createQueueBackend, postgresConnection } from './postgres.ts';

export interface QueuePlace {
  /** `postgres://…` or `redis://…` */
  readonly url: string;
  /** Keeps several installations apart: a Redis key prefix, or a Postgres schema. */
  readonly prefix: string;
}

function isPostgres(url: string): boolean {
  return url.startsWith('postgres://') || url.startsWith('postgresql://');
}

export interface JobQueue {
  /** On Postgres, resolves when its tables exist. BullMQ never retries a first connection that failed. */
  readonly ready: Promise<void>;
  /**
   * Adds the job, or does nothing if it is waiting or active. One that has ended is added again.
   * Throws when the queue does not answer in time; the job may then still be added.
   */
  add(job: Job): Promise<void>;
  isReachable(): Promise<boolean>;
  /** A queue for each lane, for the admin pages. */
  readonly queues: readonly Queue[];
  close(): Promise<void>;
}

/** How long a producer waits for its queue, in milliseconds. */
const answerTimeoutMs = 3_000;

/** A client that has never been connected queues all commands and never answers. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not answer')), answerTimeoutMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}

export function createJobQueue(place: QueuePlace): JobQueue {
  const options: Omit<QueueOptions, 'connection'> = {
    defaultJobOptions: {
      attempts: 3,
      backoff: { type: 'exponential', delay: 1_000 },
      removeOnComplete: true,
      removeOnFail: { age: 24 * 60 * 60, count: 1_000 },
    },
  };
  // A producer fails fast: a person waits for it, and the sweep adds lost jobs.
  const redis = isPostgres(place.url)
    ? null
    : new Redis(place.url, { maxRetriesPerRequest: 1, connectTimeout: 2_000 });
  const openLane = (lane: Lane) =>
    redis
      ? new Queue(lane, { ...options, connection: redis, prefix: place.prefix })
      : new Queue(lane, { ...options, connection: postgresConnection(place) }, createQueueBackend);
  const queues = mapLanes(openLane);
  for (const lane of lanes) queues[lane].on('error', () => {});
  redis?.on('error', () => {});

  async function add(job: Job): Promise<void> {
    const queue = queues[toLane(job)];
    const id = toJobId(job);
    const earlier = await queue.getJob(id);
    if (earlier && (await earlier.isFailed())) await earlier.remove();
    await queue.add(job.name, job, { jobId: id, priority: toPriority(job) });
  }

  const connecting = redis ? [] : lanes.map((lane) => queues[lane].waitUntilReady());
  const ready = Promise.all(connecting).then(() => {});
  // A caller that does not await this learns of the error from the next command.
  ready.catch(() => {});
  return {
    ready,
    // The admin pages show both backends the same way.
    queues: Object.values(queues) as Queue[],
    add: (job) => withTimeout(add(job)),
    async isReachable() {
      try {
        await withTimeout(queues.mail.getJobCounts('waiting'));
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      await Promise.all(lanes.map((lane) => queues[lane].close()));
      redis?.disconnect();
    },
  };
}

export interface JobWorker {
  ready: Promise<void>;
  /** Waits for the active jobs, then stops. */
  close(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly place: QueuePlace;
  /** Jobs at once in each lane of this process. */
  readonly concurrency: number;
  /** How long a worker may be silent before its job is given to another, in milliseconds. */
  readonly lockMs: number;
  readonly process: (job: Job) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { place, concurrency, lockMs } = options;
  const workerOptions: Omit<WorkerOptions, 'connection'> = {
    concurrency,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    // Another worker retries a job whose worker died; the job's row has its own deadline.
    maxStalledCount: 5,
    // How soon fetching or completing a job is retried when the queue cannot be reached.
    runRetryDelay: 1_000,
  };
  const run = async (queued: QueuedJob): Promise<void> => options.process(parseJob(queued.data));
  const redis = isPostgres(place.url) ? null : new Redis(place.url, { maxRetriesPerRequest: null });
  const openLane = (lane: Lane) =>
    redis
      ? new Worker(lane, run, { ...workerOptions, connection: redis, prefix: place.prefix })
      : new Worker(
          lane,
          run,
          { ...workerOptions, connection: postgresConnection(place) },
          createQueueBackend,
        );
  const workers = Object.values(mapLanes(openLane));
  for (const worker of workers) {
    worker.on('failed', (_job: unknown, error: Error) => options.failed(error));
    worker.on('error', (error: Error) => options.failed(error));
  }
  redis?.on('error', () => {});

  return {
    ready: Promise.all(workers.map((worker) => worker.waitUntilReady())).then(() => {}),
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      redis?.disconnect();
    },
  };
}

function mapLanes<T>(make: (lane: Lane) => T): Record<Lane, T> {
  return Object.fromEntries(lanes.map((lane) => [lane, make(lane)])) as Record<Lane, T>;
}
