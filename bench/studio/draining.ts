/** How long a full queue takes, compared with its providers' time alone. */
import type { CommitListener, Listeners } from './listeners.ts';
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
  /** From the worker's clock just before its last statement, in milliseconds. */
  readonly toBrowserMs: number[];
  readonly toListenerMs: number[];
}

/** Few enough that the stand-in has drawn them all before the measurement. */
const prompts = 8;

/**
 * The worker is suspended while the queue is filled. Time counts from its continuation to the NOTIFY
 * of the last generation, received by a plain LISTEN.
 */
export async function drain(
  stack: Stack,
  { mode, jobs, concurrency, latencyMs }: DrainOptions,
  listeners: Listeners,
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
      await stack.queue.add({ name: 'preview', generationId, provider: 'google', round: 1 });
    }
  } finally {
    stack.worker.kill('SIGCONT');
  }
  const released = performance.timeOrigin + performance.now();
  // `running`, and then its end.
  await Promise.all([listeners.database.waitFor(ids, 2), listeners.browser.waitFor(ids, 2)]);
  await expectReady(stack, ids);
  const getLast = (listener: CommitListener, id: string) => listener.receivedAt.get(id)!.at(-1)!;
  const rows = await stack.db
    .selectFrom('generation')
    .select(['id', 'updated_at'])
    .where('id', 'in', ids)
    .execute();
  const delays = (listener: CommitListener) =>
    rows.map(({ id, updated_at }) => getLast(listener, id) - updated_at.getTime());
  return {
    elapsedMs: Math.max(...ids.map((id) => getLast(listeners.database, id))) - released,
    idealMs: Math.ceil(jobs / concurrency) * latencyMs,
    toBrowserMs: delays(listeners.browser),
    toListenerMs: delays(listeners.database),
  };
}
