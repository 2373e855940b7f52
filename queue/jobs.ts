/** What can be asked of the workers. A payload carries ids only and is parsed again by its consumer. */
import { z } from 'zod';

export const Job = z.discriminatedUnion('name', [
  z.object({ name: z.literal('preview'), generationId: z.string() }),
  z.object({ name: z.literal('unlock'), holdId: z.string() }),
]);
export type Job = z.infer<typeof Job>;

/** The thing that the job is about names it: asking twice makes one job. */
export function jobId(job: Job): string {
  return job.name === 'preview' ? job.generationId : job.holdId;
}

/** Paid work before free work; 1 goes first. */
export const priorityOf: Record<Job['name'], number> = { unlock: 1, preview: 2 };
