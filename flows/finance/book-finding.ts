/**
 * Books a finding of the comparison with the gateway, so that the ledger matches the gateway's report.
 *
 * 1. The payment's facts are fetched from the gateway and booked (`book-payment.ts`). This often resolves the
 *    finding.
 * 2. A payment that the gateway reports and the ledger lacks is credited to its order's wallet, or to the
 *    wallet that finance names. Any other difference is a correction of its payment.
 *
 * Up to the credits limit one person books a finding alone; above the limit a super admin must approve it
 * (`proposals.ts`). The database checks both. A crash leaves the event and its audit row, or neither.
 */
import type { CompiledQuery } from 'kysely';
import { compileAuditRows } from '@sachet/db/admin/audit';
import { resolveNoticesStatement } from '@sachet/db/admin/notices';
import {
  decisionStatement,
  findWaitingBooking,
  readAdjustableAlone,
  spendsFrom,
  type CreditsProposal,
} from '@sachet/db/admin/proposals';
import { violates } from '@sachet/db/constraint';
import { countCorrections, toCorrectionKey } from '@sachet/db/finance/corrections';
import { refuseLockedDays } from '@sachet/db/finance/months';
import { requestComparisonStatement } from '@sachet/db/finance/comparisons';
import { compareDays } from '@sachet/db/finance/findings';
import { newId } from '@sachet/db/ids';
import { loadException, resolveBooked } from '@sachet/db/finance/exceptions';
import { readBookedPayment } from '@sachet/db/payments/facts';
import { findOrder, findOrderOfWallet } from '@sachet/db/payments/orders';
import type { Command, RefusalCode } from '@sachet/shared/ledger/command';
import { hourMs, startOfIstDay } from '@sachet/shared/time';
import { bookableClasses } from '@sachet/shared/finance/exception';
import { sumGrossPaise, type Finding } from '@sachet/shared/finance/settlement/reconcile';
import { adminActor } from '@sachet/shared/ledger/event';
import { enqueue, type EnqueueDependencies } from '../enqueue.ts';
import { fetchAndBookPayment, type BookingDependencies } from '../payments/book-payment.ts';
import { propose, toAuditEntry, toNotice } from '../admin/proposals.ts';

type FindingDependencies = BookingDependencies & EnqueueDependencies;

export interface BookingRequest {
  readonly exceptionId: number;
  readonly adminUid: string;
  readonly reason: string;
  /** The payer's wallet, if no order names it. */
  readonly walletId?: string | undefined;
}

export type BookingRefusal =
  | RefusalCode
  | 'not_bookable'
  | 'gateway_away'
  | 'payment_needed'
  | 'wallet_needed'
  | 'own_wallet'
  | 'too_many_waiting';

export type BookingOutcome =
  /** `agreed`: the difference no longer exists. */
  | { readonly ok: true; readonly done: 'booked' | 'agreed' }
  | { readonly ok: true; readonly done: 'proposed'; readonly proposalId: string }
  | { readonly ok: false; readonly refusal: BookingRefusal };

const refuse = (refusal: BookingRefusal): BookingOutcome => ({ ok: false, refusal });

/** The event that a booking would append. */
interface Plan {
  readonly walletId: string;
  readonly uid: string;
  readonly amountPaise: number;
  toCommand(id: string, actor: string, reason: string): Command;
}

