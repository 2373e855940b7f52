/** Lets BullMQ's job schedulers add a job for each run of each task. */
import type { Queue } from 'bullmq';
import type { Job } from './jobs.ts';

export interface Schedule {
  readonly name: string;
  readonly everyMs: number;
}

/**
 * A scheduler whose next run is this late has lost its job: each run adds the next one when it begins, in
 * milliseconds.
 */
const lostAfterMs = 60_000;

export async function keepSchedules(
  queue: Pick<Queue, 'getJobSchedulers' | 'upsertJobScheduler' | 'removeJobScheduler'>,
  schedules: readonly Schedule[],
  { isFirst }: { readonly isFirst: boolean },
): Promise<void> {
  const existing = await queue.getJobSchedulers();
  if (isFirst) {
    const wanted = new Set(schedules.map(({ name }) => name));
    for (const { key } of existing) if (!wanted.has(key)) await queue.removeJobScheduler(key);
  }
  const lostBefore = Date.now() - lostAfterMs;
  for (const { name, everyMs } of schedules) {
    const scheduler = existing.find(({ key }) => key === name);
    const isAlive = scheduler && (scheduler.next ?? 0) > lostBefore;
    // Workers of two versions would otherwise set each other's periods again and again.
    if (isAlive && (!isFirst || scheduler.every === everyMs)) continue;
    const data: Job = { name: 'task', task: name };
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, data });
  }
}
