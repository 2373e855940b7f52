/** Runs `task` again and again, never concurrently, until stopped. */
export function every(
  pauseMs: number,
  task: () => Promise<void>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let wake = () => {};
  const loop = (async () => {
    while (!stopped) {
      await task().catch(failed);
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      wake();
      await loop;
    },
  };
}
