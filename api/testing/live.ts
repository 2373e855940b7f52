// Listens to `GET /api/events` as EventSource does.
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
  void read(answer.body!, heard).catch(() => {});
  const hears = async (event: string, id?: string): Promise<void> => {
    await vi.waitUntil(
      () => heard.some((each) => each.event === event && (id === undefined || each.id === id)),
      { timeout: 60_000, interval: 10 },
    );
  };
  await hears('ready');
  return { heard, hears, close: () => ending.abort() };
}

async function read(stream: ReadableStream<Uint8Array>, heard: Heard[]): Promise<void> {
  for await (const { event, data } of readMessages(stream)) {
    heard.push({ event: event!, id: JSON.parse(data).id });
  }
}
