/** Declares each kind of job, once. */
import { Provider, IndianDay } from '@sachet/shared/contracts/vocabulary';
import { z } from 'zod';

const providerLanes = Provider.options.flatMap(
  (provider) =>
    [
      `${provider}-paid`,
      `${provider}-text`,
      `${provider}-picture`,
      `${provider}-other-text`,
      `${provider}-other-picture`,
    ] as const,
);

/**
 * Each lane has its own workers: a slow provider delays only its own jobs, previews never delay paid work,
 * previews of others never those of customers (`shared/admission.ts`), and pictures never texts.
 */
export const lanes = [...providerLanes, 'mail', 'money', 'upkeep', 'tasks'] as const;
export type Lane = (typeof lanes)[number];

interface JobKind<Payload> {
  /** Names the job's row. The consumer parses the payload again. */
  readonly payload: z.ZodType<Payload>;
  /** The id of the job's subject: adding the same subject twice makes one job. */
  readonly toId: (payload: Payload) => string;
  readonly toLane: (payload: Payload) => Lane;
  /** The priority within a lane: 1 goes first, and of equal priorities the older job. */
  readonly toPriority: (payload: Payload) => number;
}

const declare = <Payload>(kind: JobKind<Payload>) => kind;

/** The round in which the row's job runs (`db/studio/queue-round.ts`). */
const round = z.number().int().min(1);
/** BullMQ's largest priority number, which is processed last. */
const lastPriority = 2 ** 21 - 1;
const byRound = (job: { round: number }) => Math.min(job.round, lastPriority);

const jobKinds = {
  /** One run of a task of `worker/tasks.ts`. The queue's schedulers add it (`schedules.ts`). */
  task: declare({
    payload: z.object({ task: z.string() }),
    toId: (job) => `task_${job.task}`,
    toLane: () => 'tasks',
    toPriority: () => 1,
  }),
  preview: declare({
    payload: z.object({
      generationId: z.string(),
      provider: Provider,
      class: z.enum(['customer', 'other']),
      makes: z.enum(['text', 'picture']),
      round,
    }),
    toId: (job) => job.generationId,
    toLane: ({ provider, class: of, makes }) =>
      of === 'other' ? `${provider}-other-${makes}` : `${provider}-${makes}`,
    toPriority: byRound,
  }),
  unlock: declare({
    // The generation is for the log; jobs of older APIs lack it.
    payload: z.object({
      holdId: z.string(),
      generationId: z.string().optional(),
      provider: Provider,
      round,
    }),
    toId: (job) => job.holdId,
    toLane: (job) => `${job.provider}-paid`,
    toPriority: byRound,
  }),
  /** A webhook of the gateway. */
  webhook: declare({
    payload: z.object({ eventId: z.string() }),
    toId: (job) => `webhook_${job.eventId}`,
    toLane: () => 'money',
    toPriority: () => 1,
  }),
  /** The days of `comparison_due`. */
  'compare-days': declare<object>({
    payload: z.object({}),
    toId: () => 'compare_days',
    toLane: () => 'upkeep',
    toPriority: () => 1,
  }),
  /** An order without a final webhook. */
  'reconcile-order': declare({
    payload: z.object({ orderId: z.string() }),
    toId: (job) => job.orderId,
    toLane: () => 'money',
    toPriority: () => 2,
  }),
  refund: declare({
    payload: z.object({ refundId: z.string() }),
    toId: (job) => job.refundId,
    toLane: () => 'money',
    toPriority: () => 2,
  }),
  /** The gateway's settlement report of a day. */
  'import-settlements': declare({
    // A sync that a person requests is a separate job, because a job that is about to end would swallow the
    // request.
    payload: z.object({ day: IndianDay, requestId: z.string().optional() }),
    toId: ({ day, requestId }) => ['settlements', day, requestId].filter(Boolean).join('_'),
    toLane: () => 'upkeep',
    toPriority: () => 2,
  }),
  /** A mail of the outbox. */
  mail: declare({
    payload: z.object({ mailId: z.number().int() }),
    toId: (job) => `mail_${job.mailId}`,
    toLane: () => 'mail',
    toPriority: () => 1,
  }),
  'sync-models': declare({
    payload: z.object({ syncId: z.string() }),
    toId: (job) => job.syncId,
    toLane: () => 'upkeep',
    toPriority: () => 2,
  }),
  'make-export': declare({
    payload: z.object({ exportId: z.string() }),
    toId: (job) => job.exportId,
    toLane: () => 'upkeep',
    toPriority: () => 3,
  }),
  'verify-ledger': declare({
    payload: z.object({ verificationId: z.number().int() }),
    toId: (job) => `verification_${job.verificationId}`,
    toLane: () => 'upkeep',
    toPriority: () => 3,
  }),
};

type JobKinds = typeof jobKinds;
type JobName = keyof JobKinds;
type JobOf<Name extends JobName> = { name: Name } & z.infer<JobKinds[Name]['payload']>;
export type Job = { [Name in JobName]: JobOf<Name> }[JobName];

/** A processor for each kind of job, by its name. */
export type JobProcessors = { readonly [Name in JobName]: (job: JobOf<Name>) => Promise<void> };

/** The job's name chooses its kind, which the compiler cannot follow. */
const getKind = (job: Job) => jobKinds[job.name] as Omit<JobKind<Job>, 'payload'>;

export const toJobId = (job: Job): string => getKind(job).toId(job);
export const toLane = (job: Job): Lane => getKind(job).toLane(job);
export const toPriority = (job: Job): number => getKind(job).toPriority(job);

const Named = z.object({ name: z.enum(Object.keys(jobKinds) as [JobName, ...JobName[]]) });

/** A job as the queue returns it. */
export function parseJob(data: unknown): Job {
  const { name } = Named.parse(data);
  return { name, ...jobKinds[name].payload.parse(data) } as Job;
}

/** Gives each job to the processor of its kind. */
export function processWith(processors: JobProcessors): (job: Job) => Promise<void> {
  return (job) => (processors[job.name] as (job: Job) => Promise<void>)(job);
}
