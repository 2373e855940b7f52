/** Whether a process can do its work: the answer of `/readyz`, of both servers. */

export interface Readiness {
  readonly ok: boolean;
  readonly database: boolean;
  /** Whether the database has the schema of this code. */
  readonly schema: 'fits' | 'behind' | 'unknown';
  readonly queue: boolean;
  readonly stopping: boolean;
}

const schemas = { ready: 'fits', away: 'unknown', behind: 'behind' } as const;

export function createReadinessProbe({
  database,
  queue,
  stopping,
}: {
  readonly database: () => Promise<keyof typeof schemas>;
  readonly queue: { isReachable(): Promise<boolean> };
  readonly stopping: AbortSignal;
}): () => Promise<Readiness> {
  return async () => {
    const [state, isQueueThere] = await Promise.all([database(), queue.isReachable()]);
    return {
      ok: state === 'ready' && isQueueThere && !stopping.aborted,
      database: state !== 'away',
      schema: schemas[state],
      queue: isQueueThere,
      stopping: stopping.aborted,
    };
  };
}
