/** Credits that one super admin proposes and another one decides about. */
import { z } from 'zod';
import { Rupees, Timestamp } from './vocabulary.ts';

const Admin = z.object({ uid: z.string(), email: z.string().nullable() });

export const CreditProposal = z
  .object({
    proposalId: z.string(),
    uid: z.string().meta({ description: 'The user that it was proposed for.' }),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    walletId: z.string(),
    target: z.enum(['user', 'organization']).meta({ description: 'Whose wallet it is.' }),
    organizationName: z.string().nullable(),
    amount: Rupees.meta({ description: 'Rupees; negative deducts.' }),
    reason: z.string(),
    status: z.enum(['waiting', 'approved', 'refused', 'withdrawn', 'expired']),
    proposedBy: Admin,
    proposedAt: Timestamp,
    expiresAt: Timestamp.meta({ description: '24 hours later: it is void from then on.' }),
    decidedBy: Admin.nullable(),
    decidedAt: Timestamp.nullable(),
    note: z.string().nullable().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'CreditProposal' });
export type CreditProposal = z.infer<typeof CreditProposal>;

/** `GET /api/admin/credit-proposals?state=waiting|decided`: 100 at most. */
export const CreditProposalsQuery = z.object({
  state: z.enum(['waiting', 'decided']).default('waiting'),
});
export const CreditProposalsResponse = z
  .object({
    proposals: z.array(CreditProposal).meta({
      description: 'Waiting: the next to expire first. Decided: the newest first.',
    }),
  })
  .meta({ id: 'CreditProposalsResponse' });
export type CreditProposalsResponse = z.infer<typeof CreditProposalsResponse>;

/** How many may wait at one time. */
export const creditProposalsMax = 100;

/** Why credits are given, taken or refused. */
export const CreditsReason = z
  .string('Give a reason.')
  .trim()
  .min(1, 'Give a reason.')
  .max(500, 'At most 500 characters.')
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'This has a character that cannot be shown.');

const one = { proposalId: z.string().min(1).max(64) };

/** `POST /api/admin/credit-proposals`: another admin approves or refuses, whoever proposed withdraws. */
export const CreditDecision = z
  .discriminatedUnion('decision', [
    z.object({ ...one, decision: z.literal('approve') }),
    z.object({ ...one, decision: z.literal('withdraw') }),
    z.object({ ...one, decision: z.literal('refuse'), note: CreditsReason }),
  ])
  .meta({ id: 'CreditDecision' });
export type CreditDecision = z.infer<typeof CreditDecision>;
