import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { toRequest, type Call } from './client';
import { ApiFailure } from './failure';
import { reportSuccess } from './successes';

/** The server's heartbeat is well under this: a silent connection is a dead one. */
const silenceMs = 45_000;

type Request = Call & {
  signal: AbortSignal;
  onEvent: (event: EventSourceMessage) => void;
};

/**
 * Reads server-sent events until the server ends them. Throws `ApiFailure`: what was refused with
 * its code, and status 0 for a connection that broke, fell silent or was aborted by `signal`.
 */
export async function readEventStream(
  path: string,
  { signal, onEvent, headers, ...call }: Request,
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
    const init = await toRequest({ ...call, headers: { Accept: 'text/event-stream', ...headers } });
    signal.throwIfAborted();
    const beganAtMs = performance.now();
    const answer = await fetch(path, { ...init, signal: connection.signal });
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

/** What an event carries, or an empty object where that is no JSON. */
export function readData(data: string): object {
  try {
    return Object(JSON.parse(data));
  } catch {
    return {};
  }
}
