/** Shared by the payment routes: the gateway, the reconciler, and an order as the contract defines it. */
import type { PaymentOrder } from '@sachet/db/payments/orders';
import { readProfile } from '@sachet/db/people/profiles';
import { enqueue } from '@sachet/flows/enqueue';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import type { TopUp } from '@sachet/shared/payments/contracts/payment';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { toWallet, toWalletFigures } from '../wallet/wallet-figures.ts';

/** The text is promised in docs/product.md, Messages. */
export const initiationFailed = () =>
  new Refusal('unavailable', 'Failed to initiate payment', { retryAfterSeconds: 5 });
export const verificationFailed = () => new Refusal('invalid', 'Payment verification failed');

export function requireGateway({ gateway }: Pick<Dependencies, 'gateway'>): PaymentGateway {
  if (!gateway) throw new Refusal('unavailable', 'Top-ups are turned off.');
  return gateway;
}

export async function toTopUp(
  { db }: Pick<Dependencies, 'db'>,
  order: PaymentOrder,
): Promise<TopUp> {
  // The payer's current wallet, which may not be the order's.
  const payer = (await readProfile(db, order.uid))!;
  return {
    orderId: order.gateway_order_id!,
    amount: rupeesFromPaise(order.amount_paise),
    status: order.status,
    reason: order.reason,
    wallet: toWalletFigures(toWallet(payer)),
    createdAt: order.created_at.toISOString(),
  };
}

/** The worker asks the gateway soon; if the queue is unreachable, the sweep finds the order's row. */
export const askReconciler = (deps: Pick<Dependencies, 'queue' | 'log'>, orderId: string) =>
  enqueue(deps, { name: 'reconcile-order', orderId });
