/**
 * The replies that this process is writing. A reply holds its text so far, and each reader has its own
 * position in it, so that a slow reader costs no memory.
 */
import { renewLeases, renewLeasesEveryMs } from '@sachet/db/chat/turns';
import { isDatabaseAway } from '@sachet/db/connect';
import type { Notification } from '@sachet/db/live';
import type { Dependencies } from '../dependencies.ts';

export interface Reply {
  readonly turnId: string;
  /** Asks the provider to stop. */
  readonly signal: AbortSignal;
  text: string;
  /** True once the turn's end is in the database, or could not be written. */
  ended: boolean;
  /** Wakes the readers. */
  changed(): void;
  /** Resolves at the next change, or when the reader leaves. */
  next(left: AbortSignal): Promise<void>;
}

export interface Replies {
  begin(turnId: string): Reply;
  find(turnId: string): Reply | undefined;
  /** True when this process was writing it. */
  stop(turnId: string): boolean;
  /** Resolves when no reply is being written. */
  whenIdle(): Promise<void>;
  /** Aborted when `close` is called. */
  readonly closing: AbortSignal;
  /** Stops all replies and resolves when each has ended. */
  close(): Promise<void>;
}

/** Characters in one notification, which has at most 8,000 bytes; a character may take six. */
export const notificationMaxCharacters = 1_200;

export const shutdown = new Error('this process is stopping');

export function createReplies({
  db,
  live,
  log,
}: Pick<Dependencies, 'db' | 'live' | 'log'>): Replies {
  /** `wanted`: the positions from which readers in other processes wait to continue. */
  const replies = new Map<
    string,
    { reply: Reply; controller: AbortController; wanted: Set<number> }
  >();
  const closing = new AbortController();
  const emptied: (() => void)[] = [];

  const unsubscribe = live.subscribe((notification: Notification | 'missed') => {
    if (notification === 'missed') return;
    if (notification.event === 'cancelled') stop(notification.id);
    if (notification.event === 'reply-wanted') {
      replies.get(notification.id)?.wanted.add(notification.from);
      tell(notification.id);
    }
  });
  const renewal = setInterval(() => {
    if (replies.size === 0) return;
    renewLeases(db, [...replies.keys()]).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to renew the leases of chat replies');
    });
  }, renewLeasesEveryMs);

  function stop(turnId: string): boolean {
    const found = replies.get(turnId);
    found?.controller.abort();
    return found !== undefined;
  }

  /** Sends new text to the readers in other processes. If a notification is lost, the readers ask again. */
  function tell(id: string): void {
    const found = replies.get(id);
    if (!found) return;
    const { reply, wanted } = found;
    for (const from of wanted) {
      if (from >= reply.text.length) continue;
      wanted.delete(from);
      const text = reply.text.slice(from, from + notificationMaxCharacters);
      live.tell({ event: 'reply-text', id, from, text }).catch((error: unknown) => {
        if (isDatabaseAway(error)) return;
        log.warn({ err: error, turnId: id }, 'failed to notify another process of a chat reply');
      });
    }
  }

  const whenIdle = (): Promise<void> =>
    replies.size === 0 ? Promise.resolve() : new Promise((resolve) => emptied.push(resolve));

  return {
    begin(turnId) {
      const controller = new AbortController();
      const waiting = new Set<() => void>();
      const reply: Reply = {
        turnId,
        signal: controller.signal,
        text: '',
        ended: false,
        changed() {
          tell(turnId);
          if (reply.ended) {
            replies.delete(turnId);
            if (replies.size === 0) for (const tell of emptied.splice(0)) tell();
          }
          for (const wake of waiting) wake();
        },
        next: (left) =>
          new Promise((resolve) => {
            const wake = () => {
              waiting.delete(wake);
              left.removeEventListener('abort', wake);
              resolve();
            };
            if (left.aborted) return resolve();
            waiting.add(wake);
            left.addEventListener('abort', wake, { once: true });
          }),
      };
      replies.set(turnId, { reply, controller, wanted: new Set() });
      return reply;
    },
    find: (turnId) => replies.get(turnId)?.reply,
    stop,
    whenIdle,
    closing: closing.signal,
    async close() {
      closing.abort();
      unsubscribe();
      clearInterval(renewal);
      const idle = whenIdle();
      if (replies.size > 0) {
        log.warn({ turnIds: [...replies.keys()] }, 'ended chat replies that took too long to stop');
      }
      for (const { controller } of replies.values()) controller.abort(shutdown);
      await idle;
    },
  };
}
