// Loaded before every test file: limits, budgets and books begin again at midnight in India, and models and
// prices at midnight UTC, so no file starts shortly before either.
import { dayMs, secondsToIstMidnight } from '@sachet/shared/time';

/** Longer than any file takes, even on a busy machine. */
const roomSeconds = 4 * 60;

const nowMs = Date.now();
const secondsToUtcMidnight = Math.ceil((dayMs - (nowMs % dayMs)) / 1000);
const leftSeconds = Math.min(secondsToIstMidnight(nowMs), secondsToUtcMidnight);
if (leftSeconds < roomSeconds) {
  await new Promise((resolve) => setTimeout(resolve, (leftSeconds + 1) * 1000));
}
