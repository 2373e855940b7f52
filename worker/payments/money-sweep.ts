import { eraseWebhookBodies, readDueWebhooks } from '@sachet/db/payments/webhooks';
import { readStrandedRefunds } from '@sachet/db/payments/refunds';
import { readDueOrders } from '@sachet/db/payments/orders';
import { readDueClosings } from '@sachet/db/wallet/closings';
import { clearWallet } from '@sachet/flows/people/close-account';
import { dayMs } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';

const perSweep = 500;

/** How often the gateway is asked about a refund that has not ended. */
const refundAgainAfterMs = 60_000;

/** How long a processed webhook's body is kept: until a month's books are closed. */
const webhookKeptMs = 45 * dayMs;

/**
 * Queues every unprocessed webhook and every unfinished order that is due; each row has the time at which it
 * is due again. Erases the bodies of old webhooks. Takes one more step to clear the wallets of closed
 * accounts.
 */
export async function sweepMoney(
  {
    db,
    queue,
    gateway,
    ledger,
    log,
  }: Pick<Dependencies, 'db' | 'queue' | 'gateway' | 'ledger' | 'log'>,
  checkAgainAfterMs: number,
): Promise<void> {
  const eraseBefore = new Date(Date.now() - webhookKeptMs);
  await eraseWebhookBodies(db, { before: eraseBefore, limit: perSweep });
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
  for (const closing of await readDueClosings(db, perSweep)) {
    await clearWallet({ db, ledger, queue, log }, closing, checkAgainAfterMs);
  }
}
