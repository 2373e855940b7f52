// Loaded before every test file: limits, budgets and books begin again at midnight in India, so no file
// starts shortly before it.
import { secondsToIstMidnight } from '@sachet/shared/ledger/calendar';

/** Longer than any file takes, even on a busy machine. */
const roomSeconds = 4 * 60;

const leftSeconds = secondsToIstMidnight(Date.now());
if (leftSeconds < roomSeconds) {
  await new Promise((resolve) => setTimeout(resolve, (leftSeconds + 1) * 1000));
}
