/** Checks whether a process can do its work: the answer of `/readyz` on both servers. */

import type { Readiness, ReadinessWarning } from '@sachet/shared/contracts/readiness';

const schemas = { ready: 'fits', away: 'unknown', behind: 'behind' } as const;

/**
 * `does` determines what must work. A server of requests needs neither the queue, because a sweep adds its
 * jobs later, nor room for pictures, which few requests need. A server of jobs needs both.
 */
export function createReadinessProbe({
  database,
  queue,
  images,
  does,
  stopping,
}: {
  readonly database: () => Promise<keyof typeof schemas>;
  readonly queue: { isReachable(): Promise<boolean> };
  readonly images: {
    readHealth(): Promise<{
      readonly state: Readiness['images'];
      readonly isNearlyFull: boolean;
    }>;
  };
  readonly does: 'requests' | 'jobs';
  readonly stopping: AbortSignal;
}): () => Promise<Readiness> {
  return async () => {
    const [state, isQueueThere, store] = await Promise.all([
      database(),
      queue.isReachable(),
      images.readHealth(),
    ]);
    const isWritable = store.state === 'writable';
    const canDoJobs = isQueueThere && isWritable;
    const isAbleTo = does === 'requests' || canDoJobs;
    const warnings: ReadinessWarning[] = [];
    if (isWritable && store.isNearlyFull) warnings.push('images_nearly_full');
    if (!isWritable && does === 'requests') warnings.push('images_not_stored');
    if (!isQueueThere && does === 'requests') warnings.push('queue_unreachable');
    return {
      ok: state === 'ready' && isAbleTo && !stopping.aborted,
      database: state !== 'away',
      schema: schemas[state],
      queue: isQueueThere,
      images: store.state,
      stopping: stopping.aborted,
      warnings,
    };
  };
}
