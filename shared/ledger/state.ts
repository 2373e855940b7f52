/** The state that a decision reads. `evolve` derives every part from the events. */

export interface WalletState {
  readonly walletId: string;
  readonly balancePaise: number;
  readonly heldPaise: number;
  /** 0, or the negative amount by which the gateway's facts overdraw the wallet. */
  readonly floorPaise: number;
  /** The part of the available amount that must stay: the bonus of a person who is not verified. */
  readonly lockedPaise: number;
  /** The person whose verification releases the locked amount; null if nothing is locked. */
  readonly lockedFor: string | null;
}

export function availablePaise(wallet: Pick<WalletState, 'balancePaise' | 'heldPaise'>): number {
  return wallet.balancePaise - wallet.heldPaise;
}

export type HoldStatus = 'open' | 'captured' | 'voided' | 'expired';

export interface HoldState {
  readonly holdId: string;
  readonly walletId: string;
  readonly amountPaise: number;
  readonly status: HoldStatus;
  readonly counterAccount: string;
  /** The member who spends. Null, like `month`, if the hold is for a refund. */
  readonly memberUid: string | null;
  /** IST calendar month whose budget the hold counts against, `2026-11`. */
  readonly month: string | null;
  readonly generationId: string | null;
  readonly conversationId: string | null;
  /** `upgradesSeq` of the event that placed the hold. */
  readonly upgradesSeq: number | null;
  readonly expiresAtMs: number;
}

/** The data of a charge or a captured hold that a refund needs. */
export interface ChargeState {
  readonly walletId: string;
  readonly seq: number;
  readonly amountPaise: number;
  readonly refundedPaise: number;
  readonly counterAccount: string;
  readonly memberUid: string;
  readonly month: string;
  readonly generationId: string | null;
  readonly conversationId: string | null;
}

/** Money that came in from outside. */
export interface PaymentState {
  readonly paymentId: string;
  readonly walletId: string;
  readonly orderId: string;
  /** Includes corrections. */
  readonly creditedPaise: number;
  /** Without returned amounts. */
  readonly refundedPaise: number;
  /** Taken back by disputes that were not won. */
  readonly disputedPaise: number;
}

/** A member's spending and budget in one IST month. */
export interface MemberMonthState {
  readonly memberUid: string;
  readonly month: string;
  /** 0 for unlimited. */
  readonly budgetPaise: number;
  readonly spentPaise: number;
  readonly heldPaise: number;
}

/** The slice of the books that one command's decision needs. */
export interface LedgerState {
  readonly wallet: WalletState;
  readonly hold: HoldState | null;
  readonly charge: ChargeState | null;
  readonly payment: PaymentState | null;
  /** The month that the command spends in, or the month of the hold or charge that it resolves. */
  readonly memberMonth: MemberMonthState | null;
}
