/**
 * Puts the chunks of a reply together. A chunk that says where it ends (`at`, in characters) may
 * come a second time, after a reconnection. What has come is shown once a frame: a quick model
 * sends far more chunks than a screen can show.
 */
export function createTextFlow(begun: string, show: (text: string) => void) {
  let text = begun;
  let frame: number | null = null;

  function flush(): void {
    if (frame === null) return;
    cancelAnimationFrame(frame);
    frame = null;
    show(text);
  }

  return {
    add(chunk: string, at: number | null): void {
      const start = at === null ? text.length : Math.max(0, at - chunk.length);
      text = text.slice(0, start) + chunk;
      frame ??= requestAnimationFrame(flush);
    },
    flush,
    length: () => text.length,
  };
}
