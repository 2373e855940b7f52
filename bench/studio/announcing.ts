/** Latency from a commit to the browser's event on an idle system. */
import { notify } from '@sachet/db/live';
import type { Listeners } from './listeners.ts';
import { writeOrders, type Stack } from './stack.ts';

export interface Announced {
  /** From the sending of COMMIT, in milliseconds. */
  readonly toBrowserMs: number[];
  readonly toListenerMs: number[];
}

/** The same transaction as a worker's: the row, the NOTIFY, the commit. Both listeners get each one. */
export async function announce(
  stack: Stack,
  commits: number,
  listeners: Listeners,
): Promise<Announced> {
  const order = { mode: 'general', provider: 'google', prompt: 'a kite' } as const;
  const [id] = await writeOrders(stack, [order]);
  const toBrowserMs: number[] = [];
  const toListenerMs: number[] = [];
  for (let times = 1; times <= commits; times++) {
    let sent = 0;
    await stack.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('generation')
        .set({ status: times === commits ? 'cancelled' : 'running', updated_at: new Date() })
        .where('id', '=', id!)
        .execute();
      await notify(trx, { event: 'generation', uid: stack.person.uid, id: id! });
      sent = performance.timeOrigin + performance.now();
    });
    await Promise.all([
      listeners.browser.waitFor([id!], times),
      listeners.database.waitFor([id!], times),
    ]);
    toBrowserMs.push(listeners.browser.receivedAt.get(id!)![times - 1]! - sent);
    toListenerMs.push(listeners.database.receivedAt.get(id!)![times - 1]! - sent);
  }
  return { toBrowserMs, toListenerMs };
}
