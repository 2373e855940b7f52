import type { Job } from '@sachet/adapters/queue/jobs';
import type { JobQueue } from '@sachet/adapters/queue/queue';

export interface EnqueueDependencies {
  readonly queue: Pick<JobQueue, 'add'>;
  readonly log: { error(details: object, message: string): void };
}

/** Adds a job whose row is already stored: when the queue does not answer, the job is added later. */
export async function enqueue({ queue, log }: EnqueueDependencies, job: Job): Promise<void> {
  await queue.add(job).catch((error: unknown) => {
    log.error({ err: error, job: job.name }, 'enqueue failed; it will be tried again');
  });
}
