/**
 * Books what has happened to a payment at the gateway: its capture, its refunds and its disputes.
 *
 * Events come late, twice, in any order or not at all, so an event only identifies a payment. The payment's
 * state is fetched and compared with the ledger, and the differences are booked even if the wallet lacks the
 * money. After each booking the state is fetched again: of two concurrent bookings, the later one sees what
 * the gateway has now.
 *
 * | fact                                        | event            | key                          |
 * | ------------------------------------------- | ---------------- | ---------------------------- |
 * | money captured for one of our orders        | `TopUpCredited`  | `topup:<payment>`            |
 * | a refund paid out                           | `TopUpRefunded`  | `refund:<refund>`            |
 * | a refund that failed after it was paid out  | `RefundReturned` | `refund-returned:<refund>`   |
 * | money that a dispute took                   | `TopUpDisputed`  | `dispute:<dispute>[:n]`      |
 * | money that a dispute gave back              | `DisputeWon`     | `dispute-won:<dispute>[:n]`  |
 *
 * A refund or a dispute that finance corrected by hand is not booked automatically any more; an exception
 * reports when it changes. After a crash between two events the webhook, or the next comparison, books the
 * rest.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import { LedgerUnavailable } from '@sachet/db/ledger/unavailable';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { raiseNoticeStatement } from '@sachet/db/admin/notices';
import { exceptionStatement, openException } from '@sachet/db/finance/exceptions';
import {
  readBookedPayment,
  readDisputes,
  storeDispute,
  type BookedDispute,
  type BookedPayment,
} from '@sachet/db/payments/facts';
import { findOrder, insertLostOrder, type PaymentOrder } from '@sachet/db/payments/orders';
import {
  loadRefund,
  markRefundPending,
  readPaymentRefunds,
  refundEndStatement,
  type PaymentRefund,
} from '@sachet/db/payments/refunds';
import type { Database } from '@sachet/db/tables';
import { readWallet } from '@sachet/db/wallet/wallets';
import type {
  GatewayDispute,
  GatewayRefund,
  PaymentGateway,
} from '@sachet/adapters/payments/gateway';
import type { Command } from '@sachet/shared/ledger/command';
import { adminActor } from '@sachet/shared/ledger/event';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { GatewayPayment, PaymentExceptionKind } from '@sachet/shared/payments/payment';
import { completeTopUp } from './top-up.ts';

export interface BookingDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly gateway: PaymentGateway | null;
}

/** Limits how often the payment is fetched: more than any payment has facts. */
const roundsAtMost = 20;

/**
 * Books what has happened to a payment: credits it to its order, or advances the order, then books its refunds
 * and disputes.
 *
 * @param payment Its current state at the gateway.
 * @param known An earlier read of its order, if the caller has one.
 * @throws {Error} if the gateway or the ledger cannot answer now: then call it again.
 */
export async function bookPayment(
  deps: BookingDependencies,
  payment: GatewayPayment,
  known?: PaymentOrder,
): Promise<void> {
  let current = payment;
  for (let round = 0; round < roundsAtMost; round += 1) {
    await completeTopUp(deps, current, await findPaidOrder(deps, current, known));
    if ((await bookRefundsAndDisputes(deps, current)) === 0) return;
    const fetched = await deps.gateway!.fetchPayment(payment.id);
    if (!fetched.ok) throw new Error(fetched.reason);
    current = fetched.value;
  }
  throw new Error('the payment changes faster than it can be booked');
}

/**
 * Books a payment of which only the id is known. `refused` if the gateway does not know it.
 * @throws {Error} if the gateway or the ledger cannot answer now: then call it again.
 */
export async function fetchAndBookPayment(
  deps: BookingDependencies,
  paymentId: string,
): Promise<'booked' | { readonly refused: string }> {
  const payment = await deps.gateway!.fetchPayment(paymentId);
  if (!payment.ok && payment.failure === 'unreachable') throw new Error(payment.reason);
  if (!payment.ok) return { refused: payment.reason };
  await bookPayment(deps, payment.value);
  return 'booked';
}

/** Returns how many events it booked. */
async function bookRefundsAndDisputes(
  deps: BookingDependencies,
  { id: paymentId, refundedPaise }: GatewayPayment,
): Promise<number> {
  const [booked, disputes, own] = await Promise.all([
    readBookedPayment(deps.db, paymentId),
    readDisputes(deps.db, { paymentId }),
    readPaymentRefunds(deps.db, paymentId),
  ]);
  const hasRefunds = refundedPaise > 0 || own.length > 0 || booked?.refunds.size;
  const refunds = hasRefunds ? await fetchRefunds(deps, paymentId) : [];
  if (!booked) {
    await reportUnbooked(deps, refunds, disputes.map(toGatewayDispute));
    return 0;
  }
  let changes = 0;
  for (const refund of refunds) {
    const row = own.find(
      (each) => each.gateway_refund_id === refund.id || each.id === refund.receipt,
    );
    changes += await bookRefund(deps, booked, { refund, own: row });
  }
  for (const row of disputes) changes += await bookDispute(deps, booked, toGatewayDispute(row));
  if (changes === 0 && refunds.length + disputes.length > 0) {
    await reportOverdrawn(deps, booked, paymentId);
  }
  return changes;
}

