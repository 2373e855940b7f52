/** Waits for the worker, or for another request, for callers that want the finished result in the response. */
import type { Request, Response } from 'express';
import type { Notification } from '@sachet/db/live';
import type { NotificationBus } from '../events/notification-bus.ts';

/** Whether the caller sent `Prefer: respond-async` (RFC 7240). */
export function prefersAsync(request: Request): boolean {
  return /(?:^|,)\s*respond-async\s*(?:$|[,;])/i.test(request.get('prefer') ?? '');
}

/** A connection waits at most this long; then the caller gets 202 and listens to `GET /api/events`. */
const waitAtMostMs = 150_000;

/** Whether a notification is about this preview or purchase. */
export const isAboutGeneration =
  (id: string) =>
  (notification: Notification): boolean =>
    notification.event === 'generation' && notification.id === id;

/**
 * Calls `read` until `isDone`: at the beginning, after every notification that `isAbout` accepts, after
 * notifications were missed, and when the time is over. Returns the last state. Stops when the caller
 * disconnects. `begin` replaces the first read: what it starts is heard, however soon it ends.
 */
export async function waitUntil<State>(options: {
  live: NotificationBus;
  response: Response;
  isAbout: (notification: Notification) => boolean;
  begin?: () => Promise<State>;
  read: () => Promise<State>;
  isDone: (state: State) => boolean;
  atMostMs?: number;
}): Promise<State> {
  const { live, response, isAbout, read, isDone, atMostMs = waitAtMostMs } = options;
  let readNext = options.begin ?? read;
  let wake = () => {};
  let isAwake = false;
  let isOver = false;
  const awaken = () => {
    isAwake = true;
    wake();
  };
  const unsubscribe = live.subscribe((notification) => {
    if (notification === 'missed' || isAbout(notification)) awaken();
  });
  response.once('close', awaken);
  const deadline = setTimeout(() => {
    isOver = true;
    awaken();
  }, atMostMs);
  try {
    for (;;) {
      const isLast = isOver;
      isAwake = false;
      const state = await readNext();
      readNext = read;
      if (isDone(state) || response.destroyed || isLast) return state;
      if (!isAwake) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(deadline);
    unsubscribe();
    response.off('close', awaken);
  }
}
