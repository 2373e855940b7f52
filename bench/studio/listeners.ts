/** Two listeners to commits: a browser at the API's event stream, and a plain LISTEN. */
import { listen } from '@sachet/db/live';
import { readMessages } from '../../api/testing/server-sent-events.ts';
import type { Stack } from './stack.ts';

export interface CommitListener {
  /** When each notification arrived, by its id, in milliseconds since the epoch. */
  readonly receivedAt: Map<string, number[]>;
  /** Resolves when each id has been received this often in total. */
  waitFor(ids: readonly string[], times: number): Promise<void>;
  close(): Promise<void>;
}

export interface Listeners {
  readonly browser: CommitListener;
  readonly database: CommitListener;
}

const now = () => performance.timeOrigin + performance.now();

function createListener(close: () => Promise<void>): CommitListener & { record(id: string): void } {
  const receivedAt = new Map<string, number[]>();
  let wake = () => {};
  return {
    receivedAt,
    close,
    record(id) {
      receivedAt.set(id, [...(receivedAt.get(id) ?? []), now()]);
      wake();
    },
    async waitFor(ids, times) {
      const missing = new Set(ids);
      for (;;) {
        for (const id of missing) {
          if ((receivedAt.get(id)?.length ?? 0) < times) break;
          missing.delete(id);
        }
        if (missing.size === 0) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

export async function listenToDatabase({ databaseUrl }: Stack): Promise<CommitListener> {
  const connection = listen(databaseUrl, {
    name: 'bench',
    heard: (notice) => {
      if (notice.event === 'generation') listener.record(notice.id);
    },
    missed: () => {},
  });
  const listener = createListener(() => connection.close());
  await connection.ready;
  return listener;
}

export async function listenAsBrowser({ apiUrl, person }: Stack): Promise<CommitListener> {
  const ending = new AbortController();
  const answer = await fetch(`${apiUrl}/api/events`, {
    headers: person.headers,
    signal: ending.signal,
  });
  if (!answer.ok) throw new Error(`GET /api/events: ${answer.status}`);
  const listener = createListener(async () => ending.abort());
  const opened = Promise.withResolvers<void>();
  void read(answer.body!, ({ event, id }) => {
    if (event === 'ready') opened.resolve();
    if (event === 'generation') listener.record(id);
  }).catch(() => {});
  await opened.promise;
  return listener;
}

async function read(
  stream: ReadableStream<Uint8Array>,
  heard: (message: { event: string; id: string }) => void,
): Promise<void> {
  for await (const { event = '', data } of readMessages(stream)) {
    heard({ event, id: (JSON.parse(data) as { id: string }).id });
  }
}
