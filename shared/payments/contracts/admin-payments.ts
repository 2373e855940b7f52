/** Payments for finance: money in, refunds, and exceptions to resolve. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import { rupeesFromPaise } from '../../money.ts';
import { smallestRefundPaise } from '../payment.ts';
import { AdminReason } from '../../admin/contracts/admin-proposals.ts';
import { Rupees, Timestamp, IndianDay } from '../../contracts/vocabulary.ts';

/** Lengths in characters. */
export const refundReasonLength = { min: 3, max: 300 };
export const exceptionNoteLength = { min: 3, max: 500 };
const noteText = (missing: string) =>
  z.string().trim().min(exceptionNoteLength.min, missing).max(exceptionNoteLength.max);

/**
 * `reserved`: the gateway has not been asked yet. `pending`: it was asked, and has not reported the result.
 */
const RefundStatus = z.enum(['reserved', 'pending', 'processed', 'failed']);
export type RefundStatus = z.infer<typeof RefundStatus>;

export const PaymentRefund = z
  .object({
    refundId: z.string(),
    paymentId: z.string(),
    amount: Rupees,
    status: RefundStatus,
    reason: z.string(),
    failure: z.string().nullable().meta({ description: "The gateway's words." }),
    requestedBy: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'PaymentRefund' });
export type PaymentRefund = z.infer<typeof PaymentRefund>;

export const WalletPayment = z
  .object({
    paymentId: z.string(),
    orderId: z.string(),
    credited: Rupees,
    refunded: Rupees,
    disputed: Rupees,
    refundable: Rupees.meta({
      description: 'At most this much can be refunded now: the unspent part of the paid money.',
    }),
    creditedAt: Timestamp,
    refunds: z.array(PaymentRefund),
  })
  .meta({ id: 'WalletPayment' });
export type WalletPayment = z.infer<typeof WalletPayment>;

/** `GET /api/admin/payments?uid=`: the payments of the wallet that this person pays from, newest first. */
export const WalletPayments = z
  .object({ walletId: z.string(), payments: z.array(WalletPayment) })
  .meta({ id: 'WalletPayments' });
export type WalletPayments = z.infer<typeof WalletPayments>;

const refundOfAtLeast = (rupees: number) =>
  z
    .number()
    .min(rupees, `Enter at least ₹${rupees}.`)
    .max(500_000, 'At most ₹5,00,000 at a time.')
    .meta({ description: 'Rupees, at most two decimals.' });
/** A refund of a charge goes to the wallet, so the gateway's minimum does not apply. */
export const ChargeRefundAmount = refundOfAtLeast(0.01);
export const RefundReason = AdminReason.min(refundReasonLength.min, 'Say why.').max(
  refundReasonLength.max,
);

/** `POST /api/admin/refund-payment`, with an `Idempotency-Key`. */
export const RefundPaymentRequest = z
  .object({
    paymentId: z.string().min(1).max(60),
    amount: refundOfAtLeast(rupeesFromPaise(smallestRefundPaise)),
    reason: RefundReason,
  })
  .meta({ id: 'RefundPaymentRequest' });
export type RefundPaymentRequest = z.infer<typeof RefundPaymentRequest>;

export const PaymentException = z
  .object({
    id: z.number().int(),
    kind: z.string(),
    subject: z.string(),
    paymentId: z.string().nullable(),
    orderId: z.string().nullable(),
    gatewayOrderId: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    openedAt: Timestamp,
    resolvedAt: Timestamp.nullable(),
    resolvedBy: z.string().nullable(),
    note: z.string().nullable(),
    assignee: z.string().nullable().meta({ description: 'The assignee’s uid.' }),
    foundOn: z
      .string()
      .nullable()
      .meta({
        description:
          'The Indian day whose comparison with the gateway and the bank found it; null for what ' +
          'a payment itself opened. Its detail has the evidence of all sides, in paise.',
      }),
  })
  .meta({ id: 'PaymentException' });
export type PaymentException = z.infer<typeof PaymentException>;

/** `GET /api/admin/payment-exceptions`: 50 payments or other subjects a page, newest first. */
export const PaymentExceptionsQuery = z.object({
  state: z.enum(['open', 'resolved']).default('open'),
  kind: z.string().min(1).max(60).optional(),
  day: IndianDay.optional().meta({
    description: 'Only exceptions found by this day’s comparison.',
  }),
  search: z.string().trim().min(1).max(60).optional().meta({
    description: 'A part of an id, UTR or subject, or an amount in rupees.',
  }),
  ...pageQuery,
});

