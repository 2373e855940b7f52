/** Commands to the ledger. Imperative; each accepted command becomes one event. */
import type { PaidTool } from '../sales.ts';

interface CommandBase {
  readonly walletId: string;
  /** Unique per wallet. The same key with the same request returns the first outcome. */
  readonly idempotencyKey: string;
  readonly actor: string;
  /** Defaults to the moment of recording. Milliseconds since the epoch. */
  readonly effectiveAtMs?: number;
}

interface Spending {
  /** The revenue account is `revenue:{tool}`. */
  readonly tool: PaidTool;
  readonly memberUid: string;
  readonly generationId?: string;
  readonly conversationId?: string;
  /**
   * Paise of the locked bonus that this purchase releases, as `BonusReleased` before its own event. They were
   * taken from the allowance of `allowanceDay` before.
   */
  readonly releasesPaise?: number;
  /** A day in India, `2026-11-29`. */
  readonly allowanceDay?: string;
}

export type Command = CommandBase &
  /** Promotional credits. The key names the person, the referral or the gift code. */
  (
    | {
        readonly type: 'CreditSignupBonus';
        readonly amountPaise: number;
        /** The part that waits until the person of `actor` is verified. Defaults to nothing. */
        readonly lockedPaise?: number;
      }
    /** Releases the whole locked amount. */
    | { readonly type: 'ReleaseBonus'; readonly reason: string }
    | { readonly type: 'CreditReferral'; readonly amountPaise: number }
    | { readonly type: 'RedeemGiftCode'; readonly amountPaise: number }
    | {
        readonly type: 'CreditTopUp';
        readonly amountPaise: number;
        readonly orderId: string;
        readonly paymentId: string;
      }
    | {
        /** Reserves the amount of a refund, so that it cannot be spent while the gateway is asked. */
        readonly type: 'ReserveRefund';
        readonly holdId: string;
        readonly amountPaise: number;
        readonly paymentId: string;
        /** As in `PlaceHold`. */
        readonly expiresAtMs: number;
      }
    | {
        /** A fact: the gateway has paid the refund out. */
        readonly type: 'RefundTopUp';
        readonly amountPaise: number;
        readonly paymentId: string;
        /** The hold of `ReserveRefund`. The event releases the hold if it is still open. */
        readonly holdId?: string;
      }
    /** Facts: a refund came back to us, a bank took back a payment's money, or a bank returned it. */
    | { readonly type: 'ReturnRefund'; readonly amountPaise: number; readonly paymentId: string }
    | { readonly type: 'DisputeTopUp'; readonly amountPaise: number; readonly paymentId: string }
    | { readonly type: 'WinDispute'; readonly amountPaise: number; readonly paymentId: string }
    | {
        /** Two people of finance correct the ledger's facts about a payment. */
        readonly type: 'CorrectPayment';
        /** Signed. */
        readonly amountPaise: number;
        readonly paymentId: string;
        readonly reason: string;
      }
    | ({
        readonly type: 'PlaceHold';
        readonly holdId: string;
        readonly amountPaise: number;
        /** When a sweep may expire the hold, in milliseconds since the epoch. */
        readonly expiresAtMs: number;
        /** The charge for a smaller copy of the same picture, which counts towards the price of this copy. */
        readonly upgradesSeq?: number;
      } & Spending)
    | {
        readonly type: 'CaptureHold';
        readonly holdId: string;
        /** At most the hold; the rest is released. Defaults to the whole hold. */
        readonly amountPaise?: number;
      }
    | { readonly type: 'VoidHold'; readonly holdId: string; readonly reason?: string }
    | { readonly type: 'ExpireHold'; readonly holdId: string }
    | ({ readonly type: 'Charge'; readonly amountPaise: number } & Spending)
    | {
        readonly type: 'RefundCharge';
        readonly amountPaise: number;
        readonly chargeSeq: number;
        readonly reason?: string;
      }
    | {
        readonly type: 'AdjustByAdmin';
        /** Signed. */
        readonly amountPaise: number;
        readonly reason: string;
      }
    | {
        /** Clears granted or paid-in money from a closed wallet. */
        readonly type: 'ClearWallet';
        readonly amountPaise: number;
        readonly to: 'promotions' | 'unclaimed';
        readonly reason: string;
      }
  );

export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;

/** Why the ledger refused a command. A refusal is a value and leaves no trace in the ledger. */
export type RefusalCode =
  | 'command_invalid'
  | 'wallet_not_found'
  | 'amount_invalid'
  | 'reason_required'
  | 'insufficient_funds'
  | 'unverified_funds'
  | 'nothing_locked'
  | 'budget_exceeded'
  | 'hold_not_found'
  | 'hold_exists'
  | 'hold_already_resolved'
  | 'hold_not_expired'
  | 'capture_exceeds_hold'
  | 'charge_not_found'
  | 'refund_exceeds_charge'
  | 'payment_not_found'
  | 'payment_already_credited'
  | 'refund_exceeds_payment'
  | 'dispute_exceeds_payment'
  | 'idempotency_conflict'
  | 'ledger_busy';

/** Years 1900 to 2199: the range of timestamps that survives a database round trip, to the millisecond. */
const earliestMs = Date.UTC(1900, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);

const isMoment = (ms: number): boolean => Number.isInteger(ms) && ms >= earliestMs && ms < latestMs;

/** Whether the texts and numbers of a command can be recorded and hashed as they are. */
export function isWellFormed(command: Command): boolean {
  for (const [name, value] of Object.entries(command)) {
    if (typeof value === 'string' && value.includes('\0')) return false;
    if (value !== undefined && name.endsWith('AtMs') && !isMoment(value as number)) return false;
  }
  if (!command.walletId || !command.idempotencyKey || !hasOwnKey(command)) return false;
  if (locksWithoutUser(command)) return false;
  const seq = namedChargeSeq(command);
  return seq === undefined || Number.isSafeInteger(seq);
}

/** A bonus is locked for the user who gets it. */
const locksWithoutUser = (command: Command): boolean =>
  'lockedPaise' in command && command.lockedPaise !== undefined && !/^user:./s.test(command.actor);

/** The prefix of a key that only identifies the command's hold: `hold:hold_01`. */
const holdKeyPrefixes: Partial<Record<CommandType, string>> = {
  PlaceHold: 'hold:',
  ReserveRefund: 'hold:',
  CaptureHold: 'capture:',
  VoidHold: 'void:',
  ExpireHold: 'expire:',
};

/**
 * Whether a key with such a prefix belongs to this command; other commands may not use it. The ledger stores
 * no separate entry for such a key: the hold identifies it, because a hold is placed once and ended once.
 */
function hasOwnKey(command: Command): boolean {
  const { type, idempotencyKey } = command;
  const isOfHold = Object.values(holdKeyPrefixes).some((prefix) =>
    idempotencyKey.startsWith(prefix),
  );
  return (
    !isOfHold ||
    ('holdId' in command && idempotencyKey === `${holdKeyPrefixes[type]}${command.holdId}`)
  );
}

/** Sequence number of the earlier charge that the command names, if it names one. */
export function namedChargeSeq(command: Command): number | undefined {
  if ('chargeSeq' in command) return command.chargeSeq;
  return 'upgradesSeq' in command ? command.upgradesSeq : undefined;
}
