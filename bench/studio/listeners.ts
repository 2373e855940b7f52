/** Two who hear of the same commit: a browser at the API's event stream, and a bare LISTEN. */
import { listen } from '@sachet/db/live';
import { readMessages } from '../../api/testing/server-sent-events.ts';
import type { World } from './world.ts';

export interface Ear {
  /** When each thing was heard of, by its id, in milliseconds since the epoch. */
  readonly heard: Map<string, number[]>;
  /** Resolves when every id was heard of this often, at any time. */
  hears(ids: readonly string[], times: number): Promise<void>;
  close(): Promise<void>;
}

const now = () => performance.timeOrigin + performance.now();

function createEar(close: () => Promise<void>): Ear & { hear(id: string): void } {
  const heard = new Map<string, number[]>();
  let wake = () => {};
  return {
    heard,
    close,
    hear(id) {
      heard.set(id, [...(heard.get(id) ?? []), now()]);
      wake();
    },
    async hears(ids, times) {
      const missing = new Set(ids);
      for (;;) {
        for (const id of missing) {
          if ((heard.get(id)?.length ?? 0) < times) break;
          missing.delete(id);
        }
        if (missing.size === 0) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

export async function listenBare({ databaseUrl }: World): Promise<Ear> {
  const connection = listen(databaseUrl, {
    name: 'bench',
    heard: (notice) => {
      if (notice.event === 'generation') ear.hear(notice.id);
    },
    missed: () => {},
  });
  const ear = createEar(() => connection.close());
  await connection.ready;
  return ear;
}

export async function listenAsBrowser({ apiUrl, person }: World): Promise<Ear> {
  const ending = new AbortController();
  const answer = await fetch(`${apiUrl}/api/events`, {
    headers: person.headers,
    signal: ending.signal,
  });
  if (!answer.ok) throw new Error(`GET /api/events: ${answer.status}`);
  const ear = createEar(async () => ending.abort());
  const opened = Promise.withResolvers<void>();
  void read(answer.body!, ({ event, id }) => {
    if (event === 'ready') opened.resolve();
    if (event === 'generation') ear.hear(id);
  }).catch(() => {});
  await opened.promise;
  return ear;
}

async function read(
  stream: ReadableStream<Uint8Array>,
  heard: (message: { event: string; id: string }) => void,
): Promise<void> {
  for await (const { event = '', data } of readMessages(stream)) {
    heard({ event, id: (JSON.parse(data) as { id: string }).id });
  }
}
