/** What can be asked of the workers. A payload names its row and is parsed again by its consumer. */
import { Provider } from '@sachet/shared/contracts/vocabulary';
import { z } from 'zod';

export const Job = z.discriminatedUnion('name', [
  z.object({ name: z.literal('preview'), generationId: z.string(), provider: Provider }),
  z.object({ name: z.literal('unlock'), holdId: z.string(), provider: Provider }),
  z.object({ name: z.literal('invite-mail'), organizationId: z.string(), email: z.string() }),
]);
export type Job = z.infer<typeof Job>;

/** The thing that the job is about names it: asking twice makes one job. */
export function jobId(job: Job): string {
  switch (job.name) {
    case 'preview':
      return job.generationId;
    case 'unlock':
      return job.holdId;
    case 'invite-mail':
      return `invite_${job.organizationId}_${job.email}`;
    default:
      return job satisfies never;
  }
}

/** Within a lane, paid work first; 1 goes first. */
export const priorityOf: Record<Job['name'], number> = { unlock: 1, preview: 2, 'invite-mail': 2 };

/**
 * A lane has workers of its own, so that a provider that is slow or silent keeps nobody waiting
 * but its own.
 */
export const lanes = [...Provider.options, 'mail'] as const;
export type Lane = (typeof lanes)[number];

export function laneOf(job: Job): Lane {
  return job.name === 'invite-mail' ? 'mail' : job.provider;
}
