/** The campaign for bringing friends, and gift codes. Every change has its audit row. */
import {
  endGiftCode,
  insertGiftCode,
  loadGiftCode,
  newGiftCode,
  readGiftCodes,
  type GiftCode as StoredGiftCode,
} from '@sachet/db/admin/gift-codes';
import { countReferrals, readReferralCreditsToday, storeCampaign } from '@sachet/db/admin/growth';
import { readAdjustableAlone } from '@sachet/db/admin/proposals';
import { violates } from '@sachet/db/constraint';
import { readCampaign, type Campaign as StoredCampaign } from '@sachet/db/people/referrals';
import { adminActor } from '@sachet/flows/credits';
import type { Campaign, GiftCode } from '@sachet/shared/contracts/growth';
import { dayMs } from '@sachet/shared/ledger/calendar';
import { formatPrice, paiseFromRupees, rupeesFromPaise } from '@sachet/shared/money';
import { refundWindowDays } from '@sachet/shared/referral';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { audited } from './audited.ts';

/** The most gift codes that the page lists. */
const listed = 100;

export const getAdminGrowth = route('GET /api/admin/growth', {
  weight: 3,
  async handle({ deps: { db }, caller }) {
    const [campaign, usedToday, referrals, giftCodes, limit] = await Promise.all([
      readCampaign(db),
      readReferralCreditsToday(db),
      countReferrals(db),
      readGiftCodes(db, listed),
      readAdjustableAlone(db, adminActor(caller.uid)),
    ]);
    return ok({
      campaign: toCampaign(campaign),
      usedToday: rupeesFromPaise(usedToday),
      windowDays: refundWindowDays,
      referrals,
      giftCodes: giftCodes.map(toGiftCode),
      giftLimit: rupeesFromPaise(limit),
    });
  },
});

export const postAdminCampaign = route('POST /api/admin/campaign', {
  async handle({ deps: { db }, caller, body }) {
    const terms = {
      is_on: body.isOn,
      friend_paise: paiseFromRupees(body.friendGets)!,
      inviter_paise: paiseFromRupees(body.inviterGets)!,
      minimum_paise: paiseFromRupees(body.minimumTopUp)!,
      friends_at_most: body.friendsAtMost,
      day_budget_paise: paiseFromRupees(body.dailyBudget)!,
    };
    const stored = await audited(db, caller, { action: 'set-campaign', details: terms }, (trx) =>
      storeCampaign(trx, { terms, uid: caller.uid }),
    );
    return ok(toCampaign(stored));
  },
});

export const postAdminGiftCodes = route('POST /api/admin/gift-codes', {
  async handle({ deps: { db }, caller, body }) {
    const code = newGiftCode();
    const { uses, note } = body;
    const amountPaise = paiseFromRupees(body.amount)!;
    const expiresAt = new Date(Date.now() + body.days * dayMs);
    const details: Record<string, unknown> = { amountPaise, uses, expiresAt };
    try {
      const made = await audited(db, caller, { action: 'make-gift-code', details }, async (trx) => {
        const stored = await insertGiftCode(trx, {
          code,
          amountPaise,
          uses,
          note,
          expiresAt,
          madeBy: caller.uid,
        });
        details['id'] = stored.id;
        return stored;
      });
      return reply(201, { code, giftCode: toGiftCode(made) });
    } catch (error) {
      if (!violates(error, 'gift_code_limit')) throw error;
      const left = rupeesFromPaise(await readAdjustableAlone(db, adminActor(caller.uid)));
      throw new Refusal(
        'invalid',
        `One admin may give ${formatPrice(left)} more today. Lower the amount or the number of uses.`,
        { field: 'amount' },
      );
    }
  },
});

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

function toCampaign(stored: StoredCampaign): Campaign {
  return {
    isOn: stored.is_on,
    friendGets: rupeesFromPaise(stored.friend_paise),
    inviterGets: rupeesFromPaise(stored.inviter_paise),
    minimumTopUp: rupeesFromPaise(stored.minimum_paise),
    friendsAtMost: stored.friends_at_most,
    dailyBudget: rupeesFromPaise(stored.day_budget_paise),
  };
}

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
