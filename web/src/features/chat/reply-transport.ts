import { ChatEvent, type ChatRequest } from '@sachet/shared/chat/contracts/chat';
import type { EventSourceMessage } from 'eventsource-parser';
import type { z } from 'zod';
import { readData, readEventStream } from '../../api/event-stream';
import { ApiFailure, isFailure } from '../../api/failure';

/**
 * `ask` sends a message; sent again with the same key, it resumes the reply. `read` reads a reply that has a
 * turn id.
 */
export type ReplySource =
  | { kind: 'ask'; order: z.input<typeof ChatRequest>; idempotencyKey: string }
  | { kind: 'read'; turnId: string };

export type ReplyEnd = Extract<ChatEvent, { event: 'done' | 'error' }>;
type DataOf<Name> = Extract<ChatEvent, { event: Name }>['data'];

type ReplyOutcome =
  | { kind: 'ended'; end: ReplyEnd }
  /** The request was refused, and another try would have the same result. */
  | { kind: 'refused'; failure: ApiFailure }
  /** The connection could not be restored. The request may be repeated. */
  | { kind: 'lost' }
  | { kind: 'aborted' };

export type ReplyListener = {
  onBegun: (data: DataOf<'conversation'>) => void;
  onBilled: (data: DataOf<'billing'>) => void;
  /** Called with the whole text so far, once per frame. */
  onText: (text: string) => void;
  /** Called when the first words of a connection arrive. */
  onConnected: () => void;
  onDisconnected: () => void;
};

const triesMax = 5;
const firstRetryMs = 400;

/**
 * Reads a reply until its end, over as many connections as necessary. `known` is the part that is already
 * read.
 */
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
      // Once the turn id is known, it is used to read the reply, so that the message cannot be sent twice.
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

/**
 * Opens one connection and skips `after` characters. `at` is the position at which a chunk ends.
 */
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

/** After a reply has begun, only a missing reply or a lost permission counts as a refusal. */
function isRefusal(thrown: unknown, hasBegun: boolean): thrown is ApiFailure {
  if (!(thrown instanceof ApiFailure) || thrown.status === 0) return false;
  if (hasBegun) return isFailure(thrown, 'not_found', 'forbidden', 'account_disabled');
  // An error from a proxy has neither code nor text, and another try may succeed.
  return thrown.code !== null || thrown.serverText !== null;
}

/** Waits until the time is over, the browser is online again or the tab's visibility changes. */
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
 * Joins the chunks of a reply. `at` is a chunk's end position in characters, so a chunk that is repeated
 * after a reconnection is recognized. The text is shown once per frame, because a fast model sends more
 * chunks than a screen can show.
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
