/** The campaign for bringing friends, and gift codes. Every change has its audit row. */
import {
  endGiftCode,
  findGiftCode,
  loadGiftCode,
  newGiftCode,
  readGiftCodes,
  type GiftCode as StoredGiftCode,
} from '@sachet/db/people/gift-codes';
import { countReferrals, readReferralCreditsToday } from '@sachet/db/people/growth';
import { readAdjustableAlone, readCreditsLimit } from '@sachet/db/admin/proposals';
import { readCampaign } from '@sachet/db/people/referrals';
import { changeCampaign, makeGiftCode, type GrowthRefusal } from '@sachet/flows/people/growth';
import type { GiftCode } from '@sachet/shared/people/contracts/growth';
import { paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { refundWindowDays } from '@sachet/shared/people/referral';
import { adminActor } from '@sachet/shared/ledger/event';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { tooManyWaiting } from '../admin/acting.ts';
import { audited } from '../admin/audited.ts';
import { toAdminProposal, toCampaign } from '../admin/proposal-view.ts';
import { settleProposal, wasDecidedAlone } from '../admin/proposals.ts';

/** The most gift codes that the page lists. */
const listed = 100;

export const getAdminGrowth = route('GET /api/admin/growth', {
  weight: 3,
  async handle({ deps: { db }, caller }) {
    const [campaign, usedToday, referrals, giftCodes, limit, campaignLimit] = await Promise.all([
      readCampaign(db),
      readReferralCreditsToday(db),
      countReferrals(db),
      readGiftCodes(db, listed),
      readAdjustableAlone(db, adminActor(caller.uid)),
      readCreditsLimit(db),
    ]);
    return ok({
      campaign: toCampaign(campaign),
      usedToday: rupeesFromPaise(usedToday),
      windowDays: refundWindowDays,
      referrals,
      giftCodes: giftCodes.map(toGiftCode),
      giftLimit: rupeesFromPaise(limit),
      campaignLimit: rupeesFromPaise(campaignLimit),
    });
  },
});

export const postAdminCampaign = route('POST /api/admin/campaign', {
  async handle({ deps, caller, body }) {
    const terms = {
      is_on: body.isOn,
      friend_paise: paiseFromRupees(body.friendGets)!,
      inviter_paise: paiseFromRupees(body.inviterGets)!,
      minimum_paise: paiseFromRupees(body.minimumTopUp)!,
      friends_at_most: body.friendsAtMost,
      day_budget_paise: paiseFromRupees(body.dailyBudget)!,
    };
    const { db } = deps;
    const outcome = await changeCampaign(db, { terms, adminUid: caller.uid, reason: body.reason });
    if (!outcome.ok) throw toGrowthRefusal(outcome.refusal);
    const proposal =
      outcome.done === 'proposed' ? await settleProposal(deps, caller, outcome.proposalId) : null;
    const campaign = toCampaign(await readCampaign(db));
    if (!proposal || wasDecidedAlone(proposal)) return ok({ campaign, proposal: null });
    return reply(202, { campaign, proposal: toAdminProposal(proposal) });
  },
});

export const postAdminGiftCodes = route('POST /api/admin/gift-codes', {
  async handle({ deps, caller, body: { uses, note, days, amount } }) {
    const { db } = deps;
    const code = newGiftCode();
    const amountPaise = paiseFromRupees(amount)!;
    const terms = { code, amountPaise, uses, note, days, adminUid: caller.uid };
    const outcome = await makeGiftCode(db, terms);
    if (!outcome.ok) throw toGrowthRefusal(outcome.refusal);
    if (outcome.done === 'made') {
      return reply(201, { code, giftCode: toGiftCode(outcome.giftCode), proposal: null });
    }
    const proposal = await settleProposal(deps, caller, outcome.proposalId);
    if (!wasDecidedAlone(proposal)) {
      return reply(202, { code, giftCode: null, proposal: toAdminProposal(proposal) });
    }
    const giftCode = toGiftCode((await findGiftCode(db, code))!);
    return reply(201, { code, giftCode, proposal: null });
  },
});

function toGrowthRefusal(refusal: GrowthRefusal): Refusal {
  switch (refusal) {
    case 'needs_reason':
      return new Refusal(
        'invalid',
        'Enter a reason. This is above what one admin may give alone.',
        {
          field: 'reason',
        },
      );
    case 'campaign_waiting':
      return new Refusal(
        'wrong_state',
        'Another change of the campaign waits for a second super admin. Decide that first.',
      );
    case 'too_many_waiting':
      return tooManyWaiting();
    default:
      return refusal satisfies never;
  }
}

export const postAdminGiftCodesEnd = route('POST /api/admin/gift-codes/end', {
  async handle({ deps: { db }, caller, body }) {
    const { id } = body;
    const isEnded = await audited(db, caller, { action: 'end-gift-code', details: { id } }, (trx) =>
      endGiftCode(trx, id),
    );
    const giftCode = await loadGiftCode(db, id);
    if (!giftCode) throw new Refusal('not_found', 'There is no such gift code.');
    if (!isEnded && giftCode.ended_at === null) throw new Error('the code was not ended');
    return ok(toGiftCode(giftCode));
  },
});

function toGiftCode(stored: StoredGiftCode): GiftCode {
  return {
    id: stored.id,
    amount: rupeesFromPaise(stored.amount_paise),
    uses: stored.uses,
    used: stored.used,
    note: stored.note,
    madeBy: stored.made_by,
    madeAt: stored.made_at.toISOString(),
    expiresAt: stored.expires_at.toISOString(),
    state: toState(stored),
  };
}

function toState({ ended_at, expires_at, used, uses }: StoredGiftCode): GiftCode['state'] {
  if (ended_at !== null) return 'ended';
  if (used >= uses) return 'used_up';
  return expires_at.getTime() <= Date.now() ? 'expired' : 'open';
}
