import { compileAuditRows } from '@sachet/db/admin/audit';
import { readProfile } from '@sachet/db/people/profiles';
import {
  findRefundByRequestKey,
  loadRefund,
  readPayments,
  readRefundable,
  readWalletRefunds,
  getRefundablePaise,
  type PaymentRefund as RefundRow,
} from '@sachet/db/payments/refunds';
import { reserveRefund } from '@sachet/flows/payments/refund';
import type {
  PaymentRefund,
  RefundPaymentRequest,
} from '@sachet/shared/payments/contracts/admin-payments';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import { found, keyConflict, Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';

/** The newest payments of a user that the page shows. */
const listed = 200;

export const getAdminPayments = route('GET /api/admin/payments', {
  async handle({ deps, query }) {
    const profile = found(await readProfile(deps.db, query.uid), 'user');
    const walletId = profile.wallet_id;
    // One snapshot, so that refunds agree with the sums of their payments.
    const { payments, refundable, refunds } = await deps.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => ({
        payments: await readPayments(trx, { walletId }),
        refundable: await readRefundable(trx, walletId),
        refunds: await readWalletRefunds(trx, walletId),
      }));
    return ok({
      walletId,
      payments: payments.slice(0, listed).map((payment) => ({
        paymentId: payment.id,
        orderId: payment.order_id,
        credited: rupeesFromPaise(payment.credited_paise),
        refunded: rupeesFromPaise(payment.refunded_paise),
        disputed: rupeesFromPaise(payment.disputed_paise),
        refundable: rupeesFromPaise(getRefundablePaise(payment, refundable)),
        creditedAt: payment.credited_at.toISOString(),
        refunds: refunds.filter(({ payment_id }) => payment_id === payment.id).map(toPaymentRefund),
      })),
    });
  },
});

function toPaymentRefund(row: RefundRow): PaymentRefund {
  return {
    refundId: row.id,
    paymentId: row.payment_id,
    amount: rupeesFromPaise(row.amount_paise),
    status: row.status,
    reason: row.reason,
    failure: row.failure,
    requestedBy: `user:${row.requested_by}`,
    createdAt: row.created_at.toISOString(),
  };
}

export const postRefundPayment = route('POST /api/admin/refund-payment', {
  async handle({ deps, caller, body, key }) {
    if (!deps.gateway) throw new Refusal('unavailable', 'No payment gateway is configured.');
    const refund = await reserveOnce(deps, { uid: caller.uid, key, body });
    if (!isSame(refund, body)) {
      throw keyConflict();
    }
    return reply(202, toPaymentRefund(refund));
  },
});

const isSame = (refund: RefundRow, body: RefundPaymentRequest): boolean =>
  refund.payment_id === body.paymentId &&
  refund.amount_paise === paiseFromRupees(body.amount) &&
  refund.reason === body.reason;

interface RefundRequest {
  readonly uid: string;
  readonly key: string;
  readonly body: RefundPaymentRequest;
}

/**
 * Returns the refund of this key, whether or not this call created it. Of several concurrent calls, only one
 * can reserve. The others are refused (nothing left, a refund in progress, the key taken) and then find the
 * committed row.
 */
async function reserveOnce(deps: Dependencies, request: RefundRequest): Promise<RefundRow> {
  const first = await findRefundByRequestKey(deps.db, request);
  if (first) return first;
  try {
    return await reserve(deps, request);
  } catch (refusal) {
    const made = await findRefundByRequestKey(deps.db, request);
    if (made) return made;
    throw refusal;
  }
}

async function reserve(deps: Dependencies, { uid, key, body }: RefundRequest): Promise<RefundRow> {
  const { db } = deps;
  const amountPaise = paiseFromRupees(body.amount);
  if (!amountPaise) {
    throw new Refusal('invalid', 'Use at most two decimals.', { field: 'amount' });
  }
  const payment = found((await readPayments(db, { paymentId: body.paymentId }))[0], 'payment');
  const most = getRefundablePaise(payment, await readRefundable(db, payment.wallet_id));
  if (amountPaise > most) throw tooMuch(most);

  const reserved = await reserveRefund(deps, {
    paymentId: payment.id,
    walletId: payment.wallet_id,
    amountPaise,
    reason: body.reason,
    requestedBy: uid,
    requestedAs: 'admin',
    idempotencyKey: key,
    also: (refundId) => [
      compileAuditRows(db, [
        {
          actor: `user:${uid}`,
          action: 'refund-payment',
          details: { refundId, paymentId: payment.id, amountPaise },
        },
      ]),
    ],
  });
  switch (reserved) {
    case 'refund_under_way':
      throw new Refusal('wrong_state', 'Another refund from this wallet is still in progress.');
    case 'key_reused':
      throw keyConflict();
    case 'refused':
      throw tooMuch(0);
    default:
      return (await loadRefund(db, { id: reserved.refundId }))!;
  }
}

function tooMuch(mostPaise: number): Refusal {
  const amount = mostPaise > 0 ? `At most ₹${rupeesFromPaise(mostPaise)}` : 'Nothing';
  return new Refusal('invalid', `${amount} of this payment can be refunded now.`, {
    field: 'amount',
  });
}
