/**
 * Notifications of changes, sent by the database at commit: ids, and the text of a reply that is read at
 * another process than writes it. There is no replay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { destroyConnection, isDatabaseAway } from './connect.ts';
import type { Database } from './tables.ts';

export const liveChannel = 'sachet_live';

const Notification = z.discriminatedUnion('event', [
  z.object({ event: z.literal('wallet'), ids: z.array(z.string()) }),
  z.object({ event: z.literal('generation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('conversation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('top-up'), uid: z.string(), id: z.string() }),
  // Somebody joined or left an organisation, and pays from this wallet from now on.
  z.object({ event: z.literal('moved'), uid: z.string(), walletId: z.string() }),
  // To the process that works on this preview, this hold's image or this chat turn: it was cancelled.
  z.object({ event: z.literal('cancelled'), id: z.string() }),
  // A reader at another process has this many characters of a chat reply.
  z.object({ event: z.literal('reply-wanted'), id: z.string(), from: z.int().min(0) }),
  // What comes after them, of the process that writes it: as much as fits.
  z.object({ event: z.literal('reply-text'), id: z.string(), from: z.int(), text: z.string() }),
  // An API process has opened or closed an event stream of this person's.
  z.object({
    event: z.literal('stream'),
    kind: z.enum(['live', 'chat']),
    uid: z.string(),
    id: z.string(),
    opened: z.boolean(),
  }),
  // This person was disabled or deleted: their event streams end.
  z.object({ event: z.literal('access-ended'), uid: z.string() }),
]);
export type Notification = z.infer<typeof Notification>;

/** Delivered when `db`'s transaction commits, at once where there is none. */
export async function notify(db: Kysely<Database>, notification: Notification): Promise<void> {
  await selectNotification(notification).execute(db);
}

/** Of one statement. */
const togetherAtMost = 200;

/**
 * For notifications that go with no transaction: one statement at a time, and those that come meanwhile share
 * the next, in order. The function resolves when its notification was delivered, and rejects when its
 * statement failed.
 *
 * PostgreSQL orders commits that notify by one lock, which the ledger's hold while they wait for the disk: the
 * fewer there are, the less they wait for each other.
 */
export function createNotifier(
  db: Kysely<Database>,
): (notification: Notification) => Promise<void> {
  const waiting: { payload: string; done: () => void; failed: (error: unknown) => void }[] = [];
  let isSending = false;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, togetherAtMost);
      const payloads = batch.map(({ payload }) => payload);
      const notifyAll = sql`
        select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) as payload`;
      await notifyAll.execute(db).then(
        () => batch.forEach(({ done }) => done()),
        (error: unknown) => batch.forEach(({ failed }) => failed(error)),
      );
    }
    isSending = false;
  }

  return (notification) =>
    new Promise((done, failed) => {
      waiting.push({ payload: JSON.stringify(notification), done, failed });
      if (!isSending) void sendWaiting();
    });
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
  /** The connection was lost and made again: notifications in between were missed. */
  readonly missed: () => void;
  /** Told once where the database is away before the first connection, with why. */
  readonly waits?: (error: unknown) => void;
  /** How long the database may take to answer before the connection is closed, milliseconds. */
  readonly patienceMs?: number;
}

/** Between two attempts to connect, at most. */
const retryAtMostMs = 1_000;

/**
 * Calls `heard` for every notice, over one connection at a time, for ever: one loop awaits the
 * connection's loss and makes the next. `ready` waits for a database that is away; it rejects where
 * the database refuses us (a wrong password, no such database) before it ever let us in, or when closed.
 */
export function listen(
  connectionString: string,
  { name, heard, missed, waits = () => {}, patienceMs = 5_000 }: Listening,
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

  /** Detects a silently dead connection by queries. */
  async function watch(client: pg.Client, lost: Promise<void>): Promise<void> {
    const isOver = lost.then(() => true);
    while (!(await Promise.race([isOver, sleep(patienceMs, false, { ref: false })]))) {
      await client.query('select 1').catch(() => destroyConnection(client));
    }
  }

  // Random, so that processes do not all reconnect at the same moment.
  const pause = (pauseMs: number) =>
    sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });

  /** Tries until it succeeds or `failed` throws. */
  async function keepTrying(failed: (error: unknown) => void): Promise<{ lost: Promise<void> }> {
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, retryAtMostMs)) {
      try {
        return await open();
      } catch (error) {
        failed(error);
      }
      await pause(pauseMs);
    }
  }

  let isTold = false;
  const first = keepTrying((error) => {
    if (!isDatabaseAway(error)) throw error;
    if (!isTold && !signal.aborted) waits(error);
    isTold = true;
  });
  const keepListening = async () => {
    for (let connection = await first; ; missed()) {
      await connection.lost;
      await pause(100);
      // Refusals too may pass: a password is being changed.
      connection = await keepTrying(() => {});
    }
  };
  // Ends when aborted, or when the database refused us at first, which rejects `ready`.
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
