/**
 * Money of a top-up goes back to whoever paid it (docs/decisions/0010).
 *
 * 1. `reserveRefund` reserves it (`hold:<hold>`) with the refund's row and tells the queue.
 * 2. The worker asks the gateway (`makeRefund`). Our refund's id is the gateway's idempotency key, so
 *    that asking again is the same refund.
 * 3. What the gateway paid out is debited (`refund:<the gateway's refund>`), what it did not is given
 *    back (`void:<hold>`), with the row's end. A refund made on the gateway's own dashboard is debited
 *    under the same key.
 *
 * | it dies …                    | what happens                                             |
 * | ---------------------------- | -------------------------------------------------------- |
 * | before 1 commits             | nothing was reserved                                     |
 * | after 1                      | the sweep queues the job                                 |
 * | after the gateway was asked  | it is asked again, or its webhook comes                  |
 * | in 3                         | the idempotency key decides                              |
 */
import type { CompiledQuery, Kysely } from 'kysely';
import { violates } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { openException } from '@sachet/db/payments/exceptions';
import {
  loadRefund,
  markRefundPending,
  refundEndStatement,
  refundReservedStatement,
  type PaymentRefund,
} from '@sachet/db/payments/refunds';
import type { Database } from '@sachet/db/tables';
import { readCreditedPayment } from '@sachet/db/wallets/wallets';
import type { GatewayRefund, PaymentGateway } from '@sachet/payments/gateway';
import type { RefundEvent } from '@sachet/payments/webhook-event';
import type { JobQueue } from '@sachet/queue/queue';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly gateway: PaymentGateway | null;
}

/** Longer than a gateway takes to report a refund's result; afterwards a sweep releases the hold. */
const reservedForMs = 30 * 24 * 60 * 60 * 1000;

export interface RefundRequest {
  readonly paymentId: string;
  readonly walletId: string;
  readonly amountPaise: number;
  readonly reason: string;
  /** Who gets the refund asked for, as the row and the ledger name them. */
  readonly requestedBy: string;
  readonly actor: string;
  /** Of that requester. */
  readonly idempotencyKey: string;
  /** Statements that commit with the reservation or not at all. */
  readonly also?: (refundId: string) => CompiledQuery[];
}

/**
 * Returns its id, or why it was not reserved: another refund of this wallet is under way, this key
 * has one, or the ledger refused.
 */
export async function reserveRefund(
  {
    db,
    ledger,
    queue,
    log,
  }: Omit<Dependencies, 'gateway'> & {
    readonly queue: Pick<JobQueue, 'add'>;
    readonly log: { error(details: object, message: string): void };
  },
  request: RefundRequest,
): Promise<{ refundId: string } | 'refund_under_way' | 'key_reused' | 'refused'> {
  const refundId = newId('rfd');
  const holdId = refundId.replace('rfd_', 'hold_');
  const row = {
    id: refundId,
    payment_id: request.paymentId,
    wallet_id: request.walletId,
    hold_id: holdId,
    amount_paise: request.amountPaise,
    reason: request.reason,
    requested_by: request.requestedBy,
    idempotency_key: request.idempotencyKey,
  };
  try {
    const outcome = await ledger.append(
      {
        type: 'ReserveRefund',
        walletId: request.walletId,
        idempotencyKey: `hold:${holdId}`,
        actor: request.actor,
        holdId,
        amountPaise: request.amountPaise,
        paymentId: request.paymentId,
        expiresAtMs: Date.now() + reservedForMs,
      },
      [refundReservedStatement(db, row), ...(request.also?.(refundId) ?? [])],
    );
    if (!outcome.ok) return 'refused';
  } catch (error) {
    if (violates(error, 'payment_refund_open')) return 'refund_under_way';
    if (violates(error, 'payment_refund_requested_by_idempotency_key_key')) return 'key_reused';
    throw error;
  }
  await queue.add({ name: 'refund', refundId }).catch((error: unknown) => {
    log.error({ err: error, refundId }, 'the queue did not take a refund; a sweep will');
  });
  return { refundId };
}