/** @throws {MonthIsLocked} if the finding is of a month that is signed off. */
export async function bookFinding(
  deps: FindingDependencies,
  { exceptionId, adminUid, reason, walletId }: BookingRequest,
): Promise<BookingOutcome> {
  const { db } = deps;
  const exception = await loadException(db, exceptionId);
  const day = exception?.found_on;
  if (!exception || !day || exception.resolved_at) return refuse('not_bookable');
  if (!bookableClasses.includes(exception.kind)) return refuse('not_bookable');
  const paymentId = exception.payment_id;
  if (paymentId === null) return refuse('not_bookable');
  await refuseLockedDays(db, [day]);
  if (deps.gateway) {
    const fetched = await fetchAndBookPayment(deps, paymentId).catch(() => null);
    if (!fetched) return refuse('gateway_away');
  }
  const id = await toBookingId(deps, { exceptionId, paymentId });
  const finding = await findAgain(deps, { day, kind: exception.kind, subject: exception.subject });
  if (!finding) return { ok: true, done: 'agreed' };

  const plan = await toPlan(deps, finding, { paymentId, walletId });
  if (typeof plan === 'string') return refuse(plan);
  if (await spendsFrom(db, { uid: adminUid, walletId: plan.walletId })) return refuse('own_wallet');
  const left = await readAdjustableAlone(db, adminActor(adminUid));
  if (Math.abs(plan.amountPaise) > left) {
    return proposeBooking(deps, plan, { exceptionId, adminUid, reason });
  }
  const audit = compileAuditRows(db, [
    {
      actor: `user:${adminUid}`,
      action: 'book-finding',
      targetUid: plan.uid,
      details: { exceptionId, walletId: plan.walletId, amountPaise: plan.amountPaise, reason },
      requestKey: toRequestKey(id),
    },
  ]);
  const command = plan.toCommand(id, adminActor(adminUid), reason);
  return append(deps, command, [audit], day);
}

/**
 * Read before the finding, so that concurrent bookings of one difference have the same id. Only one audit row
 * can have it, whether the booking needs an approval or not.
 */
async function toBookingId(
  { db }: BookingDependencies,
  { exceptionId, paymentId }: { exceptionId: number; paymentId: string },
): Promise<string> {
  return `${exceptionId}-${1 + (await countCorrections(db, paymentId))}`;
}

const toRequestKey = (bookingId: string): string => `book-finding:${bookingId}`;

/** Compares the day again: the evidence may be older than the newest report. */
async function findAgain(
  { db }: BookingDependencies,
  { day, kind, subject }: { day: string; kind: string; subject: string },
): Promise<Finding | undefined> {
  const found = await compareDays(db, [day]);
  return found.find((each) => each.class === kind && each.subject === subject);
}

async function toPlan(
  { db, gateway: client }: BookingDependencies,
  { class: kind, subject, day, evidence }: Finding,
  { paymentId, walletId }: { paymentId: string; walletId: string | undefined },
): Promise<Plan | BookingRefusal> {
  const { ledger, gateway } = evidence;
  const inLedger = ledger.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const amountPaise = sumGrossPaise(gateway) - inLedger;
  if (amountPaise === 0 || gateway.some(({ currency }) => currency !== 'INR'))
    return 'not_bookable';
  // The gateway lists the payment twice; crediting it again would repeat the gateway's fault.
  if (kind === 'duplicate' && amountPaise > 0) return 'not_bookable';
  const booked = await readBookedPayment(db, paymentId);
  if (booked) {
    const order = await findOrderOfWallet(db, booked.walletId);
    return {
      walletId: booked.walletId,
      uid: order?.uid ?? booked.walletId,
      amountPaise,
      toCommand: (id, actor, reason) => ({
        type: 'CorrectPayment',
        walletId: booked.walletId,
        idempotencyKey: toCorrectionKey(subject, id),
        actor,
        amountPaise,
        paymentId,
        reason,
        // A correction belongs to the day of the event that it corrects.
        effectiveAtMs: startOfIstDay(day) + 12 * hourMs,
      }),
    };
  }
  if (subject !== `payment ${paymentId}` || amountPaise < 0) return 'payment_needed';
  const known = await client?.fetchPayment(paymentId);
  const gatewayOrderId = known?.ok ? known.value.gatewayOrderId : null;
  const order =
    (gatewayOrderId && (await findOrder(db, { gatewayOrderId }))) ||
    (walletId && (await findOrderOfWallet(db, walletId)));
  if (!order) return 'wallet_needed';
  return {
    walletId: order.wallet_id,
    uid: order.uid,
    amountPaise,
    toCommand: (_id, actor) => ({
      type: 'CreditTopUp',
      walletId: order.wallet_id,
      idempotencyKey: `topup:${paymentId}`,
      actor,
      amountPaise,
      orderId: order.id,
      paymentId,
    }),
  };
}