async function findPaidOrder(
  deps: BookingDependencies,
  { gatewayOrderId, captured }: GatewayPayment,
  known?: PaymentOrder,
): Promise<PaymentOrder | undefined> {
  if (gatewayOrderId === null) return undefined;
  // The parts of the order that the decision depends on never change: wallet, amount and currency.
  if (known?.gateway_order_id === gatewayOrderId) return known;
  const order = await findOrder(deps.db, { gatewayOrderId });
  return order ?? (captured ? restoreOrder(deps, gatewayOrderId) : undefined);
}

/**
 * After a restore from a backup, the gateway has payments whose orders we have lost: its order says whose they
 * are. Without that wallet, the payment becomes an exception for finance.
 */
async function restoreOrder(
  { db, gateway }: BookingDependencies,
  gatewayOrderId: string,
): Promise<PaymentOrder | undefined> {
  const order = await gateway!.fetchOrder(gatewayOrderId);
  if (!order.ok && order.failure === 'unreachable') throw new Error(order.reason);
  if (!order.ok || order.value.receipt === null || order.value.owner === null) return undefined;
  const { receipt: id, amountPaise, owner } = order.value;
  await insertLostOrder(db, { id, gatewayOrderId, amountPaise, ...owner });
  return findOrder(db, { gatewayOrderId });
}

/**
 * Call this after an event about a dispute. The gateway cannot list the disputes of a payment, so we store
 * them.
 */
export async function bookDisputedPayment(
  deps: BookingDependencies,
  disputeId: string,
): Promise<'booked' | { readonly refused: string }> {
  const dispute = await deps.gateway!.fetchDispute(disputeId);
  if (!dispute.ok && dispute.failure === 'unreachable') throw new Error(dispute.reason);
  if (!dispute.ok) return { refused: dispute.reason };
  await storeGatewayDispute(deps.db, dispute.value);
  return fetchAndBookPayment(deps, dispute.value.paymentId);
}

/** Returns whether the dispute is new or has changed. */
export async function storeGatewayDispute(
  db: Kysely<Database>,
  dispute: GatewayDispute,
): Promise<boolean> {
  return storeDispute(db, {
    id: dispute.id,
    payment_id: dispute.paymentId,
    amount_paise: dispute.amountPaise,
    deducted_paise: dispute.deductedPaise,
    currency: dispute.currency,
    status: dispute.status,
  });
}

const toGatewayDispute = (
  row: Awaited<ReturnType<typeof readDisputes>>[number],
): GatewayDispute => ({
  id: row.id,
  paymentId: row.payment_id,
  amountPaise: row.amount_paise,
  deductedPaise: row.deducted_paise,
  currency: row.currency,
  status: row.status,
});

async function fetchRefunds(
  { gateway }: BookingDependencies,
  paymentId: string,
): Promise<GatewayRefund[]> {
  const refunds = await gateway!.fetchRefunds(paymentId);
  if (!refunds.ok) throw new Error(refunds.reason);
  return refunds.value;
}

interface KnownRefund {
  readonly refund: GatewayRefund;
  /** Our row, if the refund was requested in the product. */
  readonly own: PaymentRefund | undefined;
}

/** Returns how many events it booked. */
async function bookRefund(
  deps: BookingDependencies,
  booked: BookedPayment,
  { refund, own }: KnownRefund,
): Promise<number> {
  const leftPaise = booked.refunds.get(refund.id);
  if (booked.corrected.has(refund.id)) {
    const isReturned = refund.status === 'failed' && leftPaise !== 0;
    if (isReturned) await reportChangedAfterCorrection(deps, refund);
    return 0;
  }
  switch (refund.status) {
    case 'pending':
      if (own) await markRefundPending(deps.db, { id: own.id, gatewayRefundId: refund.id });
      return 0;
    case 'processed':
      return leftPaise === undefined ? payRefund(deps, booked, { refund, own }) : 0;
    case 'failed':
      if (leftPaise) {
        const returned = { ...refund, amountPaise: leftPaise };
        return returnRefund(deps, booked, { refund: returned, own });
      }
      if (own && leftPaise === undefined && own.status !== 'failed') {
        const failure = 'The gateway could not pay it out.';
        await releaseRefund(deps, own, { failure, gatewayRefundId: refund.id });
      }
      return 0;
    default:
      return refund.status satisfies never;
  }
}

