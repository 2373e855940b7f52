/** What can be asked of the workers. A payload names its row and is parsed again by its consumer. */
import { z } from 'zod';

export const Job = z.discriminatedUnion('name', [
  z.object({ name: z.literal('preview'), generationId: z.string() }),
  z.object({ name: z.literal('unlock'), holdId: z.string() }),
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

/** Paid work first, then what a person waits for, then mail; 1 goes first. */
export const priorityOf: Record<Job['name'], number> = { unlock: 1, preview: 2, 'invite-mail': 3 };
