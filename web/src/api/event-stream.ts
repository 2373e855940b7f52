import { LiveEvent } from '@sachet/shared/contracts/live';
import type { OperationName, QueryOf } from '@sachet/shared/operations/operations';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { reportSuccess, toPath, toRequest, type Sent } from './client';
import { ApiFailure } from './failure';
import { readSubject } from './subjects';

const firstRetryMs = 500;
const lastRetryMs = 15_000;
/**
 * The wait before reconnecting after a newer tab has replaced this connection. If the user returns to this
 * tab earlier, `onVisible` reconnects immediately.
 */
const replacedRetryMs = 60_000;

/** A stream without its first event for this long is held back by a proxy. */
const readyWithinMs = 20_000;

const isLate = new Error('the stream does not begin');

export type OwnEvent = Exclude<LiveEvent, { event: 'changed' | 'replaced' | 'reconnect' }>;

/**
 * Listens to `GET /api/events` until stopped, and reads changed subjects again. It reconnects automatically,
 * and immediately when the tab becomes visible. Each connection begins with `ready`, after which everything is
 * read again. So does each attempt that fails: on a network that blocks streams, nothing else shows a change.
 */
export function listen(onEvent: (event: OwnEvent) => void): () => void {
  const stop = new AbortController();
  let connection = new AbortController();
  let retryMs = firstRetryMs;
  let wake: (() => void) | null = null;

  async function readOnce(): Promise<void> {
    const attempt = new AbortController();
    connection = attempt;
    let isOpen = false;
    const late = setTimeout(() => {
      if (!isOpen) attempt.abort(isLate);
    }, readyWithinMs);
    try {
      await readEventStream(
        'GET /api/events',
        {},
        {
          signal: attempt.signal,
          onEvent({ event, data }) {
            const parsed = LiveEvent.safeParse({ event, ...readData(data) });
            if (!parsed.success) return;
            isOpen = true;
            const live = parsed.data;
            retryMs = live.event === 'replaced' ? replacedRetryMs : firstRetryMs;
            if (live.event === 'replaced' || live.event === 'reconnect') return;
            if (live.event === 'changed') readSubject(live.id);
            else onEvent(live);
          },
        },
      );
    } catch (thrown) {
      const isBlocked = thrown instanceof ApiFailure && thrown.status === 0 && navigator.onLine;
      const isLeft = attempt.signal.aborted && attempt.signal.reason !== isLate;
      if (isBlocked && !isOpen && !isLeft) onEvent({ event: 'ready', id: '' });
    } finally {
      clearTimeout(late);
    }
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      // The loop reconnects after a dropped connection.
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

  // While the tab was hidden, a phone may have cut the connection silently.
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

/** A connection that is silent for this long is broken: it is well above the server's heartbeat. */
const silenceMs = 45_000;

type Request = Sent & {
  signal: AbortSignal;
  onEvent: (event: EventSourceMessage) => void;
};

/**
 * Reads server-sent events until the server ends them. Throws `ApiFailure` with the code of a
 * refusal, or with status 0 for a connection that broke, fell silent or was aborted by `signal`.
 */
export async function readEventStream<Name extends OperationName>(
  name: Name,
  query: QueryOf<Name>,
  { signal, onEvent, headers, ...sent }: Request,
): Promise<void> {
  const connection = new AbortController();
  const abort = () => connection.abort();
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const stillAlive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(abort, silenceMs);
  };
  signal.addEventListener('abort', abort);
  try {
    stillAlive();
    const init = await toRequest(name, {
      ...sent,
      headers: { Accept: 'text/event-stream', ...headers },
    });
    signal.throwIfAborted();
    const beganAtMs = performance.now();
    const answer = await fetch(toPath(name, query), { ...init, signal: connection.signal });
    if (!answer.ok || !answer.body) throw await readRefusal(answer);
    if (init.method === 'POST') reportSuccess(beganAtMs);
    const { feed } = createParser({ onEvent });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      stillAlive();
      feed(value);
    }
  } catch (thrown) {
    throw thrown instanceof ApiFailure
      ? thrown
      : new ApiFailure({ message: String(thrown), status: 0 });
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
  }
}

async function readRefusal(answer: Response): Promise<ApiFailure> {
  const json: unknown = await answer.json().catch(() => null);
  const { toFailure } = await import('./answers');
  return toFailure(answer.status, json);
}

/** Parses the data of an event. Returns an empty object if the data is not JSON. */
export function readData(data: string): object {
  try {
    return Object(JSON.parse(data));
  } catch {
    return {};
  }
}
