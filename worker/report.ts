/** How a worker says what went wrong. */
import type { Logger } from 'pino';
import { isQueueAway } from '@sachet/queue/queue';

/** While the queue is away, everything that needs it fails, again and again: that is a line a minute. */
const queueAwayEveryMs = 60_000;

export function createReport(log: Logger): (what: string) => (error: unknown) => void {
  let saidAt = -Infinity;
  let unsaid = 0;
  function reportQueueAway(error: unknown): void {
    const now = performance.now();
    if (now - saidAt < queueAwayEveryMs) {
      unsaid += 1;
      return;
    }
    log.warn({ err: error, unsaid }, 'the queue cannot be reached');
    [saidAt, unsaid] = [now, 0];
  }
  return (what) => (error) => {
    if (isQueueAway(error)) reportQueueAway(error);
    else log.error({ err: error }, what);
  };
}
