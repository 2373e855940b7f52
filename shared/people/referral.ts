/** Pure rules of bringing a friend: docs/product.md, Bring a friend. */

import { dayMs } from '../time.ts';

/** As long as a payment may be complained about (docs/product.md, Refunds). */
export const refundWindowDays = 14;

/** A person who never verifies the phone or the address is not waited for longer, in milliseconds. */
const unverifiedForMs = 90 * dayMs;

export const referralStatuses = ['joined', 'waiting', 'credited', 'ended'] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** Why a referral brought nothing. */
export const referralEnds = ['refunded', 'same_payer', 'closed', 'unverified'] as const;
export type ReferralEnd = (typeof referralEnds)[number];

/** How long after the window a friend may take to spend the money that brings the inviter's credit, ms. */
const unspentForMs = 180 * dayMs;

/** Why only the friend got credit. */
export const inviterWithouts = ['capped', 'closed', 'unspent'] as const;
export type InviterWithout = (typeof inviterWithouts)[number];

/** The facts about a referral whose refund window is over. */
export interface ReferralFacts {
  readonly isCampaignOn: boolean;
  /** Money of the top-up went back, or a bank took it. */
  readonly isRefunded: boolean;
  /** A refund or a dispute of the top-up is in progress. */
  readonly isContested: boolean;
  /** Another account paid with the same UPI address. */
  readonly isSamePayer: boolean;
  /** The friend's account was closed or disabled. */
  readonly isFriendClosed: boolean;
  /** The friend has verified neither a phone nor an address. */
  readonly isFriendUnverified: boolean;
  /** The inviter's account was closed or disabled. */
  readonly isInviterClosed: boolean;
  /** Paid-in money that the friend's wallet has spent; gifts are spent before it. */
  readonly paidSpentPaise: number;
  /** The least top-up that counts. */
  readonly minimumPaise: number;
  readonly dueAtMs: number;
}

export type ReferralVerdict =
  | { readonly does: 'credit' }
  | { readonly does: 'wait' }
  | { readonly does: 'end'; readonly because: ReferralEnd };

const wait: ReferralVerdict = { does: 'wait' };
const end = (because: ReferralEnd): ReferralVerdict => ({ does: 'end', because });

/** Only a top-up that stayed, of another person with an open account, brings credit. */
export function judgeReferral(facts: ReferralFacts, nowMs: number): ReferralVerdict {
  if (facts.isRefunded) return end('refunded');
  if (facts.isSamePayer) return end('same_payer');
  if (facts.isFriendClosed) return end('closed');
  if (facts.isFriendUnverified) {
    return nowMs > facts.dueAtMs + unverifiedForMs ? end('unverified') : wait;
  }
  if (facts.isContested || !facts.isCampaignOn || nowMs < facts.dueAtMs) return wait;
  return { does: 'credit' };
}

export type InviterVerdict =
  | { readonly does: 'credit' }
  | { readonly does: 'wait' }
  | { readonly does: 'finish'; readonly because: InviterWithout };

/**
 * Whether the inviter gets credit, once the friend has it: after the friend has spent the money that counts.
 * Until then it can go back to the friend, and a circle of accounts could take it in turns.
 */
export function judgeInviter(facts: ReferralFacts, nowMs: number): InviterVerdict {
  if (facts.isInviterClosed) return { does: 'finish', because: 'closed' };
  if (facts.paidSpentPaise >= facts.minimumPaise && !facts.isRefunded && !facts.isSamePayer) {
    return facts.isContested || !facts.isCampaignOn ? { does: 'wait' } : { does: 'credit' };
  }
  const isOver =
    facts.isRefunded ||
    facts.isSamePayer ||
    facts.isFriendClosed ||
    nowMs > facts.dueAtMs + unspentForMs;
  return isOver ? { does: 'finish', because: 'unspent' } : { does: 'wait' };
}
