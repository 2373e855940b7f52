export interface Repeated {
  /** Starts the next run immediately, or when the current run has ended. */
  now(): void;
  stop(): Promise<void>;
}

/** Runs `task` again and again, never concurrently, until stopped. */
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
