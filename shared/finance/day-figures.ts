/**
 * A day's figures for finance. Each event belongs to exactly one figure, so that the figures add up to the
 * change of the liabilities.
 */
import type { DayTotal } from './day-close.ts';
import type { EventKind } from '../ledger/event.ts';
import { byPaidTool, type PaidTool, toTool } from '../sales.ts';

/** Paise. The amount owed changes by `topUps - paidBack + given - cleared - used`. */
export interface MovedPaise {
  readonly topUps: number;
  /** Refunds, disputes and corrections, less returned refunds and disputes that were won. */
  readonly paidBack: number;
  /** Bonuses, and credits that admins added or took. */
  readonly given: number;
  /** The money that was cleared from closed wallets. */
  readonly cleared: number;
  /** Purchases minus refunds. */
  readonly used: number;
}

export interface DayFigures extends MovedPaise {
  /** The sum is `used`: tools of a newer release, which was rolled back, come under their ids. */
  readonly usedByTool: Readonly<Record<PaidTool, number>> & Readonly<Record<string, number>>;
}

/** The figure of each kind of event; null for kinds that move no money. */
const figureByKind = {
  TopUpCredited: 'topUps',
  TopUpRefunded: 'paidBack',
  RefundReturned: 'paidBack',
  TopUpDisputed: 'paidBack',
  DisputeWon: 'paidBack',
  GatewayCorrected: 'paidBack',
  SignupBonusCredited: 'given',
  ReferralCredited: 'given',
  GiftCodeRedeemed: 'given',
  AdjustedByAdmin: 'given',
  WalletCleared: 'cleared',
  HoldCaptured: 'used',
  Charged: 'used',
  ChargeRefunded: 'used',
  BonusReleased: null,
  HoldPlaced: null,
  HoldVoided: null,
  HoldExpired: null,
} as const satisfies Record<EventKind, keyof MovedPaise | null>;

export const getKinds = (figure: keyof MovedPaise): EventKind[] =>
  (Object.keys(figureByKind) as EventKind[]).filter((kind) => figureByKind[kind] === figure);

/** Whether the wallets gain the amount of a figure. */
const isGain: Record<keyof MovedPaise, boolean> = {
  topUps: true,
  paidBack: false,
  given: true,
  cleared: false,
  used: false,
};

export function toDayFigures(totals: readonly DayTotal[]): DayFigures {
  const moved = { topUps: 0, paidBack: 0, given: 0, cleared: 0, used: 0 };
  const usedByTool: Record<string, number> & Record<PaidTool, number> = byPaidTool(() => 0);
  for (const { kind, account, amountPaise } of totals) {
    const figure = figureByKind[kind];
    if (figure === null || amountPaise === 0) continue;
    moved[figure] += isGain[figure] ? amountPaise : -amountPaise;
    const tool = toTool(account);
    if (figure === 'used' && tool) usedByTool[tool] = (usedByTool[tool] ?? 0) - amountPaise;
  }
  return { ...moved, usedByTool };
}

export const getChange = ({ topUps, paidBack, given, cleared, used }: MovedPaise): number =>
  topUps - paidBack + given - cleared - used;
