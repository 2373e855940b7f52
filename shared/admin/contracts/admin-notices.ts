/** Notices for super admins. */
import { z } from 'zod';
import { CheckName } from '../../ledger/contracts/admin-ledger.ts';
import { RefusalCause } from '../../models/contracts/refusal-cause.ts';
import { ModelPurpose } from '../../models/contracts/admin-models.ts';
import { ReportReason } from '../../moderation/contracts/report.ts';
import { ModelUse, Provider, Rupees, Timestamp } from '../../contracts/vocabulary.ts';

const Refusal = z.object({
  provider: Provider,
  cause: RefusalCause,
  status: z.number().nullable(),
  code: z.string().nullable(),
  /** The provider's own words, which often say what to do. */
  detail: z.string().nullable(),
});

export const AdminNoticeContent = z.discriminatedUnion('kind', [
  /** A provider's remaining balance is at or below its threshold. Ends when the balance is above it again. */
  z.object({
    kind: z.literal('provider_low'),
    data: z.object({ provider: Provider, remainingUSD: z.number(), thresholdUSD: z.number() }),
  }),
  /**
   * A default model is no longer available and was replaced; `to` is null if no replacement exists. Ends when
   * an admin saves the defaults.
   */
  z.object({
    kind: z.literal('default_deprecated'),
    data: z.object({ purpose: ModelPurpose, from: z.string(), to: z.string().nullable() }),
  }),
  /** A provider has no model for some of its tools. Ends when the provider has a model for each tool. */
  z.object({
    kind: z.literal('no_model'),
    data: z.object({
      provider: Provider,
      uses: z.array(ModelUse),
    }),
  }),
  /**
   * A provider ends a model that is on sale within 30 days, 7 days or a day. The notice ends when the model
   * is no longer on sale.
   */
  z.object({
    kind: z.literal('model_ending'),
    data: z.object({ provider: Provider, modelId: z.string(), endsOn: z.string() }),
  }),
  /**
   * A tax document of this wallet is not issued, because the portal of e-invoices would refuse it. `month` is that
   * of an invoice; `fields` are those of the e-invoice. Ends when it is issued.
   */
  z.object({
    kind: z.literal('document_held'),
    data: z.object({
      walletId: z.string(),
      month: z.string().nullable(),
      fields: z.array(z.string()),
    }),
  }),
  /** The gateway refused or failed a refund. Ends when finance resolves its exception. */
  z.object({
    kind: z.literal('refund_failed'),
    data: z.object({ refundId: z.string(), paymentId: z.string(), amount: Rupees }),
  }),
  /**
   * A provider answered with another model than the requested one. Ends after a day without such an answer.
   */
  z.object({
    kind: z.literal('model_rerouted'),
    data: z.object({
      provider: Provider,
      modelId: z.string(),
      answeredBy: z.string(),
      /** The cost of the first such call minus its cost with the requested model; null if one is not known. */
      differenceUSD: z.number().nullable(),
    }),
  }),
  /**
   * A successful provider call was booked with a cost of 0, or far below the estimate for its result. Ends after
   * a day.
   */
  z.object({
    kind: z.literal('cheap_call'),
    data: z.object({
      provider: Provider,
      modelId: z.string(),
      bookedUSD: z.number(),
      estimateUSD: z.number(),
    }),
  }),
  /**
   * A provider rejects our calls until an admin acts. A cause that is the account's ends when any model answers,
   * and every other when that model answers or is no longer on sale. Without a model, it ends when the list of
   * models is answered.
   */
  z.object({
    kind: z.literal('provider_refuses'),
    data: Refusal.extend({ modelId: z.string().nullable() }),
  }),
  /** Prompts are not checked, because the provider rejects the check. Ends when it answers again. */
  z.object({ kind: z.literal('prompts_unchecked'), data: Refusal }),
  /** A model refused an optional parameter, and is asked without it. Ends after two days without a refusal. */
  z.object({
    kind: z.literal('parameter_refused'),
    data: z.object({
      provider: Provider,
      modelId: z.string(),
      parameter: z.string(),
      /** When it was refused last. */
      at: Timestamp,
    }),
  }),
  /** A proposal waits for a second super admin. Ends when it is decided or expires. */
  z.object({
    kind: z.literal('proposal_waiting'),
    data: z.object({
      proposal: z.enum(['credits', 'refund', 'role', 'campaign', 'gift_code']),
      proposalId: z.string(),
      /** An admin's uid. */
      proposedBy: z.string(),
      /** The amount of proposed credits or a proposed refund; missing for others. */
      amount: Rupees.optional(),
      expiresAt: Timestamp,
    }),
  }),
  /** The auditor found an inconsistency in the ledger. Ends when the auditor no longer finds it. */
  z.object({
    kind: z.literal('audit_finding'),
    data: z.object({
      check: CheckName,
      /** The first subject found: a wallet, an event, a hold… */
      subject: z.string(),
    }),
  }),
  /** An invitation from this organization was reported. Ends after a week. */
  z.object({
    kind: z.literal('invitation_reported'),
    data: z.object({ organizationId: z.string(), inviterUid: z.string() }),
  }),
  /** Reports of content wait for an admin; `reason` is that of the first one. Ends when no report is open. */
  z.object({ kind: z.literal('content_reported'), data: z.object({ reason: ReportReason }) }),
  /** A worker cannot store pictures, so it makes none. Ends when the worker can store pictures again. */
  z.object({
    kind: z.literal('images_not_stored'),
    data: z.object({ state: z.enum(['full', 'read_only', 'failing']) }),
  }),
  /**
   * A day's budget for bonuses, for credits of friends or for free work is used up; `limit` in rupees or US
   * dollars. Ends with that day.
   */
  z.object({
    kind: z.literal('daily_budget_used'),
    data: z.object({
      budget: z.enum([
        'unverified_spending',
        'verified_bonus',
        'referral',
        'free_work',
        'unpaid_free_work',
        'unverified_free_work',
      ]),
      day: z.string(),
      limit: z.number(),
    }),
  }),
]);
export type AdminNoticeContent = z.infer<typeof AdminNoticeContent>;

export const AdminNotice = z
  .intersection(
    z.object({ id: z.string(), subject: z.string(), raisedAt: Timestamp }),
    AdminNoticeContent,
  )
  .meta({ id: 'AdminNotice' });
export type AdminNotice = z.infer<typeof AdminNotice>;

/** `GET /api/admin/notices`: open notices, newest first, 100 at most. */
export const AdminNoticesResponse = z
  .object({ notices: z.array(AdminNotice) })
  .meta({ id: 'AdminNoticesResponse' });
export type AdminNoticesResponse = z.infer<typeof AdminNoticesResponse>;
