/**
 * Compares the payments, refunds and disputes that the gateway lists with the ledger, and books the
 * differences: an acknowledged webhook is not sent again, and some webhooks are never sent.
 */
import { openWithoutCredit, readBookedAmounts, readBookedPayment } from '@sachet/db/payments/facts';
import { fetchAndBookPayment, storeGatewayDispute } from '@sachet/flows/payments/book-payment';
import {
  listedPageSize,
  type Answer,
  type PaymentGateway,
} from '@sachet/adapters/payments/gateway';
import { dayMs } from '@sachet/shared/time';
import type { MoneyDependencies } from './reconcile.ts';

/** How far back each list is read: a payment's own checks cover its first days. */
const paymentsMs = 2 * dayMs;
/** A processed refund can fail days later. */
const refundsMs = 30 * dayMs;
/** The gateway cannot filter disputes by time. */
const disputesAtMost = 2_000;

export async function compareWithGateway(
  deps: MoneyDependencies,
  { nowMs = Date.now(), fromMs }: { nowMs?: number; fromMs?: number } = {},
): Promise<void> {
  const { gateway } = deps;
  if (!gateway) return;
  await comparePayments(deps, gateway, fromMs ?? nowMs - paymentsMs);
  await compareRefunds(deps, gateway, fromMs ?? nowMs - refundsMs);
  await compareDisputes(deps, gateway);
}

async function comparePayments(
  deps: MoneyDependencies,
  gateway: PaymentGateway,
  fromMs: number,
): Promise<void> {
  for await (const page of readPages((skip) => gateway.listPayments({ fromMs, skip }))) {
    const captured = page.filter((payment) => payment.captured);
    const ids = captured.map(({ id }) => id);
    const booked = await readBookedAmounts(deps.db, ids);
    // Finance already has exceptions for these payments.
    const known = await openWithoutCredit(deps.db, ids);
    for (const { id, refundedPaise } of captured) {
      const refunded = booked.get(id);
      if (refunded === undefined ? !known.has(id) : refunded !== refundedPaise) {
        await book(deps, id);
      }
    }
  }
}

async function compareRefunds(
  deps: MoneyDependencies,
  gateway: PaymentGateway,
  fromMs: number,
): Promise<void> {
  for await (const page of readPages((skip) => gateway.listRefunds({ fromMs, skip }))) {
    for (const { id, paymentId, amountPaise, status } of page) {
      const booked = await readBookedPayment(deps.db, paymentId);
      const wantedPaise = status === 'processed' ? amountPaise : 0;
      if (booked && (booked.refunds.get(id) ?? 0) !== wantedPaise) {
        await book(deps, paymentId);
      }
    }
  }
}

async function compareDisputes(deps: MoneyDependencies, gateway: PaymentGateway): Promise<void> {
  let count = 0;
  for await (const page of readPages((skip) => gateway.listDisputes({ skip }))) {
    for (const dispute of page) {
      const { id, paymentId, deductedPaise, status } = dispute;
      const isNew = await storeGatewayDispute(deps.db, dispute);
      const booked = await readBookedPayment(deps.db, paymentId);
      const wantedPaise = status === 'won' ? 0 : deductedPaise;
      const takenPaise = booked?.disputes.get(id)?.takenPaise ?? 0;
      if (isNew || (booked && takenPaise !== wantedPaise)) await book(deps, paymentId);
    }
    count += page.length;
    if (count >= disputesAtMost) return;
  }
}

/** One payment that cannot be booked must not delay the others. */
async function book(deps: MoneyDependencies, paymentId: string): Promise<void> {
  await fetchAndBookPayment(deps, paymentId).catch((error: unknown) => {
    deps.log.error({ err: error, paymentId }, 'failed to book a payment; it will be retried');
  });
}

/** @throws {Error} if the gateway does not answer; the next comparison starts again. */
async function* readPages<T>(
  readPage: (skip: number) => Promise<Answer<T[]>>,
): AsyncGenerator<T[]> {
  for (let skip = 0; ; skip += listedPageSize) {
    const page = await readPage(skip);
    if (!page.ok) throw new Error(page.reason);
    yield page.value;
    if (page.value.length < listedPageSize) return;
  }
}
