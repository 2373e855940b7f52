/** Applies an event to the state. Every projection must equal `evolve` over all events. */
import type { LedgerEvent } from './event.ts';
import type {
  ChargeState,
  HoldState,
  HoldStatus,
  LedgerState,
  MemberMonthState,
  PaymentState,
  WalletState,
} from './state.ts';

export function evolve(state: LedgerState, event: LedgerEvent): LedgerState {
  return {
    wallet: evolveWallet(state.wallet, event),
    hold: evolveHold(state.hold, event),
    charge: evolveCharge(state.charge, event),
    payment: evolvePayment(state.payment, event),
    memberMonth: state.memberMonth && evolveMemberMonth(state.memberMonth, event),
  };
}

export function newWallet(walletId: string): WalletState {
  return {
    walletId,
    balancePaise: 0,
    heldPaise: 0,
    floorPaise: 0,
    lockedPaise: 0,
    lockedFor: null,
  };
}

const mayOverdraw: ReadonlySet<LedgerEvent['kind']> = new Set<LedgerEvent['kind']>([
  'TopUpRefunded',
  'TopUpDisputed',
  'GatewayCorrected',
]);

function evolveWallet(wallet: WalletState, event: LedgerEvent): WalletState {
  const balancePaise = wallet.balancePaise + event.amountPaise;
  const heldPaise = wallet.heldPaise + event.heldPaise;
  const available = balancePaise - heldPaise;
  // Only the gateway's facts lower the floor; money that covers the debt raises the floor again.
  const floorPaise = mayOverdraw.has(event.kind)
    ? Math.min(0, available)
    : Math.min(0, Math.max(wallet.floorPaise, available));
  return {
    walletId: wallet.walletId,
    balancePaise,
    heldPaise,
    floorPaise,
    ...evolveLock(wallet, event),
  };
}

/** A bonus is locked for the person who got it. */
function evolveLock(
  wallet: WalletState,
  { lockedPaise: change, actor }: LedgerEvent,
): Pick<WalletState, 'lockedPaise' | 'lockedFor'> {
  const lockedPaise = wallet.lockedPaise + (change ?? 0);
  if (lockedPaise === 0) return { lockedPaise, lockedFor: null };
  const isNew = change !== null && change > 0;
  return { lockedPaise, lockedFor: isNew ? actor.replace(/^user:/, '') : wallet.lockedFor };
}

const resolvedAs: Partial<Record<LedgerEvent['kind'], HoldStatus>> = {
  HoldCaptured: 'captured',
  HoldVoided: 'voided',
  HoldExpired: 'expired',
  TopUpRefunded: 'captured',
};

export function evolveHold(hold: HoldState | null, event: LedgerEvent): HoldState | null {
  if (event.kind === 'HoldPlaced') {
    return {
      holdId: event.holdId,
      walletId: event.walletId,
      amountPaise: event.heldPaise,
      status: 'open',
      counterAccount: event.counterAccount,
      memberUid: event.memberUid,
      month: event.budgetMonth,
      generationId: event.generationId,
      conversationId: event.conversationId,
      upgradesSeq: event.upgradesSeq,
      expiresAtMs: event.holdExpiresAtMs,
    };
  }
  const status = resolvedAs[event.kind];
  return hold && status && hold.holdId === event.holdId ? { ...hold, status } : hold;
}

/** A charge is created when it is charged or captured, and shrinks when it is refunded. */
export function evolveCharge(charge: ChargeState | null, event: LedgerEvent): ChargeState | null {
  if (event.kind === 'Charged' || event.kind === 'HoldCaptured') {
    return {
      walletId: event.walletId,
      seq: event.seq,
      amountPaise: -event.amountPaise,
      refundedPaise: 0,
      counterAccount: event.counterAccount,
      memberUid: event.memberUid,
      month: event.budgetMonth,
      generationId: event.generationId,
      conversationId: event.conversationId,
    };
  }
  if (event.kind === 'ChargeRefunded' && charge) {
    return { ...charge, refundedPaise: charge.refundedPaise + event.amountPaise };
  }
  return charge;
}

export function evolvePayment(
  payment: PaymentState | null,
  event: LedgerEvent,
): PaymentState | null {
  switch (event.kind) {
    case 'TopUpCredited':
      return {
        paymentId: event.paymentId,
        walletId: event.walletId,
        orderId: event.orderId,
        creditedPaise: event.amountPaise,
        refundedPaise: 0,
        disputedPaise: 0,
      };
    case 'TopUpRefunded':
    case 'RefundReturned':
      return payment && { ...payment, refundedPaise: payment.refundedPaise - event.amountPaise };
    case 'TopUpDisputed':
    case 'DisputeWon':
      return payment && { ...payment, disputedPaise: payment.disputedPaise - event.amountPaise };
    case 'GatewayCorrected':
      return payment && { ...payment, creditedPaise: payment.creditedPaise + event.amountPaise };
    default:
      return payment;
  }
}

/** Captured and charged money is spent, held money is reserved; a refund restores the budget. */
function evolveMemberMonth(month: MemberMonthState, event: LedgerEvent): MemberMonthState {
  if (event.memberUid !== month.memberUid || event.budgetMonth !== month.month) return month;
  return {
    ...month,
    spentPaise: month.spentPaise - event.amountPaise,
    heldPaise: month.heldPaise + event.heldPaise,
  };
}
