/**
 * Notifications of changes, sent by the database at commit: ids and subjects, and the text of a reply for
 * readers in other processes. There is no replay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { Subject } from '@sachet/shared/contracts/live';
import { z } from 'zod';
import { destroyConnection, isDatabaseAway } from './connect.ts';
import type { Database } from './tables.ts';

export const liveChannel = 'sachet_live';

const Notification = z.discriminatedUnion('event', [
  z.object({ event: z.literal('wallet'), ids: z.array(z.string()) }),
  z.object({ event: z.literal('generation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('conversation'), uid: z.string(), id: z.string() }),
  z.object({ event: z.literal('top-up'), uid: z.string(), id: z.string() }),
  // Rows about this subject have changed (migrations/0009-announcements.sql), perhaps of this owner only.
  z.object({
    event: z.literal('changed'),
    subject: z.enum([...Subject.options, 'access', 'orders']),
    owner: z.string().optional(),
  }),
  // The preview, the hold's image or the chat turn was cancelled: the process that works on it must stop.
  z.object({ event: z.literal('cancelled'), id: z.string() }),
  // A reader in another process has this many characters of a chat reply and waits for more.
  z.object({ event: z.literal('reply-wanted'), id: z.string(), from: z.int().min(0) }),
  // The characters that follow, from the process that writes the reply: as many as fit.
  z.object({ event: z.literal('reply-text'), id: z.string(), from: z.int(), text: z.string() }),
  // An API process has opened or closed an event stream of this user.
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

/** Delivered when `db`'s transaction commits, or immediately without a transaction. */
export async function notify(db: Kysely<Database>, notification: Notification): Promise<void> {
  await selectNotification(notification).execute(db);
}

/** The most notifications of one statement. */
const togetherAtMost = 200;

/**
 * Sends notifications outside of transactions: one statement at a time, and notifications that arrive during
 * it share the next, in order. The function resolves when its notification was delivered, and rejects when
 * its statement failed.
 *
 * PostgreSQL serializes commits that notify with one lock. The ledger's commits hold it while they wait for
 * the disk, so fewer notifying commits mean less waiting.
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
  return sql`select ${notifying(notification)}`;
}

/** An expression that notifies once for each row that a statement returns. */
export const notifying = (notification: Notification) =>
  sql<null>`pg_notify(${liveChannel}, ${JSON.stringify(notification)})`;

export interface Listening {
  /** The connection's application_name, for operators. */
  readonly name: string;
  readonly heard: (notification: Notification) => void;
  /** Called after the connection was lost and made again: notifications in between were missed. */
  readonly missed: () => void;
  /** Called once with the error if the database is unreachable before the first connection. */
  readonly waits?: (error: unknown) => void;
  /** How long the database may take to answer before the connection is closed, milliseconds. */
  readonly patienceMs?: number;
}

/** The longest pause between two attempts to connect. */
const retryAtMostMs = 1_000;

/**
 * Calls `heard` for every notification, over one connection at a time, until closed: one loop waits for the
 * connection's loss and opens the next. `ready` waits for an unreachable database; it rejects if the database
 * refuses the first connection (a wrong password, no such database), or when closed.
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
      // Retries even after a refusal, which may be temporary while a password is being changed.
      connection = await keepTrying(() => {});
    }
  };
  // Ends when aborted, or when the database refused the first connection, which rejects `ready`.
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