/** Exceptions of the same payment or subject are adjacent. */
export const PaymentExceptions = pageOf(PaymentException)
  .extend({
    open: z.number().int().meta({ description: 'How many are open in all.' }),
    found: z.number().int().meta({ description: 'How many the filter finds.' }),
    difference: Rupees.meta({ description: 'By how much the identity is off because of these.' }),
  })
  .meta({ id: 'PaymentExceptions' });
export type PaymentExceptions = z.infer<typeof PaymentExceptions>;

const ExceptionAction = z.enum([
  'found_again',
  'gone',
  'noted',
  'assigned',
  'unassigned',
  'resolved',
  'reopened',
]);
export type ExceptionAction = z.infer<typeof ExceptionAction>;

/** `GET /api/admin/payment-exception?id=`: one exception with its history, oldest first. */
export const PaymentExceptionHistory = z
  .object({
    exception: PaymentException,
    history: z.array(
      z.object({
        at: Timestamp,
        actor: z.string().meta({ description: 'user:UID, or worker.' }),
        action: ExceptionAction,
        note: z.string().nullable(),
        assignee: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PaymentExceptionHistory' });
export type PaymentExceptionHistory = z.infer<typeof PaymentExceptionHistory>;

/** `POST /api/admin/payment-exceptions/note`: adds a note, sets the assignee, or both. */
export const AnnotateExceptionRequest = z
  .object({
    id: z.number().int(),
    note: noteText('Say something.').optional(),
    assignee: z.string().min(1).max(128).nullable().optional().meta({
      description: 'Uid of a finance member or super admin; null to unassign.',
    }),
  })
  .refine(({ note, assignee }) => note !== undefined || assignee !== undefined, 'Say something.')
  .meta({ id: 'AnnotateExceptionRequest' });
export type AnnotateExceptionRequest = z.infer<typeof AnnotateExceptionRequest>;

/** `POST /api/admin/payment-exceptions/book`: books the gateway's data in the ledger. */
export const BookExceptionRequest = z
  .object({
    id: z.number().int(),
    reason: noteText('Give a reason.'),
    walletId: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'The payer’s wallet, if no order names it.' }),
  })
  .meta({ id: 'BookExceptionRequest' });
export type BookExceptionRequest = z.infer<typeof BookExceptionRequest>;

export const BookExceptionResponse = z
  .object({
    done: z.enum(['booked', 'agreed', 'proposed']).meta({
      description:
        'agreed: the gateway and the ledger had the same once the payment was fetched again. ' +
        'proposed: above the credits limit, so a super admin has to approve it.',
    }),
  })
  .meta({ id: 'BookExceptionResponse' });
export type BookExceptionResponse = z.infer<typeof BookExceptionResponse>;

/**
 * `POST /api/admin/payment-exceptions/resolve`: resolves several with one note; resolved ones do not change.
 */
export const ResolveExceptionsRequest = z
  .object({
    ids: z.array(z.number().int()).min(1).max(100),
    note: noteText('Say what was done.'),
  })
  .meta({ id: 'ResolveExceptionsRequest' });
export type ResolveExceptionsRequest = z.infer<typeof ResolveExceptionsRequest>;

export const ResolveExceptionsResponse = z
  .object({ resolved: z.number().int() })
  .meta({ id: 'ResolveExceptionsResponse' });
export type ResolveExceptionsResponse = z.infer<typeof ResolveExceptionsResponse>;

/** `POST /api/admin/payment-exceptions`: finance resolves one exception with a note. */
export const ResolveExceptionRequest = z
  .object({
    id: z.number().int(),
    note: noteText('Say what was done.'),
  })
  .meta({ id: 'ResolveExceptionRequest' });
export type ResolveExceptionRequest = z.infer<typeof ResolveExceptionRequest>;

/** `POST /api/admin/payment-exceptions/reopen`: finance reopens an exception that a person resolved by mistake. */
export const ReopenExceptionRequest = z
  .object({
    id: z.number().int(),
    reason: noteText('Give a reason.'),
  })
  .meta({ id: 'ReopenExceptionRequest' });
export type ReopenExceptionRequest = z.infer<typeof ReopenExceptionRequest>;