async function proposeBooking(
  { db }: BookingDependencies,
  { walletId, amountPaise, uid }: Plan,
  { exceptionId, adminUid, reason }: Omit<BookingRequest, 'walletId'>,
): Promise<BookingOutcome> {
  const waiting = await findWaitingBooking(db, exceptionId);
  if (waiting) return { ok: true, done: 'proposed', proposalId: waiting };
  const id = newId('prp');
  const proposed = await db.transaction().execute((trx) =>
    propose(trx, {
      id,
      kind: 'credits',
      wallet_id: walletId,
      amount_paise: amountPaise,
      exception_id: exceptionId,
      target_uid: uid,
      reason,
      proposed_by: adminUid,
      request_key: `book-finding:${id}`,
    }),
  );
  return proposed.ok ? { ...proposed, done: 'proposed' } : refuse('too_many_waiting');
}

/** Null if the proposal is booked, or was decided in the meantime. */
export async function approveBooking(
  deps: FindingDependencies,
  { proposal, adminUid }: { proposal: CreditsProposal; adminUid: string },
): Promise<BookingRefusal | null> {
  const { db } = deps;
  const { id, wallet_id: walletId } = proposal;
  const exception = await loadException(db, proposal.exception_id!);
  const day = exception?.found_on;
  if (!exception?.payment_id || !day) return 'not_bookable';
  await refuseLockedDays(db, [day]);
  for (const uid of [adminUid, proposal.proposed_by]) {
    if (await spendsFrom(db, { uid, walletId })) return 'own_wallet';
  }
  const paymentId = exception.payment_id;
  const requestKey = toRequestKey(
    await toBookingId(deps, { exceptionId: exception.id, paymentId }),
  );
  const finding = await findAgain(deps, { day, kind: exception.kind, subject: exception.subject });
  if (!finding) return 'not_bookable';
  const plan = await toPlan(deps, finding, { paymentId, walletId });
  if (typeof plan === 'string') return plan;
  // The report or the ledger has changed since, so the proposal would be wrong now.
  if (plan.amountPaise !== proposal.amount_paise || plan.walletId !== walletId)
    return 'not_bookable';
  const entry = toAuditEntry(proposal, 'approve', `user:${adminUid}`);
  const command = plan.toCommand(id, adminActor(proposal.proposed_by), proposal.reason);
  const outcome = await append(
    deps,
    command,
    [
      decisionStatement(db, { id, status: 'approved', decidedBy: adminUid, note: null }),
      resolveNoticesStatement(db, toNotice(id)),
      compileAuditRows(db, [
        {
          ...entry,
          details: { ...entry.details, idempotencyKey: command.idempotencyKey },
          requestKey,
        },
      ]),
    ],
    day,
  );
  return outcome.ok ? null : outcome.refusal;
}

async function append(
  deps: FindingDependencies,
  command: Command,
  also: readonly CompiledQuery[],
  day: string,
): Promise<BookingOutcome> {
  try {
    const compare = requestComparisonStatement(deps.db, [day]);
    const outcome = await deps.ledger.append(command, [...also, compare]);
    if (!outcome.ok) {
      const isCredit = command.type === 'CreditTopUp';
      // A webhook has credited the payment in the meantime.
      if (isCredit && isCredited(outcome.refusal)) return refuse('not_bookable');
      return refuse(outcome.refusal);
    }
  } catch (error) {
    if (violates(error, 'credit_own_wallet')) return refuse('own_wallet');
    if (violates(error, 'credit_needs_approval') || violates(error, 'admin_audit_request')) {
      return refuse('idempotency_conflict');
    }
    throw error;
  }
  if (command.type === 'CreditTopUp') await bookWhatFollows(deps, command.paymentId);
  await enqueue(deps, { name: 'compare-days' });
  return { ok: true, done: 'booked' };
}

const isCredited = (refusal: RefusalCode): boolean =>
  refusal === 'payment_already_credited' || refusal === 'idempotency_conflict';

/** Books refunds and disputes of a payment that was just credited; webhooks book the later ones. */
async function bookWhatFollows(deps: BookingDependencies, paymentId: string): Promise<void> {
  if (deps.gateway) await fetchAndBookPayment(deps, paymentId).catch(() => null);
  await resolveBooked(deps.db, paymentId);
}
