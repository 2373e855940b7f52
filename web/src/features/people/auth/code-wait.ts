import { useEffect, useState } from 'react';
import { storage } from '../../../browser/storage';

const sentAtKey = 'sachet.code-sent-at';

/** The wait before another code can be sent to any number (docs/product.md, Numbers). */
const waitMs = 30_000;

/** The time of the last code, for browsers that block storage. */
let lastSentAtMs = 0;

/** Starts the wait in all tabs of this browser. Neither another number nor a reload shortens it. */
export function startWait(nowMs: number): void {
  lastSentAtMs = nowMs;
  storage.write(sentAtKey, String(nowMs));
}

/** Ends the wait after a correct code. */
export function endWait(): void {
  lastSentAtMs = 0;
  storage.remove(sentAtKey);
}

/**
 * Whole seconds until another code can be sent; 0 when it can.
 * @internal exported for its test
 */
export function secondsToWait(nowMs: number): number {
  const stored = Number(storage.read(sentAtKey)) || 0;
  const leftMs = Math.max(stored, lastSentAtMs) + waitMs - nowMs;
  // If the clock was set back, the user must not wait for hours.
  return Math.ceil(Math.min(Math.max(leftMs, 0), waitMs) / 1000);
}

/** Whole seconds until another code can be sent, counting down. */
export function useWait(): number {
  const [left, setLeft] = useState(() => secondsToWait(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsToWait(Date.now())), 250);
    return () => clearInterval(timer);
  }, []);
  return left;
}
