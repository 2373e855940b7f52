/**
 * The book of one batch: the state that its commands need while they are decided one after another, and the
 * rows that are written at the end.
 */
import { namedChargeSeq, type Command } from '@sachet/shared/ledger/command';
import { decide } from '@sachet/shared/ledger/decide';
import { istMonth } from '@sachet/shared/time';
import { encodeRequest } from '@sachet/shared/ledger/encoding';
import {
  currentEncodingVersion,
  type DecidedEvent,
  type LedgerEvent,
} from '@sachet/shared/ledger/event';
import { evolve } from '@sachet/shared/ledger/evolve';
import type {
  ChargeState,
  HoldState,
  LedgerState,
  MemberMonthState,
  PaymentState,
  WalletState,
} from '@sachet/shared/ledger/state';
import { chainHash, eventDigest, sha256, type StoredEvent } from './rows.ts';
import type { Outcome } from './outcome.ts';

/** A wallet and its related values, as read from the database and then updated by every event. */
export interface OpenWallet {
  state: WalletState;
  /** Changes when a wallet's row or a budget was changed by something other than an event. */
  readonly termsVersion: number;
  seq: number;
  head: Buffer;
  /** The head in the database until the batch is written. */
  knownHead: Buffer;
  recordedAtMs: number;
  /** Open holds that were placed since the wallet was read. */
  readonly openHolds: Map<string, HoldState>;
  /** Whether any member has a budget. */
  hasBudgets: boolean;
  /** By member; 0 is unlimited. */
  readonly budgets: Map<string, number>;
  /** For members with a budget, by member and month. */
  readonly memberMonths: Map<string, MemberMonthState>;
}

export interface Book {
  /** True if the book was built from memory: it is valid only if the previous batch is committed. */
  readonly isRemembered: boolean;
  nowMs: number;
  /** The batch's positions are `firstPosition`, `firstPosition + 1`, … */
  firstPosition: number;
  wallets: Map<string, OpenWallet>;
  /** By wallet and idempotency key. */
  earlier: Map<string, StoredEvent>;
  holds: Map<string, HoldState>;
  /** By wallet and sequence number. */
  charges: Map<string, ChargeState>;
  payments: Map<string, PaymentState>;
  recorded: StoredEvent[];
}

export const compositeKey = (...parts: (string | number)[]): string => parts.join('\n');

/**
 * A hash of the request, which shows whether a repeated key has the same request. It is compared with the
 * hash of one event only, so 8 bytes are enough.
 */
export function requestHash(command: Command): Buffer {
  return sha256(encodeRequest(command)).subarray(0, 8);
}

/** Decides one command and, if it is accepted, applies its event to the book. */
export function applyCommand(book: Book, command: Command, hash: Buffer): Outcome {
  const wallet = book.wallets.get(command.walletId);
  if (!wallet) return { ok: false, refusal: 'wallet_not_found' };

  const earlier = book.earlier.get(compositeKey(command.walletId, command.idempotencyKey));
  if (earlier) return toRepeated(earlier, hash);

  // A wallet's history must not run backwards, even if the clock was set back.
  const recordedAtMs = Math.max(book.nowMs, wallet.recordedAtMs);
  const state = stateFor(book, wallet, command, recordedAtMs);
  const decision = decide(command, state, recordedAtMs);
  if (!decision.ok) return decision;

  const apply = (decided: DecidedEvent, before: LedgerState, idempotencyKey: string) => {
    const event: LedgerEvent = {
      ...decided,
      encodingVersion: currentEncodingVersion,
      walletId: command.walletId,
      seq: wallet.seq + 1,
      position: book.firstPosition + book.recorded.length,
      balanceAfterPaise: wallet.state.balancePaise + decided.amountPaise,
      heldAfterPaise: wallet.state.heldPaise + decided.heldPaise,
      effectiveAtMs: command.effectiveAtMs ?? recordedAtMs,
      recordedAtMs,
      idempotencyKey,
    };
    record(book, wallet, evolve(before, event), {
      event,
      requestHash: hash,
      hash: chainHash(wallet.head, eventDigest(event, hash)),
    });
    return event;
  };
  if (decision.release) apply(decision.release, state, `release:${command.idempotencyKey}`);
  const event = apply(decision.event, { ...state, wallet: wallet.state }, command.idempotencyKey);
  return { ok: true, event, replayed: false };
}

/** The outcome of a command whose key was already accepted. */
export function toRepeated({ event, requestHash }: StoredEvent, hash: Buffer): Outcome {
  return requestHash.equals(hash)
    ? { ok: true, event, replayed: true }
    : { ok: false, refusal: 'idempotency_conflict' };
}

function stateFor(
  book: Book,
  wallet: OpenWallet,
  command: Command,
  recordedAtMs: number,
): LedgerState {
  const { walletId } = command;
  const holdId = 'holdId' in command ? command.holdId : undefined;
  const hold =
    (holdId !== undefined && (book.holds.get(holdId) ?? wallet.openHolds.get(holdId))) || null;
  const chargeSeq = namedChargeSeq(command);
  const charge =
    (chargeSeq !== undefined && book.charges.get(compositeKey(walletId, chargeSeq))) || null;
  const payment = 'paymentId' in command ? (book.payments.get(command.paymentId) ?? null) : null;
  // A spending command counts in the month in which it is recorded; a command that undoes it counts in the
  // month of the original.
  const spent =
    'memberUid' in command
      ? { memberUid: command.memberUid, month: istMonth(recordedAtMs) }
      : (hold ?? charge);
  return {
    wallet: wallet.state,
    hold,
    charge,
    payment,
    memberMonth:
      spent && spent.memberUid !== null && spent.month !== null
        ? memberMonth(wallet, spent.memberUid, spent.month)
        : null,
  };
}

function memberMonth(
  wallet: OpenWallet,
  memberUid: string,
  month: string,
): MemberMonthState | null {
  const budgetPaise = wallet.budgets.get(memberUid) ?? 0;
  if (budgetPaise === 0) return null;
  return (
    wallet.memberMonths.get(compositeKey(memberUid, month)) ?? {
      memberUid,
      month,
      budgetPaise,
      spentPaise: 0,
      heldPaise: 0,
    }
  );
}

function record(book: Book, wallet: OpenWallet, next: LedgerState, stored: StoredEvent): void {
  const { event } = stored;
  wallet.state = next.wallet;
  wallet.seq = event.seq;
  wallet.head = stored.hash;
  wallet.recordedAtMs = event.recordedAtMs;
  if (next.hold) {
    book.holds.set(next.hold.holdId, next.hold);
    if (event.kind === 'HoldPlaced') wallet.openHolds.set(next.hold.holdId, next.hold);
    else wallet.openHolds.delete(next.hold.holdId);
  }
  if (next.charge) book.charges.set(compositeKey(event.walletId, next.charge.seq), next.charge);
  if (next.payment) book.payments.set(next.payment.paymentId, next.payment);
  if (next.memberMonth) {
    const { memberUid, month } = next.memberMonth;
    wallet.memberMonths.set(compositeKey(memberUid, month), next.memberMonth);
  }
  book.earlier.set(compositeKey(event.walletId, event.idempotencyKey), stored);
  book.recorded.push(stored);
}
