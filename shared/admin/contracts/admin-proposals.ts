/** Proposals of one super admin, which another super admin decides, or the same one if they are the only one. */
import { z } from 'zod';
import { Rupees, Timestamp } from '../../contracts/vocabulary.ts';

/** The terms of `POST /api/admin/campaign`. */
export const CampaignTerms = z.object({
  isOn: z.boolean(),
  friendGets: Rupees,
  inviterGets: Rupees,
  minimumTopUp: Rupees,
  friendsAtMost: z.number().int(),
  dailyBudget: Rupees,
});
export type CampaignTerms = z.infer<typeof CampaignTerms>;

const Admin = z.object({ uid: z.string(), email: z.string().nullable() });

const shared = {
  proposalId: z.string(),
  reason: z.string(),
  status: z.enum(['waiting', 'approved', 'refused', 'withdrawn', 'expired']),
  proposedBy: Admin,
  proposedAt: Timestamp,
  expiresAt: Timestamp.meta({ description: '24 hours later: it is void from then on.' }),
  decidedBy: Admin.nullable(),
  decidedAt: Timestamp.nullable(),
  note: z.string().nullable().meta({ description: 'Why it was refused.' }),
};

const aboutUser = {
  uid: z.string().meta({ description: 'The user that it was proposed for.' }),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  organizationName: z.string().nullable(),
};

export const AdminProposal = z
  .discriminatedUnion('kind', [
    z.object({
      ...shared,
      ...aboutUser,
      kind: z.literal('credits'),
      walletId: z.string(),
      target: z.enum(['user', 'organization']).meta({ description: 'The wallet’s owner.' }),
      amount: Rupees.meta({ description: 'Rupees; negative deducts.' }),
    }),
    z.object({
      ...shared,
      ...aboutUser,
      kind: z.literal('refund'),
      walletId: z.string(),
      target: z.enum(['user', 'organization']).meta({ description: 'The wallet’s owner.' }),
      amount: Rupees,
      chargeSeq: z.number().int().meta({ description: 'The refunded charge of this wallet.' }),
    }),
    z.object({
      ...shared,
      ...aboutUser,
      kind: z.literal('role'),
      role: z.enum(['user', 'admin']),
      organizationId: z.string().meta({ description: 'The organization of that role.' }),
    }),
    z.object({ ...shared, kind: z.literal('campaign'), campaign: CampaignTerms }),
    z.object({
      ...shared,
      kind: z.literal('gift_code'),
      amount: Rupees.meta({ description: 'Rupees a use.' }),
      uses: z.number().int(),
      days: z.number().int().meta({ description: 'How long it works from the approval.' }),
    }),
  ])
  .meta({ id: 'AdminProposal' });
export type AdminProposal = z.infer<typeof AdminProposal>;

/** `GET /api/admin/proposals?state=waiting|decided`: 100 at most. */
export const AdminProposalsQuery = z.object({
  state: z.enum(['waiting', 'decided']).default('waiting'),
});
export const AdminProposalsResponse = z
  .object({
    proposals: z.array(AdminProposal).meta({
      description: 'Waiting: the next to expire first. Decided: the newest first.',
    }),
  })
  .meta({ id: 'AdminProposalsResponse' });
export type AdminProposalsResponse = z.infer<typeof AdminProposalsResponse>;

/** How many proposals may wait at the same time. */
export const waitingProposalsMax = 100;

/** The reason that an admin gives for a proposal, an action or a refusal. */
export const AdminReason = z
  .string('Give a reason.')
  .trim()
  .min(1, 'Give a reason.')
  .max(500, 'At most 500 characters.')
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'This has a character that cannot be shown.');

const one = { proposalId: z.string().min(1).max(64) };

/** `POST /api/admin/proposals`: another admin approves or refuses, the proposer withdraws. A super
 * admin who is the only one approves their own. */
export const ProposalDecision = z
  .discriminatedUnion('decision', [
    z.object({ ...one, decision: z.literal('approve') }),
    z.object({ ...one, decision: z.literal('withdraw') }),
    z.object({ ...one, decision: z.literal('refuse'), note: AdminReason }),
  ])
  .meta({ id: 'ProposalDecision' });
export type ProposalDecision = z.infer<typeof ProposalDecision>;