/** The actor of a refund's events. The worker sends back the money of a closed account. */
export const getRefundActor = ({
  requested_by: uid,
  requested_as: role,
}: Pick<PaymentRefund, 'requested_by' | 'requested_as'>): string =>
  role === 'admin' ? adminActor(uid) : 'worker';

async function payRefund(
  deps: BookingDependencies,
  { walletId }: BookedPayment,
  { refund, own }: KnownRefund,
): Promise<number> {
  const { db } = deps;
  const { id, paymentId, amountPaise } = refund;
  const also: CompiledQuery[] = [];
  if (own) {
    also.push(refundEndStatement(db, own.id, { status: 'processed', gatewayRefundId: id }));
    if (own.status === 'failed') {
      also.push(
        toException(db, { kind: 'refund_after_failure', subject: id, paymentId, amountPaise }),
      );
    }
  }
  return append(
    deps,
    {
      type: 'RefundTopUp',
      walletId,
      idempotencyKey: `refund:${id}`,
      actor: own ? getRefundActor(own) : 'gateway',
      amountPaise,
      paymentId,
      ...(own ? { holdId: own.hold_id } : {}),
    },
    also,
  );
}

/**
 * Ends a refund that the gateway does not pay, so that its reserved amount can be spent again, and reports it to
 * finance and the super admins: the payer waits for this money.
 */
export async function releaseRefund(
  { db, ledger }: BookingDependencies,
  refund: PaymentRefund,
  end: { failure: string; gatewayRefundId: string | null },
): Promise<void> {
  const { payment_id: paymentId, amount_paise: amountPaise } = refund;
  const about = { subject: refund.id, paymentId, amountPaise, reason: end.failure };
  const data = { refundId: refund.id, paymentId, amount: rupeesFromPaise(amountPaise) };
  const ending = [
    refundEndStatement(db, refund.id, { status: 'failed', ...end }),
    toException(db, { kind: 'refund_failed', ...about }),
    raiseNoticeStatement(db, { kind: 'refund_failed', data }, refund.id),
  ];
  const outcome = await ledger.append(
    {
      type: 'VoidHold',
      walletId: refund.wallet_id,
      idempotencyKey: `void:${refund.hold_id}`,
      actor: 'worker',
      holdId: refund.hold_id,
      reason: 'refund failed',
    },
    ending,
  );
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new LedgerUnavailable('the ledger is busy');
  // The reservation has ended on its own. A refund that was paid in the meantime has not failed.
  const now = await loadRefund(db, { id: refund.id });
  if (now?.status === 'processed' || now?.status === 'failed') return;
  await db.transaction().execute(async (trx) => {
    for (const statement of ending) await trx.executeQuery(statement);
  });
}

async function returnRefund(
  deps: BookingDependencies,
  { walletId }: BookedPayment,
  { refund, own }: KnownRefund,
): Promise<number> {
  const { db } = deps;
  const { id, paymentId, amountPaise } = refund;
  const also = [toException(db, { kind: 'refund_returned', subject: id, paymentId, amountPaise })];
  if (own) {
    const failure = 'The gateway could not pay it out. The money is back in the wallet.';
    also.push(refundEndStatement(db, own.id, { status: 'failed', failure, gatewayRefundId: id }));
  }
  return append(
    deps,
    {
      type: 'ReturnRefund',
      walletId,
      idempotencyKey: `refund-returned:${id}`,
      actor: 'gateway',
      amountPaise,
      paymentId,
    },
    also,
  );
}

/**
 * A correction that finance made by hand follows the settlement report, which may differ from the gateway's
 * answers: booking the item automatically would undo the correction. A later change is for finance, too.
 */
async function reportChangedAfterCorrection(
  { db }: BookingDependencies,
  { id, paymentId, amountPaise, status }: GatewayRefund | GatewayDispute,
): Promise<void> {
  await report(db, {
    kind: 'changed_after_correction',
    subject: id,
    paymentId,
    amountPaise,
    status,
  });
}

/**
 * Debits the amount that the gateway deducted, and credits it if the dispute is won. Returns how many events
 * it booked.
 */
