/** Checks whether a process can do its work: the answer of `/readyz` on both servers. */

/** Parts that may fail later, or that only some of the work needs. */
export const readinessWarnings = [
  'images_nearly_full',
  'images_not_stored',
  'queue_unreachable',
] as const;
export type ReadinessWarning = (typeof readinessWarnings)[number];

export interface Readiness {
  readonly ok: boolean;
  readonly database: boolean;
  /** Whether the database has the schema of this code. */
  readonly schema: 'fits' | 'behind' | 'unknown';
  readonly queue: boolean;
  /** Whether pictures can be stored. */
  readonly images: 'writable' | 'full' | 'read_only' | 'failing';
  readonly stopping: boolean;
  /** Problems that do not make the process unready. */
  readonly warnings: readonly ReadinessWarning[];
}

const schemas = { ready: 'fits', away: 'unknown', behind: 'behind' } as const;

/**
 * `does` determines what must work. Requests are answered without the queue, because a sweep adds their jobs
 * later, and mostly without a place for pictures. Jobs need both.
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
