// Listens to `GET /api/events` as EventSource does.
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { readMessages } from './server-sent-events.ts';

export interface Heard {
  readonly event: string;
  readonly id: string;
}

export interface Listener {
  readonly heard: Heard[];
  /** Waits until this event has arrived, at any time since the stream was opened. */
  hears(event: string, id?: string): Promise<void>;
  /** Resolves when the stream has ended, also if it was cut off. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Resolves when the stream reports that it is open. */
export async function listenToEvents(
  apiUrl: string,
  headers: Record<string, string>,
): Promise<Listener> {
  const ending = new AbortController();
  const answer = await fetch(`${apiUrl}/api/events`, { headers, signal: ending.signal });
  if (answer.status !== 200) throw new Error(`GET /api/events: ${answer.status}`);
  const heard: Heard[] = [];
  const ended = read(answer.body!, heard).catch(() => {});
  const hears = async (event: string, id?: string): Promise<void> => {
    await vi.waitUntil(
      () => heard.some((each) => each.event === event && (id === undefined || each.id === id)),
      { timeout: 60_000, interval: 10 },
    );
  };
  const isCut = ended.then(() => Promise.reject(new Error('GET /api/events: ended')));
  await Promise.race([hears('ready'), isCut]);
  return { heard, hears, ended, close: () => ending.abort() };
}

export interface LastingListener {
  isOpen(): boolean;
  /** Waits until the open stream has received this event. */
  hears(event: string, id: string): Promise<void>;
  /** How often the stream was opened. */
  opened(): number;
  longestGapMs(): number;
  close(): void;
}

/** Opens the stream again whenever it ends, as the client does. */
export function keepListening(apiUrl: string, headers: Record<string, string>): LastingListener {
  let stream: Listener | null = null;
  let isClosed = false;
  let opened = 0;
  let longestGapMs = 0;
  let endedMs = performance.now();
  void (async () => {
    while (!isClosed) {
      stream = await listenToEvents(apiUrl, headers).catch(() => null);
      if (stream) {
        opened += 1;
        longestGapMs = Math.max(longestGapMs, performance.now() - endedMs);
        if (isClosed) stream.close();
        await stream.ended;
        stream = null;
        endedMs = performance.now();
      }
      await sleep(500);
    }
  })();
  return {
    isOpen: () => stream !== null,
    hears: async (event, id) => stream!.hears(event, id),
    opened: () => opened,
    longestGapMs: () => Math.round(longestGapMs),
    close() {
      isClosed = true;
      stream?.close();
    },
  };
}

async function read(stream: ReadableStream<Uint8Array>, heard: Heard[]): Promise<void> {
  for await (const { event, data } of readMessages(stream)) {
    heard.push({ event: event!, id: JSON.parse(data).id });
  }
}