async function bookDispute(
  deps: BookingDependencies,
  { walletId, disputes, corrected }: BookedPayment,
  dispute: GatewayDispute,
): Promise<number> {
  const { id, paymentId, status, currency, amountPaise } = dispute;
  if (currency !== 'INR') {
    await report(deps.db, {
      kind: 'dispute_refused',
      subject: id,
      paymentId,
      amountPaise,
      currency,
    });
    return 0;
  }
  if (status === 'closed') {
    // The dispute was neither won nor lost: finance finds out whether the bank keeps the money.
    await report(deps.db, { kind: 'dispute_closed', subject: id, paymentId, amountPaise });
  }
  if (status === 'won' && dispute.deductedPaise > 0) {
    // A won dispute costs nothing: the wallet is booked so, and finance asks the gateway for the amount.
    await report(deps.db, {
      kind: 'dispute_contradictory',
      subject: id,
      paymentId,
      amountPaise,
      deductedPaise: dispute.deductedPaise,
    });
  }
  const known = disputes.get(id) ?? { takenPaise: 0, taken: 0, won: 0 };
  if (corrected.has(id)) {
    const isReturned = status === 'won' && known.takenPaise !== 0;
    if (isReturned) await reportChangedAfterCorrection(deps, dispute);
    return 0;
  }
  const differencePaise = getUnbookedPaise(dispute, known);
  if (differencePaise === 0) return 0;
  const [type, name, earlier] =
    differencePaise > 0
      ? (['DisputeTopUp', 'dispute', known.taken] as const)
      : (['WinDispute', 'dispute-won', known.won] as const);
  return append(deps, {
    type,
    walletId,
    idempotencyKey: `${name}:${id}${earlier === 0 ? '' : `:${earlier + 1}`}`,
    actor: 'gateway',
    amountPaise: Math.abs(differencePaise),
    paymentId,
  });
}

/** The amount that the wallet still owes because of a dispute; negative if it gets money back. */
const getUnbookedPaise = (
  { status, deductedPaise }: Pick<GatewayDispute, 'status' | 'deductedPaise'>,
  { takenPaise }: Pick<BookedDispute, 'takenPaise'>,
): number => (status === 'won' ? 0 : deductedPaise) - takenPaise;

/** Whether a dispute of this wallet's payments is open, or has ended and is not booked yet. */
export async function awaitsDispute(db: Kysely<Database>, walletId: string): Promise<boolean> {
  for (const row of await readDisputes(db, { walletId })) {
    if (row.status === 'open') return true;
    const booked = await readBookedPayment(db, row.payment_id);
    if (!booked || booked.corrected.has(row.id) || row.currency !== 'INR') continue;
    const known = booked.disputes.get(row.id) ?? { takenPaise: 0 };
    if (getUnbookedPaise(toGatewayDispute(row), known) !== 0) return true;
  }
  return false;
}

async function append(
  { ledger }: BookingDependencies,
  command: Command,
  also: readonly CompiledQuery[] = [],
): Promise<number> {
  const outcome = await ledger.append(command, also);
  // A concurrent booking was first, or the ledger is busy: the state is read again.
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
  return 1;
}

/**
 * Reports refunds and disputes of a payment that is not in the ledger. They are booked once the payment is.
 */
async function reportUnbooked(
  { db }: BookingDependencies,
  refunds: readonly GatewayRefund[],
  disputes: readonly GatewayDispute[],
): Promise<void> {
  const words = 'payment_not_found';
  for (const { id, paymentId, amountPaise, status } of refunds) {
    await report(db, {
      kind: 'refund_refused',
      subject: id,
      paymentId,
      amountPaise,
      status,
      words,
    });
  }
  for (const { id, paymentId, amountPaise, status } of disputes) {
    await report(db, {
      kind: 'dispute_refused',
      subject: id,
      paymentId,
      amountPaise,
      status,
      words,
    });
  }
}

/** More money was refunded than the wallet had. */
async function reportOverdrawn(
  { db }: BookingDependencies,
  { walletId }: BookedPayment,
  paymentId: string,
): Promise<void> {
  const wallet = await readWallet(db, walletId);
  const missingPaise = (wallet?.held_paise ?? 0) - (wallet?.balance_paise ?? 0);
  if (missingPaise <= 0) return;
  await report(db, {
    kind: 'wallet_overdrawn',
    subject: paymentId,
    paymentId,
    amountPaise: missingPaise,
  });
}

interface Surprise {
  readonly kind: PaymentExceptionKind;
  readonly subject: string;
  readonly paymentId: string;
  readonly amountPaise: number;
  readonly [detail: string]: string | number;
}

const toRow = ({ kind, subject, paymentId, ...detail }: Surprise) => ({
  kind,
  subject,
  paymentId,
  detail,
});

const toException = (db: Kysely<Database>, surprise: Surprise) =>
  exceptionStatement(db, toRow(surprise));

const report = (db: Kysely<Database>, surprise: Surprise) => openException(db, toRow(surprise));
