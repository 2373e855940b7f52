export interface Repeated {
  /** The next run begins at once, or when the one under way has ended. */
  now(): void;
  stop(): Promise<void>;
}

/** Runs `task` again and again, never twice at once, until stopped. */
export function every(
  pauseMs: number,
  task: () => Promise<void>,
  failed: (error: unknown) => void,
): Repeated {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};
  let isDue = false;
  const loop = (async () => {
    while (!stopped) {
      isDue = false;
      await task().catch(failed);
      if (stopped) return;
      if (isDue) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, pauseMs);
      });
    }
  })();
  function runNow(): void {
    isDue = true;
    clearTimeout(timer);
    wake();
  }
  return {
    now: runNow,
    async stop() {
      stopped = true;
      runNow();
      await loop;
    },
  };
}
