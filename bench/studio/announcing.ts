/** From a commit to the browser's event, with nothing else going on. */
import { notify } from '@sachet/db/live';
import type { Ear } from './ears.ts';
import { writeOrders, type World } from './world.ts';

export interface Announced {
  /** From the sending of COMMIT, in milliseconds. */
  readonly toBrowserMs: number[];
  readonly toListenerMs: number[];
}

/** The same transaction as a worker's: the row, the notice, the commit. Both ears hear each one. */
export async function announce(
  world: World,
  commits: number,
  ears: { browser: Ear; listener: Ear },
): Promise<Announced> {
  const order = { mode: 'general', provider: 'google', prompt: 'a kite' } as const;
  const [id] = await writeOrders(world, [order]);
  const toBrowserMs: number[] = [];
  const toListenerMs: number[] = [];
  for (let times = 1; times <= commits; times++) {
    let sent = 0;
    await world.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('generation')
        .set({ status: times === commits ? 'cancelled' : 'running', updated_at: new Date() })
        .where('id', '=', id!)
        .execute();
      await notify(trx, { event: 'generation', uid: world.person.uid, id: id! });
      sent = performance.timeOrigin + performance.now();
    });
    await Promise.all([ears.browser.hears([id!], times), ears.listener.hears([id!], times)]);
    toBrowserMs.push(ears.browser.heard.get(id!)![times - 1]! - sent);
    toListenerMs.push(ears.listener.heard.get(id!)![times - 1]! - sent);
  }
  return { toBrowserMs, toListenerMs };
}
