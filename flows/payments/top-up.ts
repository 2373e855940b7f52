/**
 * Tops up a wallet.
 *
 * 1. The order's row is stored before the gateway is called, and its id is the gateway's receipt
 *    (`api/payments/razorpay-order.ts`).
 * 2. The payer pays at the gateway.
 * 3. `completeTopUp` is the only way in which a payment becomes balance. Only `bookPayment`
 *    (`book-payment.ts`) calls it, with the payment's current state at the gateway: for verify, callback and
 *    reconciler with the order, for webhooks by the payment's id. The key is `topup:<payment>`, so it is
 *    credited once by any number of calls in any order; the order's row is updated, and the worker asked for
 *    the receipt (`db/tax/receipts.ts`), in the same transaction.
 *
 * | crash                              | what happens                                                             |
 * | ---------------------------------- | ------------------------------------------------------------------------ |
 * | before the gateway makes the order | the row has no gateway id: the reconciler finds it by receipt or ends it |
 * | after the payment, before verify   | the webhook credits; without one the reconciler does                     |
 * | after a webhook is stored          | the sweep asks for it again, with growing pauses, for a day              |
 * | while it is credited               | the payment's key decides                                                |
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { receiptDueStatement } from '@sachet/db/tax/receipts';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { openException, secondPaymentStatement } from '@sachet/db/finance/exceptions';
import type { Database } from '@sachet/db/tables';
import {
  advanceOrder,
  orderCreditedStatements,
  type PaymentOrder,
} from '@sachet/db/payments/orders';
import { topUpStatement } from '@sachet/db/people/referrals';
import { readCreditedPayment } from '@sachet/db/wallet/wallets';
import {
  judgePayment,
  type GatewayPayment,
  type PaymentExceptionKind,
} from '@sachet/shared/payments/payment';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

/**
 * Credits the payment, or advances its order. A captured payment without one of our orders becomes an
 * exception for finance.
 *
 * @throws {LedgerUnavailable} Then call it again.
 */
export async function completeTopUp(
  deps: Dependencies,
  payment: GatewayPayment,
  order: PaymentOrder | undefined,
): Promise<void> {
  const { db } = deps;
  if (!order) {
    if (payment.captured) await reportException(db, { kind: 'unknown_order', payment });
    return;
  }
  const credited = await readCreditedPayment(db, payment.id);
  if (!credited) await applyPayment(deps, order, payment);
}

async function applyPayment(
  deps: Dependencies,
  order: PaymentOrder,
  payment: GatewayPayment,
): Promise<void> {
  const { db } = deps;
  const judgement = judgePayment(
    { amountPaise: order.amount_paise, currency: order.currency },
    payment,
  );
  switch (judgement.verdict) {
    case 'wait':
      return;
    case 'authorized':
      return advanceOrder(db, order.id, { status: 'confirming' });
    case 'failed': {
      const status = judgement.final ? 'returned' : 'failed';
      return advanceOrder(db, order.id, { status, reason: judgement.reason });
    }
    case 'credit':
      return credit(deps, order, payment);
    case 'exception':
      return review(db, { kind: judgement.kind, order, payment });
    default:
      return judgement satisfies never;
  }
}

async function credit(
  { db, ledger }: Dependencies,
  order: PaymentOrder,
  payment: GatewayPayment,
): Promise<void> {
  const { id: paymentId, amountPaise } = payment;
  const outcome = await ledger.append(
    {
      type: 'CreditTopUp',
      walletId: order.wallet_id,
      idempotencyKey: `topup:${paymentId}`,
      actor: 'gateway',
      amountPaise,
      orderId: order.id,
      paymentId,
    },
    (event) => [
      secondPaymentStatement(db, { orderId: order.id, paymentId, amountPaise }),
      ...orderCreditedStatements(db, order, { paymentId, payerDigest: toPayerDigest(payment) }),
      topUpStatement(db, { uid: order.uid, walletId: order.wallet_id, paymentId, amountPaise }),
      receiptDueStatement(db, event),
    ],
  );
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new LedgerUnavailable('the ledger is busy');
  await review(db, { kind: 'credit_refused', order, payment, refusal: outcome.refusal });
}

/** People with several accounts are recognized by it (`referrals.ts`). A UPI address is one person's. */
function toPayerDigest({ vpa }: GatewayPayment): Buffer | null {
  if (!vpa) return null;
  return createHash('sha256').update(`sachet.payer\nvpa:${vpa.trim().toLowerCase()}`).digest();
}

interface UncreditedPayment {
  readonly kind: PaymentExceptionKind;
  readonly payment: GatewayPayment;
  readonly order?: PaymentOrder;
  readonly refusal?: string;
}

async function review(
  db: Kysely<Database>,
  uncredited: UncreditedPayment & { order: PaymentOrder },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await reportException(trx, uncredited);
    await advanceOrder(trx, uncredited.order.id, { status: 'review' });
  });
}

async function reportException(
  db: Kysely<Database>,
  { kind, payment, order, refusal }: UncreditedPayment,
): Promise<void> {
  const { id: paymentId, gatewayOrderId, amountPaise, currency, status, refundedPaise } = payment;
  await openException(db, {
    kind,
    subject: paymentId,
    paymentId,
    gatewayOrderId,
    orderId: order?.id,
    detail: {
      status,
      amountPaise,
      currency,
      refundedPaise,
      ...(order ? { orderedPaise: order.amount_paise } : {}),
      ...(refusal ? { refusal } : {}),
    },
  });
}
