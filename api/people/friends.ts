/** Bring a friend and gift codes. */
import {
  findInviter,
  openLink,
  readBroughtFriends,
  readCampaign,
  readEarned,
  readOwnReferral,
  type Campaign,
  type ListedReferral,
} from '@sachet/db/people/referrals';
import { redeemGiftCode, type GiftRefusal } from '@sachet/flows/people/gift-code';
import type { Friend, FriendTerms } from '@sachet/shared/people/contracts/growth';
import { rupeesFromPaise } from '@sachet/shared/money';
import { refundWindowDays } from '@sachet/shared/people/referral';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { requireProfile } from '../identity/caller.ts';

/** The most friends that the page lists. */
const listed = 100;

export const getFriends = route('GET /api/friends', {
  weight: 2,
  async handle({ deps: { db }, deps, caller }) {
    const { uid } = await requireProfile(deps, caller);
    const [code, campaign, earned, friends, own] = await Promise.all([
      openLink(db, uid),
      readCampaign(db),
      readEarned(db, uid),
      readBroughtFriends(db, { uid, limit: listed }),
      readOwnReferral(db, uid),
    ]);
    return ok({
      code,
      terms: toTerms(campaign),
      earned: { friends: earned.friends, amount: rupeesFromPaise(earned.paise) },
      friends: friends.map(toBroughtFriend),
      broughtBy: own ? toBroughtBy(own) : null,
    });
  },
});

export const getFriendLink = route('GET /api/friend-link', {
  async handle({ deps: { db }, query }) {
    const inviter = await findInviter(db, query.code);
    if (!inviter) throw new Refusal('not_found', 'This link is not valid any more.');
    return ok({ firstName: inviter.first_name, terms: toTerms(await readCampaign(db)) });
  },
});

function toTerms(campaign: Campaign): FriendTerms {
  return {
    isOn: campaign.is_on,
    friendGets: rupeesFromPaise(campaign.friend_paise),
    inviterGets: rupeesFromPaise(campaign.inviter_paise),
    minimumTopUp: rupeesFromPaise(campaign.minimum_paise),
    windowDays: refundWindowDays,
    friendsAtMost: campaign.friends_at_most,
  };
}

export const toBroughtFriend = (referral: ListedReferral): Friend =>
  toFriend(referral, referral.inviter_paise);

export const toBroughtBy = (referral: ListedReferral): Friend =>
  toFriend(
    {
      ...referral,
      // The row also waits for the inviter's credit.
      status: referral.friend_credited_at ? 'credited' : referral.status,
      inviter_without: null,
    },
    referral.friend_paise,
  );

function toFriend(referral: ListedReferral, paise: number): Friend {
  return {
    firstName: referral.first_name,
    state: referral.status,
    joinedAt: referral.created_at.toISOString(),
    creditOn: referral.due_at?.toISOString() ?? null,
    amount: rupeesFromPaise(paise),
    minimumTopUp: rupeesFromPaise(referral.minimum_paise),
    without: referral.inviter_without,
    because: referral.ended_because,
  };
}

export const postGiftCode = route('POST /api/gift-code', {
  // 24 tries a minute.
  weight: 25,
  async handle({ deps, caller, body }) {
    const { uid, wallet_id: walletId } = await requireProfile(deps, caller);
    const outcome = await redeemGiftCode(deps, { code: body.code, uid, walletId });
    if (!outcome.ok) throw toRefusal(outcome.refusal);
    return ok({
      amount: rupeesFromPaise(outcome.amountPaise),
      walletBalance: rupeesFromPaise(outcome.balancePaise),
    });
  },
});

function toRefusal(refusal: GiftRefusal): Refusal {
  const field = { field: 'code' };
  switch (refusal) {
    case 'unknown':
      return new Refusal('gift_unknown', 'We don’t know this code. Check it and try again.', field);
    case 'redeemed':
      return new Refusal('gift_redeemed', 'You have redeemed this code already.', field);
    case 'used_up':
      return new Refusal('gift_used_up', 'This code has been used up.', field);
    case 'expired':
      return new Refusal('gift_expired', 'This code has expired.', field);
    case 'own_code':
      return new Refusal('gift_own', 'You made this code. Someone else must redeem it.', field);
    case 'busy':
      return new Refusal('unavailable', 'Please try again in a moment.', { retryAfterSeconds: 5 });
    default:
      return refusal satisfies never;
  }
}
