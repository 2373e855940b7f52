/** Creates the function that logs a worker's failures. */
import type { Logger } from 'pino';
import { isQueueAway } from '@sachet/adapters/queue/away';

/**
 * While queue or database are unreachable, everything that needs them fails repeatedly: one line a minute is
 * logged.
 */
const awayEveryMs = 60_000;

export function createReport(log: Logger): (what: string) => (error: unknown) => void {
  let saidAt = -Infinity;
  let unsaid = 0;
  function reportAway(error: unknown): void {
    const now = performance.now();
    if (now - saidAt < awayEveryMs) {
      unsaid += 1;
      return;
    }
    log.warn({ err: error, unsaid }, 'queue or database unreachable');
    [saidAt, unsaid] = [now, 0];
  }
  return (what) => (error) => {
    if (isQueueAway(error)) reportAway(error);
    else log.error({ err: error }, what);
  };
}
