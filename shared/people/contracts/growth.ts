/** Bring a friend and gift codes: docs/product.md, Bring a friend. */
import { z } from 'zod';
import {
  AdminProposal,
  AdminReason,
  CampaignTerms,
} from '../../admin/contracts/admin-proposals.ts';
import { paiseFromRupees } from '../../money.ts';
import { inviterWithouts, referralEnds, referralStatuses } from '../referral.ts';
import { Rupees, Timestamp } from '../../contracts/vocabulary.ts';

/** The code in a person's link; not secret. */
export const FriendCode = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-z]{10}$/, 'This link is not complete. Ask your friend to send it again.');

const Terms = z.object({
  isOn: z.boolean(),
  friendGets: Rupees,
  inviterGets: Rupees,
  minimumTopUp: Rupees.meta({ description: 'The least that the friend’s first top-up must be.' }),
  windowDays: z.number().int().meta({ description: 'Days between the top-up and the credit.' }),
  friendsAtMost: z
    .number()
    .int()
    .meta({ description: 'How many friends bring credit to one person.' }),
});
export type FriendTerms = z.infer<typeof Terms>;

export const Friend = z
  .object({
    firstName: z.string().nullable().meta({ description: 'Null once the account is closed.' }),
    state: z.enum(referralStatuses),
    joinedAt: Timestamp,
    creditOn: Timestamp.nullable().meta({ description: 'When the refund window ends.' }),
    amount: Rupees.meta({ description: 'The caller’s credit, given, pending or lost.' }),
    minimumTopUp: Rupees,
    without: z.enum(inviterWithouts).nullable().meta({
      description: 'Why only the friend got credit; null if both did or it is not decided.',
    }),
    because: z.enum(referralEnds).nullable().meta({ description: 'Why it brought nothing.' }),
  })
  .meta({ id: 'Friend' });
export type Friend = z.infer<typeof Friend>;

export const Friends = z
  .object({
    code: z.string(),
    terms: Terms,
    earned: z.object({ friends: z.number().int(), amount: Rupees }),
    friends: z.array(Friend).meta({ description: 'Newest first, 100 at most.' }),
    broughtBy: Friend.nullable().meta({
      description: 'The friend whose link brought the caller, with the caller’s own credit.',
    }),
  })
  .meta({ id: 'Friends' });
export type Friends = z.infer<typeof Friends>;

export const FriendLinkQuery = z.object({ code: FriendCode });
export const FriendLink = z
  .object({ firstName: z.string(), terms: Terms })
  .meta({ id: 'FriendLink' });
export type FriendLink = z.infer<typeof FriendLink>;

export const RedeemGiftCodeRequest = z
  .object({ code: z.string().trim().min(1, 'Enter a code.').max(60) })
  .meta({ id: 'RedeemGiftCodeRequest' });
export const RedeemGiftCodeResponse = z
  .object({ amount: Rupees, walletBalance: Rupees })
  .meta({ id: 'RedeemGiftCodeResponse' });

const Amount = (least: number, most: number) =>
  z
    .number('Enter an amount in rupees.')
    .min(least, `At least ₹${least}.`)
    .max(most, `At most ₹${most}.`)
    .refine((rupees) => paiseFromRupees(rupees) !== null, { message: 'At most two decimals.' });
const Count = (most: number) =>
  z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(most, `At most ${most}.`);

export const Campaign = CampaignTerms.meta({ id: 'Campaign' });
export type Campaign = CampaignTerms;

export const ChangeCampaignRequest = z
  .object({
    isOn: z.boolean(),
    friendGets: Amount(1, 1_000),
    inviterGets: Amount(1, 1_000),
    minimumTopUp: Amount(2, 50_000),
    friendsAtMost: Count(1_000),
    dailyBudget: Amount(2, 100_000),
    reason: AdminReason.optional().meta({
      description: 'Required for a daily budget above what one admin may give alone.',
    }),
  })
  .refine(({ friendGets, inviterGets, minimumTopUp }) => minimumTopUp >= friendGets + inviterGets, {
    path: ['minimumTopUp'],
    message: 'At least what both get together.',
  })
  .refine(({ friendGets, inviterGets, dailyBudget }) => dailyBudget >= friendGets + inviterGets, {
    path: ['dailyBudget'],
    message: 'At least what both get together.',
  })
  .meta({ id: 'ChangeCampaignRequest' });

/** The terms in effect, and the proposal if the requested ones wait for a second super admin (202). */
export const ChangedCampaign = z
  .object({ campaign: Campaign, proposal: AdminProposal.nullable() })
  .meta({ id: 'ChangedCampaign' });
export type ChangedCampaign = z.infer<typeof ChangedCampaign>;

export const GiftCode = z
  .object({
    id: z.string(),
    amount: Rupees,
    uses: z.number().int(),
    used: z.number().int(),
    note: z.string(),
    madeBy: z.string().meta({ description: 'The admin’s uid.' }),
    madeAt: Timestamp,
    expiresAt: Timestamp,
    state: z.enum(['open', 'used_up', 'expired', 'ended']),
  })
  .meta({ id: 'GiftCode' });
export type GiftCode = z.infer<typeof GiftCode>;

export const AdminGrowth = z
  .object({
    campaign: Campaign,
    usedToday: Rupees.meta({ description: 'The used part of the daily budget, for India’s day.' }),
    windowDays: z.number().int().meta({ description: 'Days from the top-up to the credit.' }),
    referrals: z.record(z.enum(referralStatuses), z.number().int()).meta({
      description: 'Friends by state.',
    }),
    giftCodes: z.array(GiftCode).meta({ description: 'Newest first, 100 at most.' }),
    giftLimit: Rupees.meta({
      description:
        'The amount that the caller may still give alone in codes and credits within 24 hours.',
    }),
    campaignLimit: Rupees.meta({
      description: 'The largest daily budget of a campaign that one admin may offer alone.',
    }),
  })
  .meta({ id: 'AdminGrowth' });
export type AdminGrowth = z.infer<typeof AdminGrowth>;

export const NewGiftCode = z
  .object({
    amount: Amount(1, 10_000),
    uses: Count(10_000),
    /** Days from now. */
    days: Count(366),
    note: z.string().trim().min(1, 'Say what it is for.').max(200),
  })
  .meta({ id: 'NewGiftCode' });
export type NewGiftCode = z.infer<typeof NewGiftCode>;

export const MadeGiftCode = z
  .object({
    code: z.string().meta({ description: 'Shown only here: we store its digest.' }),
    giftCode: GiftCode.nullable().meta({
      description:
        'Null while a second super admin must approve it (202): it does not work before.',
    }),
    proposal: AdminProposal.nullable(),
  })
  .meta({ id: 'MadeGiftCode' });
export type MadeGiftCode = z.infer<typeof MadeGiftCode>;

export const EndGiftCode = z.object({ id: z.string().min(1).max(60) }).meta({ id: 'EndGiftCode' });
