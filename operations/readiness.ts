/** Whether a process can do its work: the answer of `/readyz`, of both servers. */

export interface Readiness {
  readonly ok: boolean;
  readonly database: boolean;
  /** Whether the database has the schema of this code. */
  readonly schema: 'fits' | 'behind' | 'unknown';
  readonly queue: boolean;
  /** Whether pictures can be stored. */
  readonly images: 'writable' | 'full' | 'read_only' | 'failing';
  readonly stopping: boolean;
}

const schemas = { ready: 'fits', away: 'unknown', behind: 'behind' } as const;

/** An API that cannot store pictures does everything else, a worker can do hardly anything. */
export function createReadinessProbe({
  database,
  queue,
  images,
  needsImages,
  stopping,
}: {
  readonly database: () => Promise<keyof typeof schemas>;
  readonly queue: { isReachable(): Promise<boolean> };
  readonly images: {
    readHealth(): Promise<{ readonly state: Readiness['images'] }>;
  };
  readonly needsImages: boolean;
  readonly stopping: AbortSignal;
}): () => Promise<Readiness> {
  return async () => {
    const [state, isQueueThere, { state: imagesState }] = await Promise.all([
      database(),
      queue.isReachable(),
      images.readHealth(),
    ]);
    const hasImages = imagesState === 'writable' || !needsImages;
    return {
      ok: state === 'ready' && isQueueThere && hasImages && !stopping.aborted,
      database: state !== 'away',
      schema: schemas[state],
      queue: isQueueThere,
      images: imagesState,
      stopping: stopping.aborted,
    };
  };
}
