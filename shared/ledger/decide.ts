/**
 * The rules. `decide` turns a command into the resulting event, or into a refusal. Pure: the clock is an
 * argument, and only the given state is read.
 */
import { istMonth } from '../time.ts';
import type { Command, CommandOf, RefusalCode } from './command.ts';
import {
  eventFields,
  type DecidedEvent,
  type EventDetails,
  type EventKind,
  type Field,
  type promotionKinds,
} from './event.ts';
import {
  availablePaise,
  type ChargeState,
  type HoldState,
  type LedgerState,
  type PaymentState,
} from './state.ts';

export type Decision =
  | {
      readonly ok: true;
      readonly event: DecidedEvent;
      /** The release that the event needs; both are recorded, or neither. */
      readonly release?: DecidedEvent;
    }
  | { readonly ok: false; readonly refusal: RefusalCode };

const refuse = (refusal: RefusalCode): Decision => ({ ok: false, refusal });

const nothing = Object.fromEntries(
  Object.entries<Field>(eventFields)
    .filter(([, { nullable }]) => nullable)
    .map(([name]) => [name, null]),
);

const toEvent = <Kind extends EventKind>(
  kind: Kind,
  command: Command,
  details: EventDetails<Kind>,
): DecidedEvent =>
  ({ ...nothing, actor: command.actor, kind, ...details }) as unknown as DecidedEvent;

const accept = <Kind extends EventKind>(
  kind: Kind,
  command: Command,
  details: EventDetails<Kind>,
): Decision => ({ ok: true, event: toEvent(kind, command, details) });

/** Maximum of one movement, in paise: ₹10 crore. Sums of many movements stay far inside safe integers. */
const maxAmountPaise = 10_000_000_000;

function isAmount(paise: number): boolean {
  return Number.isSafeInteger(paise) && paise > 0 && paise <= maxAmountPaise;
}

const gateway = 'gateway:razorpay';

export function decide(command: Command, state: LedgerState, nowMs: number): Decision {
  if ('amountPaise' in command && command.amountPaise !== undefined) {
    const isSigned = command.type === 'AdjustByAdmin' || command.type === 'CorrectPayment';
    const size = isSigned ? Math.abs(command.amountPaise) : command.amountPaise;
    if (!isAmount(size)) return refuse('amount_invalid');
  }
  switch (command.type) {
    case 'CreditSignupBonus':
      return creditSignupBonus(command, state);
    case 'ReleaseBonus':
      return releaseBonus(command, state);
    case 'CreditReferral':
      return give('ReferralCredited', command);
    case 'RedeemGiftCode':
      return give('GiftCodeRedeemed', command);
    case 'CreditTopUp':
      return creditTopUp(command, state);
    case 'ReserveRefund':
      return reserveRefund(command, state);
    case 'RefundTopUp':
    case 'ReturnRefund':
    case 'DisputeTopUp':
    case 'WinDispute':
      return bookPaymentFact(command, state);
    case 'CorrectPayment':
      return correctPayment(command, state);
    case 'PlaceHold':
      return withRelease(command, state, (unlocked) => placeHold(command, unlocked, nowMs));
    case 'CaptureHold':
      return captureHold(command, state);
    case 'VoidHold':
      return releaseHold('HoldVoided', command, state);
    case 'ExpireHold':
      if (state.hold?.status === 'open' && nowMs < state.hold.expiresAtMs) {
        return refuse('hold_not_expired');
      }
      return releaseHold('HoldExpired', command, state);
    case 'Charge':
      return withRelease(command, state, (unlocked) => charge(command, unlocked, nowMs));
    case 'RefundCharge':
      return refundCharge(command, state);
    case 'AdjustByAdmin':
      return adjustByAdmin(command, state);
    case 'ClearWallet':
      return clearWallet(command, state);
    default:
      return command satisfies never;
  }
}

/** A promotional credit. Its limits are checked by the statements that commit with it. */
function give(
  kind: (typeof promotionKinds)[number],
  command: CommandOf<'CreditSignupBonus' | 'CreditReferral' | 'RedeemGiftCode'>,
  lockedPaise: number | null = null,
): Decision {
  return accept(kind, command, {
    amountPaise: command.amountPaise,
    heldPaise: 0,
    lockedPaise,
    counterAccount: 'promotions',
  });
}

