/** How long a full queue takes, compared with its providers' time alone. */
import { toMade } from '@sachet/shared/contracts/vocabulary';
import type { Listener } from './listener.ts';
import { expectReady, writeOrders, type Order, type Stack } from './stack.ts';

export interface DrainOptions {
  readonly mode: 'image' | 'general';
  readonly jobs: number;
  readonly concurrency: number;
  readonly latencyMs: number;
}

export interface Drained {
  readonly elapsedMs: number;
  readonly idealMs: number;
  /** Milliseconds from the worker's clock immediately before its last statement to the browser's event. */
  readonly delaysMs: readonly number[];
}

/** Few enough that the stand-in has drawn all of them before the measurement. */
const prompts = 8;

/** Suspends the worker while the queue is filled. Measures from its continuation to the last event. */
export async function drain(
  stack: Stack,
  { mode, jobs, concurrency, latencyMs }: DrainOptions,
  listener: Listener,
): Promise<Drained> {
  const orders = Array.from({ length: jobs }, (_, i) => ({
    mode,
    provider: 'google' as const,
    prompt: `a blue kite over market ${i % prompts} [[latency:${latencyMs}]]`,
  })) satisfies Order[];
  const ids = await writeOrders(stack, orders);
  stack.worker.kill('SIGSTOP');
  try {
    for (const generationId of ids) {
      await stack.queue.add({
        name: 'preview',
        generationId,
        provider: 'google',
        class: 'customer',
        makes: toMade(mode),
        round: 1,
      });
    }
  } finally {
    stack.worker.kill('SIGCONT');
  }
  const released = performance.timeOrigin + performance.now();
  // One event when a job starts, one when it ends.
  const receivedAt = await listener.waitFor(ids, 2);
  const rows = await expectReady(stack, ids);
  return {
    elapsedMs: Math.max(...ids.map((id) => receivedAt.get(id)!)) - released,
    idealMs: Math.ceil(jobs / concurrency) * latencyMs,
    delaysMs: rows.map(({ id, updated_at }) => receivedAt.get(id)! - updated_at.getTime()),
  };
}
