/** What has changed, as the database tells it at commit. Ids only; there is no replay. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { destroyConnection } from './connect.ts';
import type { Database } from './tables.ts';

export const liveChannel = 'sachet_live';

const Notification = z.discriminatedUnion('event', [
  z.object({ event: z.literal('wallet'), ids: z.array(z.string()) }),
  z.object({ event: z.literal('generation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('conversation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('top-up'), uid: z.string(), id: z.string() }),
  // Somebody joined or left an organisation, and pays from this wallet from now on.
  z.object({ event: z.literal('moved'), uid: z.string(), walletId: z.string() }),
  // To the process that has this preview, the image of this hold or this chat turn in hand: nobody
  // waits for it.
  z.object({ event: z.literal('cancelled'), id: z.string() }),
  // An API process has opened or closed an event stream of this person's.
  z.object({
    event: z.literal('stream'),
    kind: z.enum(['live', 'chat']),
    uid: z.string(),
    id: z.string(),
    opened: z.boolean(),
  }),
  // This person was disabled or deleted: what they still listen to ends.
  z.object({ event: z.literal('access-ended'), uid: z.string() }),
]);
export type Notification = z.infer<typeof Notification>;

/** Delivered when `db`'s transaction commits, at once where there is none. */
export async function notify(db: Kysely<Database>, notification: Notification): Promise<void> {
  await selectNotification(notification).execute(db);
}

/** In their order, with one statement and one commit. */
export async function notifyAll(
  db: Kysely<Database>,
  notifications: readonly Notification[],
): Promise<void> {
  const payloads = notifications.map((notification) => JSON.stringify(notification));
  await sql`
    select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
    db,
  );
}

export function compileNotification(db: Kysely<Database>, notification: Notification) {
  return selectNotification(notification).compile(db);
}

export function selectNotification(notification: Notification) {
  return sql`select pg_notify(${liveChannel}, ${JSON.stringify(notification)})`;
}

export interface Listening {
  /** Its connection's application_name, for operators. */
  readonly name: string;
  readonly heard: (notification: Notification) => void;
  /** A connection was lost and found again: what was said in between is gone. */
  readonly missed: () => void;
  /** How long the database may leave anything unanswered before its connection is given up, milliseconds. */
  readonly patienceMs?: number;
}

/** Between two attempts to connect, at most. */
const retryAtMostMs = 1_000;

/**
 * Calls `heard` for every notice, over one connection at a time, for ever: one loop awaits the
 * connection's loss and makes the next. `ready` rejects where the first one cannot be made.
 */
export function listen(
  connectionString: string,
  { name, heard, missed, patienceMs = 5_000 }: Listening,
): { ready: Promise<void>; close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;

  async function open(): Promise<{ lost: Promise<void> }> {
    const client = new pg.Client({
      connectionString,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => {
      const notification = parseNotification(payload);
      if (notification) heard(notification);
    });
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    const leave = () => destroyConnection(client);
    signal.addEventListener('abort', leave);
    void lost.then(() => signal.removeEventListener('abort', leave));
    try {
      signal.throwIfAborted();
      await client.connect();
      await client.query(`listen ${liveChannel}`);
    } catch (error) {
      destroyConnection(client);
      throw error;
    }
    void watch(client, lost);
    return { lost };
  }

  /** A connection that died without a word is found out by asking. */
  async function watch(client: pg.Client, lost: Promise<void>): Promise<void> {
    const isOver = lost.then(() => true);
    while (!(await Promise.race([isOver, sleep(patienceMs, false, { ref: false })]))) {
      await client.query('select 1').catch(() => destroyConnection(client));
    }
  }

  async function reopen(): Promise<{ lost: Promise<void> }> {
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, retryAtMostMs)) {
      // Processes that lost the same database do not come back all at one moment.
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
      const connection = await open().catch(() => null);
      if (connection) return connection;
    }
  }

  const first = open();
  const keepListening = async () => {
    for (let connection = await first; ; missed()) {
      await connection.lost;
      connection = await reopen();
    }
  };
  // Ends by the signal, or because there was no first connection, which `ready` tells.
  const ended = keepListening().catch(() => {});
  return {
    ready: first.then(() => {}),
    async close() {
      closing.abort();
      await ended;
    },
  };
}

function parseNotification(payload: string | undefined): Notification | undefined {
  try {
    return Notification.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}
