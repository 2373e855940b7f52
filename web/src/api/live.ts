import { LiveEvent } from '@sachet/shared/contracts/live';
import { readData, readEventStream } from './event-stream';

const firstRetryMs = 500;
const lastRetryMs = 15_000;
/** A newer tab has our place: whoever looks at this one gets it back at once, see `onVisible`. */
const replacedRetryMs = 60_000;

/**
 * Listens to `GET /api/events` until stopped. It reconnects by itself, at once when the tab comes
 * back into view; each connection begins with `ready`, which means "read everything again".
 */
export function listen(onEvent: (event: LiveEvent) => void): () => void {
  const stop = new AbortController();
  let connection = new AbortController();
  let retryMs = firstRetryMs;
  let wake: (() => void) | null = null;

  async function readOnce(): Promise<void> {
    connection = new AbortController();
    await readEventStream('/api/events', {
      signal: connection.signal,
      onEvent({ event, data }) {
        const parsed = LiveEvent.safeParse({ event, ...readData(data) });
        if (!parsed.success) return;
        const { event: name } = parsed.data;
        retryMs = name === 'replaced' ? replacedRetryMs : firstRetryMs;
        if (name !== 'replaced' && name !== 'reconnect') onEvent(parsed.data);
      },
    });
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      // A dropped connection is what the loop is for.
      await readOnce().catch(() => undefined);
      if (stop.signal.aborted) return;
      const waitMs = retryMs * (0.75 + Math.random() / 2);
      retryMs = Math.min(lastRetryMs, retryMs * 2);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, waitMs);
      });
    }
  }

  // A phone may have cut the connection while the tab was hidden, without telling it.
  function onVisible(): void {
    if (document.visibilityState !== 'visible') return;
    retryMs = firstRetryMs;
    connection.abort();
    wake?.();
  }
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onVisible);
  void run();

  return () => {
    stop.abort();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onVisible);
    connection.abort();
    wake?.();
  };
}
