import './zod-without-eval';
import { LiveEvent } from '@sachet/shared/contracts/live';
import { authorization } from './client';
import { createSseParser } from './sse';

const firstRetryMs = 500;
const lastRetryMs = 15_000;
/** The server's heartbeat is well under this: a silent connection is a dead one. */
const silenceMs = 45_000;

/**
 * Listens to `GET /api/events` until stopped. It reconnects by itself, at once when the tab comes
 * back into view; each connection begins with `ready`, which means "read everything again".
 */
export function listen(onEvent: (event: LiveEvent) => void): () => void {
  const stop = new AbortController();
  let connection = new AbortController();
  let retryMs = firstRetryMs;
  let wake: (() => void) | null = null;

  const parser = () =>
    createSseParser(({ event, data }) => {
      const parsed = LiveEvent.safeParse({ event, ...readData(data) });
      if (!parsed.success) return;
      retryMs = firstRetryMs;
      onEvent(parsed.data);
    });

  async function readOnce(): Promise<void> {
    connection = new AbortController();
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const stillAlive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => connection.abort(), silenceMs);
    };
    try {
      stillAlive();
      const answer = await fetch('/api/events', {
        headers: { Accept: 'text/event-stream', ...(await authorization()) },
        signal: connection.signal,
      });
      if (!answer.ok || !answer.body) return;
      const { feed } = parser();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        stillAlive();
        feed(value);
      }
    } catch {
      // A dropped connection is what the loop is for.
    } finally {
      clearTimeout(watchdog);
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await readOnce();
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

function readData(data: string): object {
  try {
    return Object(JSON.parse(data));
  } catch {
    return {};
  }
}