function creditSignupBonus(
  command: CommandOf<'CreditSignupBonus'>,
  { wallet }: LedgerState,
): Decision {
  const { lockedPaise } = command;
  if (lockedPaise === undefined) return give('SignupBonusCredited', command);
  const isPart = isAmount(lockedPaise) && lockedPaise <= command.amountPaise;
  // A wallet's locked amount waits for one person.
  if (!isPart || wallet.lockedFor !== null) return refuse('amount_invalid');
  return give('SignupBonusCredited', command, lockedPaise);
}

/** The event that makes a part of the locked amount spendable. It moves no money. */
const toRelease = (command: Command, lockedPaise: number, reason: string): DecidedEvent =>
  toEvent('BonusReleased', command, {
    amountPaise: 0,
    heldPaise: 0,
    lockedPaise: -lockedPaise,
    counterAccount: 'promotions',
    reason,
  });

function releaseBonus(command: CommandOf<'ReleaseBonus'>, { wallet }: LedgerState): Decision {
  if (command.reason.trim() === '') return refuse('reason_required');
  if (wallet.lockedPaise === 0) return refuse('nothing_locked');
  return { ok: true, event: toRelease(command, wallet.lockedPaise, command.reason) };
}

/** Decides a purchase as if the amount that it releases were not locked. */
function withRelease(
  command: CommandOf<'PlaceHold' | 'Charge'>,
  state: LedgerState,
  spend: (state: LedgerState) => Decision,
): Decision {
  const { releasesPaise, allowanceDay } = command;
  if (releasesPaise === undefined) return spend(state);
  if (!isAmount(releasesPaise) || allowanceDay === undefined) return refuse('amount_invalid');
  const { wallet } = state;
  // Another purchase may have released it in the meantime.
  if (wallet.lockedPaise === 0) return spend(state);
  const released = Math.min(releasesPaise, wallet.lockedPaise);
  const unlocked = { ...wallet, lockedPaise: wallet.lockedPaise - released };
  const decision = spend({ ...state, wallet: unlocked });
  if (!decision.ok) return decision;
  return { ...decision, release: toRelease(command, released, `allowance ${allowanceDay}`) };
}

function creditTopUp(command: CommandOf<'CreditTopUp'>, state: LedgerState): Decision {
  if (state.payment) return refuse('payment_already_credited');
  return accept('TopUpCredited', command, {
    amountPaise: command.amountPaise,
    heldPaise: 0,
    counterAccount: gateway,
    orderId: command.orderId,
    paymentId: command.paymentId,
  });
}

/** The part of this payment that has not been returned. */
const getLeftPaise = ({ creditedPaise, refundedPaise, disputedPaise }: PaymentState): number =>
  creditedPaise - refundedPaise - disputedPaise;

function reserveRefund(
  command: CommandOf<'ReserveRefund'>,
  { hold, payment, wallet }: LedgerState,
): Decision {
  if (hold) return refuse('hold_exists');
  if (!payment || payment.walletId !== command.walletId) return refuse('payment_not_found');
  if (command.amountPaise > getLeftPaise(payment)) return refuse('refund_exceeds_payment');
  if (command.amountPaise > availablePaise(wallet) - wallet.lockedPaise) {
    return refuse('insufficient_funds');
  }
  return accept('HoldPlaced', command, {
    amountPaise: 0,
    heldPaise: command.amountPaise,
    counterAccount: gateway,
    orderId: payment.orderId,
    paymentId: payment.paymentId,
    holdId: command.holdId,
    holdExpiresAtMs: command.expiresAtMs,
  });
}

/**
 * An action of the gateway, or of a bank through it, on a payment. It has already happened, so it is booked
 * even if it overdraws the wallet; a return is refused only if it exceeds the amount that was taken.
 */
