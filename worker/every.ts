/** Runs `task` again and again, never twice at once, until stopped. */
export function every(
  pauseMs: number,
  task: () => Promise<void>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};
  const loop = (async () => {
    while (!stopped) {
      await task().catch(failed);
      if (stopped) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, pauseMs);
      });
    }
  })();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      wake();
      await loop;
    },
  };
}
