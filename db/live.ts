/** What has changed, as the database tells it at commit. Ids only; there is no replay. */
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from './tables.ts';
import { liveChannel } from './ledger/write.ts';

const Notice = z.discriminatedUnion('event', [
  z.object({ event: z.literal('wallet'), ids: z.array(z.string()) }),
  z.object({ event: z.literal('generation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('conversation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('top-up'), uid: z.string(), id: z.string() }),
  // To the process that has this preview, the image of this hold or this chat turn in hand: nobody
  // waits for it.
  z.object({ event: z.literal('cancelled'), id: z.string() }),
]);
export type Notice = z.infer<typeof Notice>;

/** Delivered when `db`'s transaction commits, at once where there is none. */
export async function notify(db: Kysely<Database>, notice: Notice): Promise<void> {
  await noticeOf(notice).execute(db);
}

export function compileNotice(db: Kysely<Database>, notice: Notice) {
  return noticeOf(notice).compile(db);
}

export function noticeOf(notice: Notice) {
  return sql`select pg_notify(${liveChannel}, ${JSON.stringify(notice)})`;
}

/**
 * Calls `heard` for every notice, and `missed` after a connection was lost and found again: what
 * was said in between is gone, so everybody has to read their state anew.
 */
export function listen(
  connectionString: string,
  { heard, missed }: { heard: (notice: Notice) => void; missed: () => void },
): { ready: Promise<void>; close(): Promise<void> } {
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString, keepAlive: true });
    fresh.on('notification', ({ payload }) => {
      const notice = Notice.safeParse(JSON.parse(payload ?? 'null'));
      if (notice.success) heard(notice.data);
    });
    fresh.on('error', () => {});
    fresh.on('end', () => {
      if (!closed) retry(250);
    });
    await fresh.connect();
    await fresh.query(`listen ${liveChannel}`);
    client = fresh;
  }

  function retry(pauseMs: number): void {
    timer = setTimeout(() => {
      connect().then(missed, () => {
        if (!closed) retry(Math.min(pauseMs * 2, 5_000));
      });
    }, pauseMs);
  }

  return {
    ready: connect(),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
