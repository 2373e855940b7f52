interface Component {
  stop(): Promise<void>;
}

/** The order of the stop: each component ends before those that it uses. */
const stages = ['server', 'sandbox', 'emulator', 'database'] as const;
export type Stage = (typeof stages)[number];

export interface Lifecycle {
  /**
   * Starts a component and records it for the stop. The signal reports that the stop has begun; a component
   * that still becomes ready is stopped immediately.
   */
  start<P extends Component>(stage: Stage, begin: (signal: AbortSignal) => Promise<P>): Promise<P>;
  stopAll(): Promise<void>;
  isStopping(): boolean;
}

/** Thrown by a start if the stop begins before it is complete. */
export class Stopped extends Error {}

export function createLifecycle(): Lifecycle {
  const running = new Map<Stage, Component[]>(stages.map((stage) => [stage, []]));
  const starting = new Map<Stage, Set<Promise<unknown>>>(stages.map((stage) => [stage, new Set()]));
  const abort = new AbortController();
  let stopping: Promise<void> | undefined;

  async function stopInOrder(): Promise<void> {
    abort.abort();
    for (const stage of stages) {
      await Promise.allSettled(starting.get(stage)!);
      await Promise.allSettled(running.get(stage)!.map((component) => component.stop()));
    }
  }

  return {
    async start(stage, begin) {
      if (stopping) throw new Stopped();
      const attempt = begin(abort.signal).then(async (component) => {
        if (!stopping) running.get(stage)!.push(component);
        else await component.stop();
        return component;
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