/** Requests the refund from the gateway, or reads its status. Throws where a retry may help. */
export async function makeRefund(deps: Dependencies, refundId: string): Promise<void> {
  const refund = await loadRefund(deps.db, { id: refundId });
  if (!refund || refund.status === 'processed' || refund.status === 'failed') return;
  const answer =
    refund.gateway_refund_id === null
      ? await deps.gateway!.refund({
          paymentId: refund.payment_id,
          amountPaise: refund.amount_paise,
          idempotencyKey: refund.id,
          receipt: refund.id,
        })
      : await deps.gateway!.fetchRefund(refund.gateway_refund_id);
  if (answer.ok) return applyGatewayRefund(deps, refund, answer.value);
  if (answer.failure === 'unreachable') throw new Error(answer.reason);
  await voidRefund(deps, refund, { failure: answer.reason, gatewayRefundId: null });
}

/** After an event about a refund at the gateway: reads its status there and applies it. */
export async function processRefundEvent(deps: Dependencies, { id }: RefundEvent): Promise<void> {
  const said = await deps.gateway!.fetchRefund(id);
  if (!said.ok) throw new Error(said.reason);
  const { receipt } = said.value;
  const refund =
    (await loadRefund(deps.db, { gatewayRefundId: id })) ??
    (receipt === null ? undefined : await loadRefund(deps.db, { id: receipt }));
  if (!refund) return debitForeignRefund(deps, said.value);
  if (refund.status === 'processed' || refund.status === 'failed') return;
  await applyGatewayRefund(deps, refund, said.value);
}

/** Brings our row and the ledger to what the gateway says of the refund now. */
async function applyGatewayRefund(
  deps: Dependencies,
  refund: PaymentRefund,
  said: GatewayRefund,
): Promise<void> {
  switch (said.status) {
    case 'pending':
      return markRefundPending(deps.db, { id: refund.id, gatewayRefundId: said.id });
    case 'failed':
      return voidRefund(deps, refund, {
        failure: 'The gateway could not pay it out.',
        gatewayRefundId: said.id,
      });
    case 'processed':
      return debit(deps, refund, said);
    default:
      return said.status satisfies never;
  }
}

async function debit(
  { db, ledger }: Dependencies,
  refund: PaymentRefund,
  said: GatewayRefund,
): Promise<void> {
  const outcome = await ledger.append(
    {
      type: 'RefundTopUp',
      walletId: refund.wallet_id,
      idempotencyKey: `refund:${said.id}`,
      actor: refund.requested_by,
      amountPaise: said.amountPaise,
      paymentId: refund.payment_id,
      holdId: refund.hold_id,
    },
    [refundEndStatement(db, refund.id, { status: 'processed', gatewayRefundId: said.id })],
  );
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
  await reportException({ db }, said, outcome.refusal);
}

async function voidRefund(
  { db, ledger }: Dependencies,
  refund: PaymentRefund,
  end: { failure: string; gatewayRefundId: string | null },
): Promise<void> {
  const outcome = await ledger.append(
    {
      type: 'VoidHold',
      walletId: refund.wallet_id,
      idempotencyKey: `void:${refund.hold_id}`,
      actor: 'worker',
      holdId: refund.hold_id,
      reason: 'refund failed',
    },
    [refundEndStatement(db, refund.id, { status: 'failed', ...end })],
  );
  if (!outcome.ok && outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
}

/** A refund that somebody made at the gateway: the money has left, so the wallet is debited too. */
async function debitForeignRefund(deps: Dependencies, said: GatewayRefund): Promise<void> {
  if (said.status !== 'processed') return;
  const payment = await readCreditedPayment(deps.db, said.paymentId);
  if (!payment) return reportException(deps, said, 'payment_not_found');
  const outcome = await deps.ledger.append({
    type: 'RefundTopUp',
    walletId: payment.wallet_id,
    idempotencyKey: `refund:${said.id}`,
    actor: 'gateway',
    amountPaise: said.amountPaise,
    paymentId: said.paymentId,
  });
  if (outcome.ok) return;
  if (outcome.refusal === 'ledger_busy') throw new Error('the ledger is busy');
  await reportException(deps, said, outcome.refusal);
}

async function reportException(
  { db }: Pick<Dependencies, 'db'>,
  { id, paymentId, amountPaise, status }: GatewayRefund,
  words: string,
): Promise<void> {
  const detail = { status, amountPaise, words };
  await openException(db, { kind: 'refund_refused', subject: id, paymentId, detail });
}
