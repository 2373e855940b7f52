/**
 * The process in which images are decoded (`process-image.ts`). It runs one operation at a time and ends with
 * its parent.
 */
import { drawOverlay, makeLogo } from './brand.ts';
import { drawMarked, fitMask, readMask } from './mask.ts';
import {
  decodeUpload,
  inspect,
  makeChatPicture,
  makePreview,
  makeThumbnail,
  measure,
  renderFinal,
} from './processing.ts';
import { renderVersion } from './version.ts';

const operations = {
  decodeUpload,
  drawMarked,
  drawOverlay,
  fitMask,
  makeLogo,
  makeChatPicture,
  makePreview,
  makeThumbnail,
  measure,
  readMask,
  renderFinal,
  renderVersion,
  inspect,
};
export type Operations = typeof operations;

export interface Order {
  readonly name: keyof Operations;
  readonly args: readonly unknown[];
  readonly memoryMaxBytes: number;
}
export type Reply = { readonly result: unknown } | { readonly error: string };

const watchEveryMs = 20;

// Ignored: a signal to the whole group is for the parent, which may need this process while it stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => void answer(order));

async function answer({ name, args, memoryMaxBytes }: Order): Promise<void> {
  // The decoder runs on other threads, so this timer is not delayed by it.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryMaxBytes) process.kill(process.pid, 'SIGKILL');
  }, watchEveryMs);
  const work = operations[name] as (...args: readonly unknown[]) => Promise<unknown>;
  const reply: Reply = await work(...args).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  clearInterval(watch);
  process.send!(reply);
}
