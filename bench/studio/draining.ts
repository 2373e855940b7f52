/** How long a full queue takes, beside the time that its providers alone would take. */
import type { Ear } from './ears.ts';
import { expectReady, writeOrders, type Order, type World } from './world.ts';

export interface DrainOptions {
  readonly mode: 'image' | 'general';
  readonly jobs: number;
  readonly concurrency: number;
  readonly latencyMs: number;
}

export interface Drained {
  readonly elapsedMs: number;
  readonly idealMs: number;
  /** From the worker's clock just before its last statement and commit, in milliseconds. */
  readonly toBrowserMs: number[];
  readonly toListenerMs: number[];
}

/** So few pictures that the stand-in has drawn them all before: it is not what is measured. */
const prompts = 8;

/**
 * The worker is stopped while the queue is filled, so that it begins with all of it. Time counts
 * from its release to the commit of the last generation, as a bare LISTEN hears of it.
 */
export async function drain(
  world: World,
  { mode, jobs, concurrency, latencyMs }: DrainOptions,
  ears: { browser: Ear; listener: Ear },
): Promise<Drained> {
  const orders = Array.from({ length: jobs }, (_, i) => ({
    mode,
    provider: 'google' as const,
    prompt: `a blue kite over market ${i % prompts} [[latency:${latencyMs}]]`,
  })) satisfies Order[];
  const ids = await writeOrders(world, orders);
  world.worker.kill('SIGSTOP');
  try {
    for (const generationId of ids) {
      await world.queue.add({ name: 'preview', generationId, provider: 'google', round: 1 });
    }
  } finally {
    world.worker.kill('SIGCONT');
  }
  const released = performance.timeOrigin + performance.now();
  // `running`, and then its end.
  await Promise.all([ears.listener.hears(ids, 2), ears.browser.hears(ids, 2)]);
  await expectReady(world, ids);
  const getLast = (ear: Ear, id: string) => ear.heard.get(id)!.at(-1)!;
  const rows = await world.db
    .selectFrom('generation')
    .select(['id', 'updated_at'])
    .where('id', 'in', ids)
    .execute();
  const delays = (ear: Ear) =>
    rows.map(({ id, updated_at }) => getLast(ear, id) - updated_at.getTime());
  return {
    elapsedMs: Math.max(...ids.map((id) => getLast(ears.listener, id))) - released,
    idealMs: Math.ceil(jobs / concurrency) * latencyMs,
    toBrowserMs: delays(ears.browser),
    toListenerMs: delays(ears.listener),
  };
}