function bookPaymentFact(
  command: CommandOf<'RefundTopUp' | 'ReturnRefund' | 'DisputeTopUp' | 'WinDispute'>,
  state: LedgerState,
): Decision {
  const { payment } = state;
  if (!payment || payment.walletId !== command.walletId) return refuse('payment_not_found');
  const { amountPaise } = command;
  const details = {
    heldPaise: 0,
    counterAccount: gateway,
    orderId: payment.orderId,
    paymentId: payment.paymentId,
  };
  switch (command.type) {
    case 'RefundTopUp': {
      const found = command.holdId === undefined ? null : openHold(command, state, 'refund');
      const released =
        found && 'hold' in found
          ? { heldPaise: -found.hold.amountPaise, holdId: found.hold.holdId }
          : {};
      return accept('TopUpRefunded', command, {
        ...details,
        ...released,
        amountPaise: -amountPaise,
      });
    }
    case 'ReturnRefund':
      if (amountPaise > payment.refundedPaise) return refuse('refund_exceeds_payment');
      return accept('RefundReturned', command, { ...details, amountPaise });
    case 'DisputeTopUp':
      return accept('TopUpDisputed', command, { ...details, amountPaise: -amountPaise });
    case 'WinDispute':
      if (amountPaise > payment.disputedPaise) return refuse('dispute_exceeds_payment');
      return accept('DisputeWon', command, { ...details, amountPaise });
    default:
      return command satisfies never;
  }
}

function correctPayment(command: CommandOf<'CorrectPayment'>, { payment }: LedgerState): Decision {
  if (command.reason.trim() === '') return refuse('reason_required');
  if (!payment || payment.walletId !== command.walletId) return refuse('payment_not_found');
  return accept('GatewayCorrected', command, {
    amountPaise: command.amountPaise,
    heldPaise: 0,
    counterAccount: gateway,
    orderId: payment.orderId,
    paymentId: payment.paymentId,
    reason: command.reason,
  });
}

/** The facts that decide whether a wallet can spend an amount. */
type Spendable = {
  readonly wallet: Pick<LedgerState['wallet'], 'balancePaise' | 'heldPaise' | 'lockedPaise'>;
  readonly memberMonth: Pick<
    NonNullable<LedgerState['memberMonth']>,
    'budgetPaise' | 'spentPaise' | 'heldPaise'
  > | null;
};

/** Funds and budget are decided together under one lock, so that two concurrent commands cannot both win. */
export function refuseSpending(amountPaise: number, state: Spendable): RefusalCode | null {
  const available = availablePaise(state.wallet);
  if (amountPaise > available) return 'insufficient_funds';
  if (amountPaise > available - state.wallet.lockedPaise) return 'unverified_funds';
  const month = state.memberMonth;
  if (month && month.budgetPaise > 0) {
    if (month.spentPaise + month.heldPaise + amountPaise > month.budgetPaise) {
      return 'budget_exceeded';
    }
  }
  return null;
}

function placeHold(command: CommandOf<'PlaceHold'>, state: LedgerState, nowMs: number): Decision {
  if (state.hold) return refuse('hold_exists');
  if (command.upgradesSeq !== undefined && !isUpgradable(command, state.charge)) {
    return refuse('charge_not_found');
  }
  const refusal = refuseSpending(command.amountPaise, state);
  if (refusal) return refuse(refusal);
  return accept('HoldPlaced', command, {
    amountPaise: 0,
    heldPaise: command.amountPaise,
    counterAccount: `revenue:${command.tool}`,
    memberUid: command.memberUid,
    budgetMonth: istMonth(nowMs),
    holdId: command.holdId,
    generationId: command.generationId ?? null,
    conversationId: command.conversationId ?? null,
    upgradesSeq: command.upgradesSeq ?? null,
    holdExpiresAtMs: command.expiresAtMs,
  });
}

/** Whether `charged` is a charge of the same wallet for the same thing and is not fully refunded. */
function isUpgradable(command: CommandOf<'PlaceHold'>, charged: ChargeState | null): boolean {
  return (
    charged !== null &&
    charged.walletId === command.walletId &&
    charged.generationId !== null &&
    charged.generationId === command.generationId &&
    charged.refundedPaise < charged.amountPaise
  );
}

/** Money reserved for a purchase cannot leave as a refund, and vice versa. */
function openHold(
  command: { walletId: string },
  { hold }: LedgerState,
  purpose: 'spending' | 'refund' | 'any',
): { hold: HoldState } | { refusal: RefusalCode } {
  if (!hold || hold.walletId !== command.walletId) return { refusal: 'hold_not_found' };
  const isFor = hold.counterAccount === gateway ? 'refund' : 'spending';
  if (purpose !== 'any' && purpose !== isFor) return { refusal: 'hold_not_found' };
  if (hold.status !== 'open') return { refusal: 'hold_already_resolved' };
  return { hold };
}

