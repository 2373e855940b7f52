/** Waits for the worker, for callers that want the finished result in the response. */
import type { Request, Response } from 'express';
import type { NotificationBus } from '../identity/notification-bus.ts';

/** Whether the caller sent `Prefer: respond-async` (RFC 7240). */
export function prefersAsync(request: Request): boolean {
  return /(?:^|,)\s*respond-async\s*(?:$|[,;])/i.test(request.get('prefer') ?? '');
}

/** A connection waits at most this long; then the caller gets 202 and polls. */
const waitAtMostMs = 150_000;

/** A notification can be lost with its connection; the state is read again after this time. */
const readAgainAfterMs = 5_000;

/**
 * Calls `read` until `isDone`: at the beginning and after every notification about `generationId`. Returns
 * the last state, even if the time is over. Stops when the caller disconnects.
 */
export async function waitUntil<State>(options: {
  live: NotificationBus;
  response: Response;
  generationId: string;
  read: () => Promise<State>;
  isDone: (state: State) => boolean;
}): Promise<State> {
  const { live, response, generationId, read, isDone } = options;
  const deadline = Date.now() + waitAtMostMs;
  let wake = () => {};
  let announced = false;
  const awaken = () => {
    announced = true;
    wake();
  };
  const unsubscribe = live.subscribe((notification) => {
    if (notification === 'missed') awaken();
    else if (notification.event === 'generation' && notification.id === generationId) awaken();
  });
  response.once('close', awaken);
  try {
    for (;;) {
      announced = false;
      const state = await read();
      if (isDone(state) || response.destroyed || Date.now() >= deadline) return state;
      if (!announced) await pause(readAgainAfterMs, (resolve) => (wake = resolve));
    }
  } finally {
    unsubscribe();
    response.off('close', awaken);
  }
}

function pause(ms: number, hand: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    hand(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
