/**
 * The ledger for auditors: `/api/admin/ledger`, `…/event`, `…/refund-charge`,
 * `…/as-of`, `…/trial-balance`, `…/verification`,
 * `…/verify`, `…/export`. Only super admins may use these routes.
 */
import { z } from 'zod';
import { pageOf } from '../../contracts/page.ts';
import { EventKind } from '../event.ts';
import { ChargeRefundAmount, RefundReason } from '../../payments/contracts/admin-payments.ts';
import { AdminProposal } from '../../admin/contracts/admin-proposals.ts';
import { Mode, Provider, Rupees, Timestamp } from '../../contracts/vocabulary.ts';

const Name = z.string().trim().min(1).max(200);

/** A moment with its zone: `2026-11-21T00:00:00+05:30`. */
const Moment = z.iso.datetime({ offset: true, error: 'Not a moment: 2026-11-21T00:00:00+05:30.' });

const Amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'Enter rupees, at most two decimals.')
  .transform(Number)
  .pipe(z.number().max(1_000_000_000, 'At most ₹100,00,00,000.'));

/** `kind=Charged&kind=ChargeRefunded`, or `kind=Charged,ChargeRefunded`. */
const Kinds = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((part) => part.split(',')))
  .pipe(z.array(EventKind).min(1).max(EventKind.options.length));

/** An event must match all given filters. */
export const AdminLedgerFilter = z.object({
  wallet: Name.optional(),
  uid: Name.optional().meta({
    description: 'Events of this person’s wallet, and their spending from other wallets.',
  }),
  organization: Name.optional().meta({ description: "Events of this organization's wallet." }),
  kind: Kinds.optional(),
  counterAccount: Name.optional().meta({ description: 'revenue:image, gateway:razorpay, …' }),
  actor: Name.optional().meta({ description: 'user:UID, admin:UID, worker, gateway:razorpay.' }),
  reference: Name.optional().meta({
    description: 'The id of a generation, conversation, order, payment or hold.',
  }),
  amountFrom: Amount.optional().meta({
    description:
      'Absolute amount in rupees: the effect on the balance or, if zero, on the held amount.',
  }),
  amountTo: Amount.optional(),
  from: Moment.optional().meta({ description: 'Recorded at this moment or later.' }),
  to: Moment.optional().meta({ description: 'Recorded before this moment.' }),
});
export type AdminLedgerFilter = z.infer<typeof AdminLedgerFilter>;

/** Refuses a range whose end is before its start: it would match nothing, so it is a mistake. */
export function refuseInverted<Filter extends AdminLedgerFilter>(
  filter: Filter,
  { addIssue }: z.RefinementCtx,
): void {
  const { amountFrom = 0, amountTo = Infinity, from, to } = filter;
  if (amountFrom > amountTo) {
    const message = 'The smallest amount is more than the largest amount.';
    addIssue({ code: 'custom', path: ['amountFrom'], message });
  }
  refuseLaterStart({ from, to }, addIssue);
}

export function refuseLaterStart(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  addIssue: z.RefinementCtx['addIssue'],
): void {
  if (!from || !to || Date.parse(from) <= Date.parse(to)) return;
  addIssue({ code: 'custom', path: ['from'], message: 'The start is after the end.' });
}

export const adminLedgerPageSize = 50;

const WalletOwner = z.object({
  kind: z.enum(['user', 'organization']),
  id: z.string(),
  name: z.string().nullable().meta({ description: 'Null for a deleted user.' }),
});

