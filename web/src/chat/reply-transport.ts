import { ChatEvent, type ChatRequest } from '@sachet/shared/contracts/chat';
import type { EventSourceMessage } from 'eventsource-parser';
import type { z } from 'zod';
import { readData, readEventStream } from '../api/event-stream';
import { ApiFailure, isFailure } from '../api/failure';

/** `ask` sends a message; the same one again, with its key, reads on. `read` reads a known reply. */
export type ReplySource =
  | { kind: 'ask'; order: z.input<typeof ChatRequest>; idempotencyKey: string }
  | { kind: 'read'; turnId: string };

export type ReplyEnd = Extract<ChatEvent, { event: 'done' | 'error' }>;
type DataOf<Name> = Extract<ChatEvent, { event: Name }>['data'];

type ReplyOutcome =
  | { kind: 'ended'; end: ReplyEnd }
  /** What another try would not change. */
  | { kind: 'refused'; failure: ApiFailure }
  /** The connection did not come back; the same may be asked for again. */
  | { kind: 'lost' }
  | { kind: 'aborted' };

export type ReplyListener = {
  onBegun: (data: DataOf<'conversation'>) => void;
  onBilled: (data: DataOf<'billing'>) => void;
  /** All of the text so far, once a frame. */
  onText: (text: string) => void;
  /** At the first words of a connection. */
  onConnected: () => void;
  onDisconnected: () => void;
};

const triesMax = 5;
const firstRetryMs = 400;

/** Reads a reply until it has ended, over as many connections as that takes. `text` is what is known. */
export async function readReply(
  source: ReplySource,
  known: { turnId: string | null; text: string },
  listener: ReplyListener,
  signal: AbortSignal,
): Promise<ReplyOutcome> {
  const flow = createTextFlow(known.text, listener.onText);
  let { turnId } = known;
  let end: ReplyEnd | null = null;
  let triesLeft = triesMax;
  let isConnected = false;

  function onEvent(event: ChatEvent, at: number | null): void {
    if (signal.aborted) return;
    triesLeft = triesMax;
    switch (event.event) {
      case 'chunk':
        if (!isConnected) listener.onConnected();
        isConnected = true;
        return flow.add(event.data.text, at);
      case 'conversation':
        turnId = event.data.turnId;
        return listener.onBegun(event.data);
      case 'billing':
        return listener.onBilled(event.data);
      case 'done':
      case 'error':
        end = event;
    }
  }

  for (;;) {
    try {
      // Once the turn has a name it is read by that: a message can then not be sent twice.
      await connect(turnId ? { kind: 'read', turnId } : source, flow.length(), signal, onEvent);
    } catch (thrown) {
      if (isRefusal(thrown, turnId !== null)) return { kind: 'refused', failure: thrown };
    }
    flow.flush();
    if (end) return { kind: 'ended', end };
    if (signal.aborted) return { kind: 'aborted' };
    triesLeft -= 1;
    if (triesLeft === 0) return { kind: 'lost' };
    isConnected = false;
    listener.onDisconnected();
    await untilWorthATry(firstRetryMs * 2 ** (triesMax - 1 - triesLeft));
  }
}

/** One connection, from `after` characters on. A chunk ends `at` so many characters. */
function connect(
  source: ReplySource,
  after: number,
  signal: AbortSignal,
  onChatEvent: (event: ChatEvent, at: number | null) => void,
): Promise<void> {
  const onEvent = (sent: EventSourceMessage) => {
    const parsed = ChatEvent.safeParse({ event: sent.event, data: readData(sent.data) });
    const at = Number(sent.id);
    if (parsed.success) onChatEvent(parsed.data, sent.id && at >= 0 ? at : null);
  };
  const headers = { 'Last-Event-ID': String(after) };
  if (source.kind === 'read') {
    return readEventStream('GET /api/chat', { turn: source.turnId }, { headers, signal, onEvent });
  }
  return readEventStream(
    'POST /api/chat',
    {},
    {
      body: source.order,
      idempotencyKey: source.idempotencyKey,
      headers: after > 0 ? headers : undefined,
      signal,
      onEvent,
    },
  );
}

/** A reply that had begun is given up only when it is gone. */
function isRefusal(thrown: unknown, hasBegun: boolean): thrown is ApiFailure {
  if (!(thrown instanceof ApiFailure) || thrown.status === 0) return false;
  if (hasBegun) return isFailure(thrown, 'not_found', 'forbidden', 'account_disabled');
  // A proxy's error says nothing: another try may get through.
  return thrown.code !== null || thrown.serverText !== null;
}

/** Waits, but no longer than until the network or the reader comes back. */
function untilWorthATry(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, waitMs * (0.75 + Math.random() / 2));
    window.addEventListener('online', go);
    document.addEventListener('visibilitychange', go);
    function go(): void {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      document.removeEventListener('visibilitychange', go);
      resolve();
    }
  });
}

/**
 * Puts the chunks of a reply together. A chunk that says where it ends (`at`, in characters) may
 * come a second time, after a reconnection. What has come is shown once a frame: a quick model
 * sends far more chunks than a screen can show.
 * @internal exported for its test
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
