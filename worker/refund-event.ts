/** A refund was made at the gateway, or came to its end there. The gateway is asked how it stands. */
import { loadRefund } from '@sachet/db/refunds';
import type { RefundEvent } from '@sachet/payments/webhook-event';
import type { MoneyParts } from './reconcile.ts';
import { debitForeignRefund, settleRefund } from './refund.ts';

export async function processRefundEvent(parts: MoneyParts, { id }: RefundEvent): Promise<void> {
  const said = await parts.gateway!.fetchRefund(id);
  if (!said.ok) throw new Error(said.reason);
  const { receipt } = said.value;
  const refund =
    (await loadRefund(parts.db, { gatewayRefundId: id })) ??
    (receipt === null ? undefined : await loadRefund(parts.db, { id: receipt }));
  if (!refund) return debitForeignRefund(parts, said.value);
  if (refund.status === 'processed' || refund.status === 'failed') return;
  await settleRefund(parts, refund, said.value);
}
