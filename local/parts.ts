interface Part {
  stop(): Promise<void>;
}

/** The order of the stop: what uses others ends before what it uses. */
const stages = ['server', 'sandbox', 'emulator', 'database'] as const;
export type Stage = (typeof stages)[number];

export interface Parts {
  /**
   * Starts a part and keeps it for the stop. The signal says that the stop has begun; one that gets
   * ready all the same ends at once.
   */
  start<P extends Part>(stage: Stage, begin: (signal: AbortSignal) => Promise<P>): Promise<P>;
  stopAll(): Promise<void>;
  isStopping(): boolean;
}

/** Thrown out of a start that was overtaken by a stop. */
export class Stopped extends Error {}

export function createParts(): Parts {
  const running = new Map<Stage, Part[]>(stages.map((stage) => [stage, []]));
  const starting = new Map<Stage, Set<Promise<unknown>>>(stages.map((stage) => [stage, new Set()]));
  const abort = new AbortController();
  let stopping: Promise<void> | undefined;

  async function stopInOrder(): Promise<void> {
    abort.abort();
    for (const stage of stages) {
      await Promise.allSettled(starting.get(stage)!);
      await Promise.allSettled(running.get(stage)!.map((part) => part.stop()));
    }
  }

  return {
    async start(stage, begin) {
      if (stopping) throw new Stopped();
      const attempt = begin(abort.signal).then(async (part) => {
        if (!stopping) running.get(stage)!.push(part);
        else await part.stop();
        return part;
      });
      starting.get(stage)!.add(attempt);
      const settled = () => starting.get(stage)!.delete(attempt);
      attempt.then(settled, settled);
      const [outcome] = await Promise.allSettled([attempt]);
      if (abort.signal.aborted) throw new Stopped();
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
    stopAll: () => (stopping ??= stopInOrder()),
    isStopping: () => stopping !== undefined,
  };
}