export const AdminLedgerEvent = z
  .object({
    position: z.number().int().meta({ description: 'Orders all events; gaps are possible.' }),
    walletId: z.string(),
    seq: z.number().int().meta({ description: "The event's number in its wallet, gapless." }),
    owner: WalletOwner.nullable().meta({ description: "Null if the wallet's row is missing." }),
    kind: EventKind,
    amount: Rupees.meta({ description: 'Signed effect on the balance.' }),
    held: Rupees.meta({ description: 'Signed effect on what is held.' }),
    locked: Rupees.meta({ description: 'Signed effect on the locked bonus.' }),
    balanceAfter: Rupees,
    heldAfter: Rupees,
    counterAccount: z.string().nullable(),
    actor: z.string(),
    memberUid: z.string().nullable().meta({ description: 'The member who spent.' }),
    generationId: z.string().nullable(),
    conversationId: z.string().nullable(),
    orderId: z.string().nullable(),
    paymentId: z.string().nullable(),
    holdId: z.string().nullable(),
    reversesSeq: z.number().int().nullable(),
    upgradesSeq: z.number().int().nullable().meta({
      description: 'The charge for a smaller copy of the same picture: this is the difference.',
    }),
    reason: z.string().nullable(),
    effectiveAt: Timestamp,
    recordedAt: Timestamp,
  })
  .meta({ id: 'AdminLedgerEvent' });
export type AdminLedgerEvent = z.infer<typeof AdminLedgerEvent>;

/**
 * `GET /api/admin/ledger?…`: newest first, by position. The server reads a limited number of events for a page, so a
 * page can be short or empty although a next page exists.
 */
export const AdminLedgerPage = pageOf(AdminLedgerEvent)
  .extend({
    searchedTo: Timestamp.nullable().meta({
      description:
        'Set on a short page that has a next one: all events since this moment were checked.',
    }),
  })
  .meta({ id: 'AdminLedgerPage' });
export type AdminLedgerPage = z.infer<typeof AdminLedgerPage>;

/** `GET /api/admin/ledger/event?wallet&seq` */
export const AdminLedgerEventDetail = z
  .object({
    event: AdminLedgerEvent,
    postings: z
      .array(z.object({ account: z.string(), amount: Rupees }))
      .meta({ description: 'Sum to zero; a hold moves no money and has none.' }),
    balanceBefore: Rupees,
    heldBefore: Rupees,
    hash: z.string().meta({ description: 'Hex: the link of the chain.' }),
    previousHash: z.string().nullable().meta({
      description: 'Hex hash of the previous event, zeros for the first; null if it is missing.',
    }),
    requestHash: z.string(),
    idempotencyKey: z.string(),
    encodingVersion: z.number().int(),
    budgetMonth: z.string().nullable(),
    holdExpiresAt: Timestamp.nullable(),
    actorPerson: z
      .object({ uid: z.string(), name: z.string(), email: z.string().nullable() })
      .nullable()
      .meta({ description: 'The actor’s profile, if the actor is a user who still has one.' }),
    member: z.object({ uid: z.string(), name: z.string().nullable() }).nullable(),
    generation: z
      .object({
        id: z.string(),
        uid: z.string(),
        mode: Mode,
        provider: Provider,
        modelLabel: z.string(),
        status: z.string(),
        createdAt: Timestamp,
      })
      .nullable(),
    conversation: z
      .object({ id: z.string(), uid: z.string(), provider: Provider, createdAt: Timestamp })
      .nullable(),
    order: z
      .object({
        id: z.string(),
        gatewayOrderId: z.string().nullable(),
        uid: z.string(),
        amount: Rupees,
        status: z.string(),
        createdAt: Timestamp,
      })
      .nullable(),
    payment: z
      .object({
        id: z.string(),
        orderId: z.string(),
        credited: Rupees,
        refunded: Rupees,
        disputed: Rupees,
      })
      .nullable(),
    hold: z
      .object({
        id: z.string(),
        amount: Rupees,
        status: z.enum(['open', 'captured', 'voided', 'expired']),
        expiresAt: Timestamp,
        otherEvents: z
          .array(AdminLedgerEvent)
          .meta({ description: 'Placed and resolved, oldest first, without this event.' }),
      })
      .nullable(),
    reverses: AdminLedgerEvent.nullable().meta({ description: 'The charge that this refunds.' }),
    upgrades: AdminLedgerEvent.nullable().meta({
      description: 'The charge for a smaller copy of the same picture.',
    }),
    upgradedBy: z.array(AdminLedgerEvent).meta({
      description: 'Paid, or on hold, on top of this for a larger copy.',
    }),
    reversedBy: z
      .array(AdminLedgerEvent)
      .meta({ description: 'Refunds of this charge, oldest first.' }),
    refundable: Rupees.nullable().meta({
      description: 'The part of this charge that was not refunded; null for other events.',
    }),
    adminAction: z
      .object({
        id: z.number().int(),
        at: Timestamp,
        actor: z.string(),
        action: z.string(),
        targetUid: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'AdminLedgerEventDetail' });
export type AdminLedgerEventDetail = z.infer<typeof AdminLedgerEventDetail>;

/** `POST /api/admin/ledger/refund-charge`, with an `Idempotency-Key`. */
export const RefundChargeRequest = z
  .object({
    wallet: Name,
    seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'The charge.' }),
    amount: ChargeRefundAmount,
    reason: RefundReason,
  })
  .meta({ id: 'RefundChargeRequest' });
