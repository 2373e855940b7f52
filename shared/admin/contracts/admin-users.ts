/**
 * Users, organizations, metrics and the audit trail, for super admins (docs/product.md, Screens,
 * 3 and 7): `/api/admin/users`, `/api/admin/user-detail`, `/api/admin/audit`, `/api/admin/metrics`,
 * `/api/admin/organizations`.
 */
import { z } from 'zod';
import { paiseFromRupees } from '../../money.ts';
import { AdminProposal, AdminReason } from './admin-proposals.ts';
import { PersonName, UserProfile } from '../../people/contracts/user.ts';
import { AccountType, Rupees, Timestamp } from '../../contracts/vocabulary.ts';

const Uid = z.string().min(1).max(128);

export const adminUsersPageSize = 50;

const AdminUserStatus = z.enum(['enabled', 'disabled']);
export type AdminUserStatus = z.infer<typeof AdminUserStatus>;

/** `GET /api/admin/users`: newest first, 50 a page. */
export const AdminUsersQuery = z.object({
  pageToken: z.string().max(500).optional().meta({
    description: 'The `nextPageToken` of the page before, with the same search and filters.',
  }),
  q: z.string().trim().max(200).default('').meta({
    description: 'Part of an e-mail address, a uid or a phone number.',
  }),
  account: AccountType.optional(),
  status: AdminUserStatus.optional(),
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

export const AdminUser = z
  .object({
    uid: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    disabled: z.boolean(),
    metadata: z.object({
      creationTime: Timestamp.nullable(),
      lastSignInTime: Timestamp.nullable(),
    }),
    profile: UserProfile.nullable().meta({
      description: 'Null for a user who has not finished signing up.',
    }),
    providerData: z.array(z.object({ providerId: z.string() })),
    hasSignIn: z.boolean().meta({
      description: 'False if the sign-in provider does not have this account (anymore).',
    }),
    deleted: z.boolean().meta({
      description: 'Erased; found by its whole uid only, since wallet, ledger and audit stay.',
    }),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

export const AdminUsersResponse = z
  .object({ users: z.array(AdminUser), nextPageToken: z.string().nullable() })
  .meta({ id: 'AdminUsersResponse' });
export type AdminUsersResponse = z.infer<typeof AdminUsersResponse>;

/** Maximum of one adjustment, in rupees. */
export const adminCreditsMax = 10_000_000;

const Amount = z
  .number('Enter an amount in rupees.')
  .min(-adminCreditsMax, 'At most ₹1,00,00,000 at a time.')
  .max(adminCreditsMax, 'At most ₹1,00,00,000 at a time.')
  .refine((rupees) => paiseFromRupees(rupees) !== null, 'At most two decimals.')
  .refine((rupees) => rupees !== 0, 'Enter an amount other than 0.');

const Phone = z
  .string()
  .trim()
  // Every number in India has ten digits, and none begins with 0 or 1.
  .regex(/^(\+91[2-9]\d{9}|\+(?!91)[1-9]\d{6,14})?$/, 'Enter a valid phone number.')
  .transform((phone) => (phone === '' ? null : phone));

const Reason = AdminReason.default('not given');

const on = <Action extends string, Shape extends z.ZodRawShape>(action: Action, more: Shape) =>
  z.object({ uid: Uid, action: z.literal(action), ...more });

/**
 * `POST /api/admin/users`. Repeating an action does no harm, except for `add-credits`: without an
 * `Idempotency-Key`, each request is applied.
 */
export const AdminUserAction = z
  .discriminatedUnion('action', [
    on('enable', {}),
    on('disable', {}),
    on('delete', {}),
    on('reset-claims', {}),
    on('add-credits', {
      amount: Amount.meta({ description: 'Rupees, at most two decimals; negative deducts.' }),
      reason: Reason.meta({
        description: 'Stored in the ledger permanently. No personal data.',
      }),
      target: z.enum(['user', 'organization']).optional().meta({
        description: 'The wallet to change. Defaults to the one this user pays from.',
      }),
    }),
    on('set-role', {
      role: z.enum(['user', 'admin']),
      organizationId: z.string().max(64).nullable().optional().meta({
        description:
          'Moves the user into this organization; null or empty makes them an individual; omitted means no change.',
      }),
      reason: Reason.meta({
        description: 'Shown to the second super admin, if one must approve it.',
      }),
    }),
    on('update-profile', {
      firstName: PersonName.optional(),
      lastName: PersonName.optional(),
      phoneNumber: Phone.optional().meta({ description: '+ and digits; empty for none.' }),
    }),
  ])
  .meta({ id: 'AdminUserAction' });
export type AdminUserAction = z.infer<typeof AdminUserAction>;

export const AdminUserActionResponse = z
  .object({
    uid: z.string(),
    action: z.string(),
    walletBalance: Rupees.nullable().meta({
      description: 'After `add-credits`, of the wallet it went to; else null.',
    }),
    proposal: AdminProposal.nullable().meta({
      description: 'The proposal that waits for a second super admin (202), or waited; else null.',
    }),
  })
  .meta({ id: 'AdminUserActionResponse' });
export type AdminUserActionResponse = z.infer<typeof AdminUserActionResponse>;

export const AdminOrganization = z
  .object({ id: z.string(), name: z.string(), walletBalance: Rupees })
  .meta({ id: 'AdminOrganization' });
export type AdminOrganization = z.infer<typeof AdminOrganization>;

export const AdminUserWallet = z
  .object({
    id: z.string(),
    balance: Rupees,
    held: Rupees.meta({ description: 'On hold for work in progress; part of the balance.' }),
  })
  .meta({ id: 'AdminUserWallet' });
export type AdminUserWallet = z.infer<typeof AdminUserWallet>;

/** `GET /api/admin/user-detail?uid` */
export const AdminUserDetail = z
  .object({
    user: AdminUser,
    profile: UserProfile.nullable(),
    organization: AdminOrganization.nullable(),
    isTargetSuper: z.boolean(),
    wallet: z
      .object({
        paysFrom: z.enum(['user', 'organization']),
        balance: Rupees,
        held: Rupees,
        lifetimeSpent: Rupees,
        user: AdminUserWallet.nullable().meta({
          description: 'Their own; null when none was opened. `add-credits` opens one.',
        }),
        organization: AdminUserWallet.nullable(),
        withoutApproval: Rupees.meta({
          description:
            'Rupees the caller can add or deduct now without a second super admin, across all wallets.',
        }),
        ownWallets: z.array(z.enum(['user', 'organization'])).meta({
          description:
            'Wallets that the caller can or could spend from. Another super admin must adjust them.',
        }),
      })
      .nullable()
      .meta({ description: 'Null without a profile.' }),
  })
  .meta({ id: 'AdminUserDetail' });
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

export const AdminUserQuery = z.object({ uid: Uid });

export const AdminAuditItem = z
  .object({
    id: z.string(),
    ts: Timestamp,
    actorEmail: z.string().nullable(),
    actorUid: z.string().nullable().meta({ description: 'Null for what no admin did.' }),
    actorKind: z.enum(['admin', 'operator', 'system']).meta({
      description: 'Operator: by the command line. System: by the studio itself, as time passes.',
    }),
    action: z.string().meta({
      description:
        'Actions on a user: enable, disable, delete, reset-claims, add-credits, set-role, update-profile, ' +
        'propose-credits, approve-credits, approve-credits-alone, refuse-credits, withdraw-credits, expire-credits, ' +
        'propose-role, approve-role, approve-role-alone, refuse-role, withdraw-role, expire-role, ' +
        'grant-super-admin, revoke-super-admin, grant-finance, revoke-finance, join-organization, leave-organization, set-budget, ' +
        'remove-member, appoint-admin.',
    }),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'Ids, amounts in paise and names of fields. add-credits: walletId, amountPaise, ' +
        'idempotencyKey of the ledger event. Of what is proposed: proposalId and proposedBy too. ' +
        'set-role: role and organizationId, each {from, to}. update-profile: fields. Those of an ' +
        'organization: organizationId.',
    }),
  })
  .meta({ id: 'AdminAuditItem' });
export type AdminAuditItem = z.infer<typeof AdminAuditItem>;

/** `GET /api/admin/audit?uid`: actions on this user, newest first, at most 100. */
export const AdminAuditResponse = z
  .object({ items: z.array(AdminAuditItem) })
  .meta({ id: 'AdminAuditResponse' });
export type AdminAuditResponse = z.infer<typeof AdminAuditResponse>;

/** `GET /api/admin/metrics` */
export const AdminMetrics = z
  .object({
    enabledUserCount: z.number().int(),
    enabledIndividualCount: z.number().int(),
    enabledOrgUserCount: z.number().int(),
    individualWalletSumEnabled: Rupees.meta({ description: 'Wallets of enabled individuals.' }),
    orgWalletSum: Rupees.meta({
      description: 'Wallets of organizations with at least one enabled member.',
    }),
    totalWalletSum: Rupees.meta({ description: 'Both: the balance in active wallets.' }),
    auditFindingCount: z
      .number()
      .int()
      .meta({ description: 'Number of unresolved audit findings.' }),
  })
  .meta({ id: 'AdminMetrics' });
export type AdminMetrics = z.infer<typeof AdminMetrics>;

/** `GET /api/admin/organizations?q`: at most 20 that match a part of the name or the whole id. */
export const AdminOrganizationsQuery = z.object({ q: z.string().trim().max(200).default('') });
export const AdminOrganizationsResponse = z
  .object({ organizations: z.array(AdminOrganization) })
  .meta({ id: 'AdminOrganizationsResponse' });
export type AdminOrganizationsResponse = z.infer<typeof AdminOrganizationsResponse>;
