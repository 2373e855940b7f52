import { readDueWebhooks } from '@sachet/db/payment-webhooks';
import { readStrandedRefunds } from '@sachet/db/refunds';
import { readDueOrders } from '@sachet/db/top-ups';
import type { Parts } from './parts.ts';

const perSweep = 500;

/** How often the gateway is asked about a refund that has no end yet. */
const refundAgainAfterMs = 60_000;

/**
 * Asks for every webhook that is not processed and every order without an end whose time has come.
 * Each says itself when it is due again.
 */
export async function sweepMoney({
  db,
  queue,
  gateway,
}: Pick<Parts, 'db' | 'queue' | 'gateway'>): Promise<void> {
  if (!gateway) return;
  const due = { now: new Date(), limit: perSweep };
  for (const eventId of await readDueWebhooks(db, due)) {
    await queue.add({ name: 'webhook', eventId });
  }
  for (const orderId of await readDueOrders(db, due)) {
    await queue.add({ name: 'reconcile-order', orderId });
  }
  const before = new Date(Date.now() - refundAgainAfterMs);
  for (const refundId of await readStrandedRefunds(db, { before, limit: perSweep })) {
    await queue.add({ name: 'refund', refundId });
  }
}
