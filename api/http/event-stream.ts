/** Server-sent events on one response. */
import { once } from 'node:events';
import type { Response } from 'express';

/** Proxies close a connection that is silent for a minute. */
const heartbeatMs = 15_000;

/** How long a slow client has to receive the end of its stream. */
const lastWordsMs = 2_000;

export interface EventStream {
  /**
   * Resolves when the client can accept more: immediately, or when its connection has drained. Never rejects;
   * does nothing after the client has left or `end` was called.
   */
  send(event: string, data: unknown, id?: string): Promise<void>;
  readonly isClosed: boolean;
  /** Aborted when the client has left or `end` was called. */
  readonly closed: AbortSignal;
  end(): void;
}

/** Writes the head immediately, so that the client knows that the request was accepted. */
export function openEventStream(response: Response): EventStream {
  const closing = new AbortController();
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, heartbeatMs);
  const leave = () => {
    clearInterval(heartbeat);
    closing.abort();
  };
  // A client that left while the answer was being prepared no longer causes a `close` event.
  if (response.destroyed) leave();
  else response.once('close', leave);
  return {
    async send(event, data, id) {
      if (closing.signal.aborted) return;
      const named = id === undefined ? '' : `id: ${id}\n`;
      const fits = response.write(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (fits) return;
      await once(response, 'drain', { signal: closing.signal }).catch(() => {});
    },
    get isClosed() {
      return closing.signal.aborted;
    },
    closed: closing.signal,
    end() {
      leave();
      response.end();
      // A connection whose reader has stopped would stay open with its buffer.
      setTimeout(() => {
        if (!response.writableFinished) response.destroy();
      }, lastWordsMs).unref();
    },
  };
}