export type RefundChargeRequest = z.infer<typeof RefundChargeRequest>;

export const RefundChargeResponse = z
  .object({
    refundable: Rupees.meta({ description: 'The part of the charge that was not refunded.' }),
    proposal: AdminProposal.nullable().meta({
      description: 'Set if a second super admin has to approve the refund.',
    }),
  })
  .meta({ id: 'RefundChargeResponse' });

/** `GET /api/admin/ledger/as-of?wallet&at&time` */
export const AdminLedgerAsOfQuery = z.object({
  wallet: Name,
  at: Moment,
  time: z.enum(['recorded', 'effective']).default('recorded').meta({
    description:
      '`recorded`: as the ledger knew it then. `effective`: as it was according to today’s ledger.',
  }),
});

export const AdminLedgerAsOf = z
  .object({
    walletId: z.string(),
    owner: WalletOwner,
    at: Timestamp,
    time: z.enum(['recorded', 'effective']),
    seq: z.number().int().meta({ description: 'The newest event by then; 0 before the first.' }),
    balance: Rupees,
    held: Rupees,
    locked: Rupees.meta({ description: 'The bonus of a person who was not verified.' }),
    available: Rupees,
  })
  .meta({ id: 'AdminLedgerAsOf' });
export type AdminLedgerAsOf = z.infer<typeof AdminLedgerAsOf>;

/** `GET /api/admin/ledger/trial-balance?from&to`; both parameters are optional. */
export const AdminTrialBalanceQuery = z.object({ from: Moment.optional(), to: Moment.optional() });

/** One account: opening balance, debits and credits of the period, closing balance. */
const TrialBalanceRow = z.object({
  account: z.string().meta({ description: '`wallets` for all wallets together.' }),
  events: z.number().int().meta({ description: 'Events of the period that moved money.' }),
  opening: Rupees,
  in: Rupees.meta({ description: 'Sum of what was added in the period, positive.' }),
  out: Rupees.meta({ description: 'Sum of what was taken in the period, positive.' }),
  closing: Rupees,
});

export const AdminTrialBalance = z
  .object({
    from: Timestamp.nullable(),
    to: Timestamp.nullable(),
    wallets: TrialBalanceRow,
    counterAccounts: z.array(TrialBalanceRow),
    sums: z
      .object({ opening: Rupees, net: Rupees, closing: Rupees })
      .meta({ description: 'Wallets and counter accounts together: each is 0.' }),
    walletRows: z
      .object({ balance: Rupees, held: Rupees, difference: Rupees, heldDifference: Rupees })
      .meta({
        description:
          'The balances in the wallets’ rows, calculated back to `to`, and their difference from the events: 0.',
      }),
    isBalanced: z.boolean(),
  })
  .meta({ id: 'AdminTrialBalance' });
export type AdminTrialBalance = z.infer<typeof AdminTrialBalance>;

export const LedgerVerificationStatus = z.enum(['requested', 'running', 'done', 'failed']);
export type LedgerVerificationStatus = z.infer<typeof LedgerVerificationStatus>;

/**
 * Every check of the books. `db/checks` has the table: what each one compares, and what an operator does about a
 * finding.
 */
