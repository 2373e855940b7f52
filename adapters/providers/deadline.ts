/** How long a call may take, and who ends it. */
import type { FailureSignal } from './failure.ts';

export type Deadline = ReturnType<typeof startDeadline>;

/** Combines three signals: the user's cancel, the provider's silence, and the overall deadline. */
export function startDeadline(wish: AbortSignal, silenceMs: number, wholeMs: number) {
  const controller = new AbortController();
  let hasExpired = false;
  let silence: NodeJS.Timeout | undefined;
  const stop = () => controller.abort();
  const expire = () => {
    hasExpired = true;
    controller.abort();
  };
  const pause = () => {
    clearTimeout(silence);
    silence = undefined;
  };
  let allowedMs = silenceMs;
  const restart = () => {
    clearTimeout(silence);
    silence = setTimeout(expire, allowedMs);
  };
  const whole = setTimeout(expire, wholeMs);
  if (wish.aborted) stop();
  else wish.addEventListener('abort', stop, { once: true });
  if (silenceMs < wholeMs) restart();
  return {
    signal: controller.signal,
    restart,
    pause,
    /** Limits the silence from now on. */
    shorten: (toMs: number) => {
      allowedMs = Math.min(allowedMs, toMs);
      if (silence) restart();
    },
    /** Restarts the timeout when data arrives. Does nothing while the clock is stopped. */
    heard: () => {
      if (silence) restart();
    },
    cancelled: () => wish.aborted && !hasExpired,
    signalSeen: (): FailureSignal | null => {
      if (hasExpired) return { kind: 'broken', how: 'timeout' };
      return wish.aborted ? { kind: 'cancelled' } : null;
    },
    /** Also closes a connection that is still open, for example when a reader stops before the end. */
    close: () => {
      pause();
      clearTimeout(whole);
      wish.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