/** A hold for a purchase. Only a hold for a refund has no spender. */
type SpendingHold = HoldState & { readonly memberUid: string; readonly month: string };

const toReferences = <Spent extends HoldState | ChargeState>(spent: Spent) => ({
  counterAccount: spent.counterAccount,
  memberUid: spent.memberUid as Spent['memberUid'],
  budgetMonth: spent.month as Spent['month'],
  generationId: spent.generationId,
  conversationId: spent.conversationId,
});

function captureHold(command: CommandOf<'CaptureHold'>, state: LedgerState): Decision {
  const found = openHold(command, state, 'spending');
  if ('refusal' in found) return refuse(found.refusal);
  const amountPaise = command.amountPaise ?? found.hold.amountPaise;
  if (amountPaise > found.hold.amountPaise) return refuse('capture_exceeds_hold');
  return accept('HoldCaptured', command, {
    ...toReferences(found.hold as SpendingHold),
    amountPaise: -amountPaise,
    heldPaise: -found.hold.amountPaise,
    holdId: found.hold.holdId,
    upgradesSeq: found.hold.upgradesSeq,
  });
}

function releaseHold(
  kind: 'HoldVoided' | 'HoldExpired',
  command: CommandOf<'VoidHold' | 'ExpireHold'>,
  state: LedgerState,
): Decision {
  const found = openHold(command, state, 'any');
  if ('refusal' in found) return refuse(found.refusal);
  return accept(kind, command, {
    ...toReferences(found.hold),
    amountPaise: 0,
    heldPaise: -found.hold.amountPaise,
    holdId: found.hold.holdId,
    reason: 'reason' in command ? (command.reason ?? null) : null,
  });
}

function charge(command: CommandOf<'Charge'>, state: LedgerState, nowMs: number): Decision {
  const refusal = refuseSpending(command.amountPaise, state);
  if (refusal) return refuse(refusal);
  return accept('Charged', command, {
    amountPaise: -command.amountPaise,
    heldPaise: 0,
    counterAccount: `revenue:${command.tool}`,
    memberUid: command.memberUid,
    budgetMonth: istMonth(nowMs),
    generationId: command.generationId ?? null,
    conversationId: command.conversationId ?? null,
  });
}

function refundCharge(command: CommandOf<'RefundCharge'>, { charge: charged }: LedgerState) {
  if (!charged || charged.walletId !== command.walletId) return refuse('charge_not_found');
  if (command.amountPaise > charged.amountPaise - charged.refundedPaise) {
    return refuse('refund_exceeds_charge');
  }
  return accept('ChargeRefunded', command, {
    ...toReferences(charged),
    amountPaise: command.amountPaise,
    heldPaise: 0,
    reversesSeq: charged.seq,
    reason: command.reason ?? null,
  });
}

function adjustByAdmin(command: CommandOf<'AdjustByAdmin'>, { wallet }: LedgerState): Decision {
  if (command.reason.trim() === '') return refuse('reason_required');
  if (command.amountPaise < 0 && -command.amountPaise > availablePaise(wallet)) {
    return refuse('insufficient_funds');
  }
  return accept('AdjustedByAdmin', command, {
    amountPaise: command.amountPaise,
    heldPaise: 0,
    counterAccount: 'adjustments',
    reason: command.reason,
  });
}

function clearWallet(command: CommandOf<'ClearWallet'>, { wallet }: LedgerState): Decision {
  if (command.amountPaise > availablePaise(wallet)) return refuse('insufficient_funds');
  // Releases the locked amount that exceeds the rest: a later payment must not be locked.
  const excess = wallet.lockedPaise - (wallet.balancePaise - command.amountPaise);
  return accept('WalletCleared', command, {
    lockedPaise: excess > 0 ? -excess : null,
    amountPaise: -command.amountPaise,
    heldPaise: 0,
    counterAccount: command.to,
    reason: command.reason,
  });
}