export const CheckName = z.enum([
  'chain_broken',
  'wallet_differs',
  'projection_differs',
  'charge_without_result',
  'upgrade_unfounded',
  'hold_overdue',
  'held_differs',
  'allowance_exceeded',
  'chat_differs',
  'over_refunded',
  'paid_work_stuck',
  'webhook_unprocessed',
  'refund_unfinished',
  'exception_open',
  'verification_faults',
  'verification_late',
  'checkpoint_forged',
  'checkpoint_missing',
  'checkpoint_late',
  'day_totals_differ',
  'day_totals_late',
  'day_close_forged',
  'day_close_late',
  'document_forged',
  'document_differs',
  'provenance_differs',
  'provider_costs_differ',
  'audit_trail_broken',
]);
export type CheckName = z.infer<typeof CheckName>;

/** A finding of a check. The command line, the pages and the alerts share this form. */
export const Finding = z.object({
  check: CheckName,
  subject: z.string().meta({ description: 'A wallet, an event (`wallet#seq`), a hold, a day, …' }),
  walletId: z.string().nullable(),
  seq: z.number().int().nullable(),
  detail: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** The instruction for an operator after these checks found something. */
const Remedy = z.object({ checks: z.array(CheckName), toDo: z.string() });
export type Remedy = z.infer<typeof Remedy>;

/** How many findings are kept and shown; `findingCount` counts all. */
export const mostFindings = 200;

/** One run of `verify`. `failed` means that the run could not finish, not that it found anything. */
export const LedgerVerification = z
  .object({
    id: z.number().int(),
    status: LedgerVerificationStatus,
    requestedBy: z.object({ uid: z.string(), name: z.string().nullable() }),
    requestedAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    step: z.enum(['chains', 'projections']).nullable(),
    done: z
      .number()
      .int()
      .meta({ description: 'Total of the step: events for chains, tables for projections.' }),
    total: z.number().int(),
    result: z
      .object({
        events: z.number().int(),
        wallets: z.number().int(),
        checkpoints: z.number().int(),
        auditRows: z.number().int().meta({ description: 'Audit trail rows, also verified.' }),
        signaturesChecked: z.boolean(),
        findingCount: z.number().int(),
        findings: z.array(Finding),
      })
      .nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'LedgerVerification' });
export type LedgerVerification = z.infer<typeof LedgerVerification>;

/** The requester of the daily run. */
export const verificationByWorker = 'worker';

const Auditor = z
  .object({
    lastPassAt: Timestamp.nullable().meta({ description: 'When it last began; null for never.' }),
    caughtUpAt: Timestamp.nullable().meta({
      description: 'When it had last proved every event and asked every invariant.',
    }),
    findingCount: z.number().int(),
    findings: z.array(Finding.extend({ foundAt: Timestamp })),
  })
  .meta({
    description:
      'It verifies new events every half minute; a finding ends when the fault is repaired.',
  });

/** `GET /api/admin/ledger/verification`; a client asks again each second while `current` is set. */
export const LedgerVerificationState = z
  .object({
    current: LedgerVerification.nullable().meta({ description: 'Requested or running.' }),
    last: LedgerVerification.nullable().meta({ description: 'The newest that has ended.' }),
    checkpoint: z
      .object({
        number: z.number().int(),
        at: Timestamp,
        wallets: z.number().int(),
        events: z.number().int(),
        balance: Rupees,
        held: Rupees,
        hash: z.string(),
        keyId: z.string(),
      })
      .nullable()
      .meta({ description: 'The newest signed one.' }),
    auditor: Auditor,
    remedies: z.array(Remedy).meta({ description: 'For every check that found something above.' }),
  })
  .meta({ id: 'LedgerVerificationState' });
export type LedgerVerificationState = z.infer<typeof LedgerVerificationState>;

/** `POST /api/admin/ledger/verify`: 202 with the new run, or with the run in progress. */
export const VerifyLedgerResponse = z
  .object({ verification: LedgerVerification, isNew: z.boolean() })
  .meta({ id: 'VerifyLedgerResponse' });
export type VerifyLedgerResponse = z.infer<typeof VerifyLedgerResponse>;

/** `GET /api/admin/ledger/export?format&…`: the whole list, without pages. */
export const AdminLedgerExportQuery = AdminLedgerFilter.extend({
  format: z.enum(['csv', 'ndjson']),
});
