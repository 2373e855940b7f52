/** Computes half of the time, as the issuing of invoices does, and shares nothing but the machine's processors. */
import { setTimeout as sleep } from 'node:timers/promises';

const turnMs = 300;
for (let turn = 0; turn < 25; turn += 1) {
  const until = performance.now() + turnMs;
  while (performance.now() < until);
  await sleep(turnMs);
}
