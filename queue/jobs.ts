/** What can be asked of the workers. A payload names its row and is parsed again by its consumer. */
import { createHash } from 'node:crypto';
import { Provider } from '@sachet/shared/contracts/vocabulary';
import { z } from 'zod';

/** As its row says (`db/queue-round.ts`); a job that an older version added has none. */
const round = z.number().int().min(1).default(1);

export const Job = z.discriminatedUnion('name', [
  z.object({ name: z.literal('preview'), generationId: z.string(), provider: Provider, round }),
  z.object({ name: z.literal('unlock'), holdId: z.string(), provider: Provider, round }),
  // What the gateway told us, and an order of which it told us nothing.
  z.object({ name: z.literal('webhook'), eventId: z.string() }),
  z.object({ name: z.literal('reconcile-order'), orderId: z.string() }),
  z.object({ name: z.literal('refund'), refundId: z.string() }),
  z.object({ name: z.literal('invite-mail'), organizationId: z.string(), email: z.string() }),
  z.object({ name: z.literal('notice-mail'), noticeId: z.number().int() }),
  z.object({ name: z.literal('sync-models'), syncId: z.string() }),
  z.object({ name: z.literal('verify-ledger'), verificationId: z.number().int() }),
]);
export type Job = z.infer<typeof Job>;

/** The thing that the job is about names it: asking twice makes one job. */
export function jobId(job: Job): string {
  switch (job.name) {
    case 'preview':
      return job.generationId;
    case 'unlock':
      return job.holdId;
    case 'webhook':
      return `webhook_${job.eventId}`;
    case 'reconcile-order':
      return job.orderId;
    case 'refund':
      return job.refundId;
    case 'invite-mail':
      return `invite_${job.organizationId}_${digestOf(job.email)}`;
    case 'notice-mail':
      return `notice_${job.noticeId}`;
    case 'sync-models':
      return job.syncId;
    case 'verify-ledger':
      return `verification_${job.verificationId}`;
    default:
      return job satisfies never;
  }
}

/** Ids are shown to whoever looks at the queues: no address stands in one. */
function digestOf(words: string): string {
  return createHash('sha256').update(words).digest('hex').slice(0, 32);
}

/** BullMQ takes no higher number. */
const lastPriority = 2 ** 21 - 1;

/** Within a lane; 1 goes first, and of equal ones the older. */
export function toPriority(job: Job): number {
  return 'round' in job ? Math.min(job.round, lastPriority) : fixedPriorities[job.name];
}

const fixedPriorities: Record<Exclude<Job['name'], 'preview' | 'unlock'>, number> = {
  'invite-mail': 2,
  'notice-mail': 1,
  'sync-models': 2,
  'verify-ledger': 3,
  webhook: 1,
  'reconcile-order': 2,
  refund: 2,
};

const paidLanes = Provider.options.map((provider) => `${provider}-paid` as const);

/**
 * A lane has workers of its own, so that a provider that is slow or silent keeps nobody waiting
 * but its own, and previews never take the places of what is paid.
 */
export const lanes = [...Provider.options, ...paidLanes, 'mail', 'money', 'upkeep'] as const;
export type Lane = (typeof lanes)[number];

export function laneOf(job: Job): Lane {
  switch (job.name) {
    case 'invite-mail':
    case 'notice-mail':
      return 'mail';
    case 'sync-models':
    case 'verify-ledger':
      return 'upkeep';
    case 'webhook':
    case 'reconcile-order':
    case 'refund':
      return 'money';
    case 'unlock':
      return `${job.provider}-paid`;
    case 'preview':
      return job.provider;
    default:
      return job satisfies never;
  }
}
