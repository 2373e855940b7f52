/** Memory of the worker's process over many images. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { residentMiB } from '../../local/resident-memory.ts';
import { median } from '../load.ts';
import type { CommitListener } from './listeners.ts';
import { expectReady, writeOrders, type Stack } from './stack.ts';

export interface Remembered {
  /** Median resident memory in MiB of each quarter of the jobs. */
  readonly quartersMiB: number[];
  readonly mostMiB: number;
  readonly jobsPerSecond: number;
}

const batch = 50;
const sampleEveryMs = 100;

/** `jobs` image previews after a warm-up of `warmUp`, of both providers in turns. */
export async function watchMemory(
  stack: Stack,
  { jobs, warmUp }: { jobs: number; warmUp: number },
  listener: CommitListener,
): Promise<Remembered> {
  const samples: { done: number; mib: number }[] = [];
  let done = -warmUp;
  const timer = setInterval(() => {
    if (done >= 0) samples.push({ done, mib: residentMiB(stack.worker.pid) });
  }, sampleEveryMs);
  let began = 0;
  try {
    while (done < jobs) {
      if (done >= 0) began ||= performance.now();
      const size = Math.min(batch, done < 0 ? -done : jobs - done);
      await makeImages(stack, size, listener);
      done += size;
    }
  } finally {
    clearInterval(timer);
  }
  const quarter = (n: number) =>
    samples.filter((sample) => Math.floor((4 * sample.done) / jobs) === n).map(({ mib }) => mib);
  return {
    quartersMiB: [0, 1, 2, 3].map((n) => median(quarter(n))),
    mostMiB: Math.max(...samples.map(({ mib }) => mib)),
    jobsPerSecond: (1000 * jobs) / (performance.now() - began),
  };
}

/** Deletes each image at once: two thousand would fill a small disk. */
async function makeImages(stack: Stack, count: number, listener: CommitListener): Promise<void> {
  const orders = Array.from({ length: count }, (_, i) => ({
    mode: 'image' as const,
    provider: i % 2 ? ('google' as const) : ('openai' as const),
    prompt: `a blue kite over market ${i % 8}`,
  }));
  const ids = await writeOrders(stack, orders);
  for (const [i, generationId] of ids.entries()) {
    const { provider } = orders[i]!;
    await stack.queue.add({ name: 'preview', generationId, provider, round: 1 });
  }
  await listener.waitFor(ids, 2);
  await expectReady(stack, ids);
  for (const id of ids) rmSync(join(stack.imageFolder, id), { recursive: true, force: true });
}
