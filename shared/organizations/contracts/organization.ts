/** Organizations, their members and budgets: docs/product.md, Screens (organization page), 5 and 7. */
import { z } from 'zod';
import { paiseFromRupees } from '../../money.ts';
import { Rupees, Timestamp, PaidTool } from '../../contracts/vocabulary.ts';

const notAnAddress = 'Please enter a valid email address.';

/**
 * An address that is trimmed and lowercased: a local part, @, a domain, a dot and a suffix of 2 or more
 * letters (docs/product.md, Validation).
 */
export const EmailAddress = z
  .string(notAnAddress)
  .trim()
  .toLowerCase()
  .max(254, notAnAddress)
  .regex(/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/, notAnAddress);

/** Rupees a month that an invitation offers unless the admin chooses otherwise. */
export const defaultMemberBudget = 1_000;

/** Rupees a month, 0 for unlimited. */
export const Budget = z
  .number('Enter an amount in rupees.')
  .min(0, 'At least 0.')
  .max(10_000_000, 'At most ₹1,00,00,000.')
  .refine((rupees) => paiseFromRupees(rupees) !== null, { message: 'At most two decimals.' });

export const OrganizationMember = z
  .object({
    uid: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable().meta({
      description:
        'The invited address, or the member’s own verified one if they were not invited.',
    }),
    phoneNumber: z.string().nullable().meta({
      description: 'The last four digits, only for a member without an address: "••••1234".',
    }),
    role: z.enum(['user', 'admin']),
    budget: Rupees.meta({ description: 'Monthly (calendar month in India), 0 for unlimited.' }),
    spentThisMonth: Rupees,
  })
  .meta({ id: 'OrganizationMember' });
export type OrganizationMember = z.infer<typeof OrganizationMember>;

/** An invited person who has not answered yet. */
export const OrganizationInvite = z
  .object({
    email: z.string(),
    invitedAt: Timestamp,
    expiresAt: Timestamp,
    mailStatus: z.enum(['queued', 'sent', 'failed']),
    budget: Rupees.meta({
      description:
        'Monthly, 0 for unlimited. A returning member keeps their earlier budget if it is lower.',
    }),
  })
  .meta({ id: 'OrganizationInvite' });
export type OrganizationInvite = z.infer<typeof OrganizationInvite>;

/** `GET /api/organization`: for the organization's admins. */
export const OrganizationResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    walletBalance: Rupees,
    members: z.array(OrganizationMember),
    invites: z.array(OrganizationInvite),
  })
  .meta({ id: 'OrganizationResponse' });
export type OrganizationResponse = z.infer<typeof OrganizationResponse>;

export const OrganizationUsage = z
  .object({
    members: z
      .array(
        z.object({
          uid: z.string(),
          spent: z.partialRecord(PaidTool, Rupees).meta({
            description: 'Rupees by tool, without what was refunded.',
          }),
          bought: z.partialRecord(PaidTool, z.int().min(1)).meta({
            description:
              'The number of results by tool; a larger size of a bought picture is the same result, and one whose whole price was refunded is not counted. Of the chat: blocks of replies.',
          }),
        }),
      )
      .meta({
        description: 'In the current calendar month in India. Former members are included.',
      }),
  })
  .meta({ id: 'OrganizationUsage' });
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;

/**
 * `POST /api/organization`: the inviter's own address or phone must be verified. `invite` invites, or mails
 * an invitation again; `cancel-invite` cancels it. The answer is the same whether or not a user has an
 * account with this address.
 */
export const OrganizationRequest = z
  .object({
    action: z.enum(['invite', 'cancel-invite']),
    email: EmailAddress,
    organizationId: z.string().min(1).max(64),
    budget: Budget.optional().meta({
      description: `Of \`invite\`: rupees a month, 0 for unlimited. Left out: ${defaultMemberBudget}, or what the open invitation says.`,
    }),
  })
  .meta({ id: 'OrganizationRequest' });
export type OrganizationRequest = z.infer<typeof OrganizationRequest>;

export const OrganizationActionResponse = z
  .object({ email: z.string(), invites: z.array(OrganizationInvite) })
  .meta({ id: 'OrganizationActionResponse' });
export type OrganizationActionResponse = z.infer<typeof OrganizationActionResponse>;

/**
 * `PATCH /api/organization/member`: `budget` in rupees, at least 0, at most two decimals. The
 * answer is the member as an `OrganizationMember`.
 */
export const MemberBudgetRequest = z
  .object({
    uid: z.string().min(1).max(128),
    budget: Budget,
  })
  .meta({ id: 'MemberBudgetRequest' });
export type MemberBudgetRequest = z.infer<typeof MemberBudgetRequest>;

/** `POST /api/organization/admin`: changes nothing for a member who is already an admin. */
export const AppointAdminRequest = z
  .object({ uid: z.string().min(1).max(128) })
  .meta({ id: 'AppointAdminRequest' });
export type AppointAdminRequest = z.infer<typeof AppointAdminRequest>;

/** `DELETE /api/organization/member?uid`: the member's payments stay with the organization. */
export const MemberQuery = z.object({ uid: z.string().min(1).max(128) });
