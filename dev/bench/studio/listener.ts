/** A browser's event stream, and when each generation's event arrived. */
import { readMessages } from '../../../api/testing/server-sent-events.ts';
import type { Person } from '../servers.ts';

export interface Listener {
  /** Resolves when each id has been received this often in total; returns when each was received last. */
  waitFor(ids: readonly string[], times: number): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

export async function listenAsBrowser(apiUrl: string, { headers }: Person): Promise<Listener> {
  const ending = new AbortController();
  const answer = await fetch(`${apiUrl}/api/events`, {
    headers,
    signal: ending.signal,
  });
  if (!answer.ok) throw new Error(`GET /api/events: ${answer.status}`);
  const counts = new Map<string, number>();
  const receivedAt = new Map<string, number>();
  const opened = Promise.withResolvers<void>();
  let wake = () => {};
  void (async () => {
    for await (const { event, data } of readMessages(answer.body!)) {
      if (event === 'ready') opened.resolve();
      if (event !== 'generation') continue;
      const { id } = JSON.parse(data) as { id: string };
      counts.set(id, (counts.get(id) ?? 0) + 1);
      receivedAt.set(id, performance.timeOrigin + performance.now());
      wake();
    }
  })().catch(() => {});
  await opened.promise;
  return {
    async waitFor(ids, times) {
      while (ids.some((id) => (counts.get(id) ?? 0) < times)) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      return receivedAt;
    },
    close: () => ending.abort(),
  };
}
