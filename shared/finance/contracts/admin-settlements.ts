/** The gateway's settlement reports, which finance imports and reads. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import { columnRoles } from '../settlement/bank-columns.ts';
import { feeMethods } from '../settlement/line.ts';
import { ErrorCode } from '../../contracts/error.ts';
import { Rupees, Timestamp, IndianDay } from '../../contracts/vocabulary.ts';
import { monthPattern } from '../../time.ts';

/** Maximum days per request, because a reconciliation compares each day again. */
export const mostSettlementDays = 92;
export const mostReconciledDays = 31;

const SettlementDay = z
  .object({
    day: IndianDay.meta({ description: 'Settlement day in the Indian calendar.' }),
    completeAt: Timestamp.nullable().meta({
      description: 'When the whole report of the day was last read; null for never.',
    }),
    lines: z.number().int().nullable(),
    nextImportAt: Timestamp.nullable().meta({ description: 'Null: it changes no more.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the last import was not complete; null if it was complete.' }),
  })
  .meta({ id: 'SettlementDay' });

export const SettlementImport = z
  .object({
    id: z.number().int(),
    source: z.enum(['gateway', 'file', 'bank']).meta({
      description: "The gateway's API, its dashboard's export, or a bank statement.",
    }),
    day: IndianDay.nullable(),
    fileName: z.string().nullable(),
    requestedBy: z.string(),
    outcome: z.enum(['complete', 'incomplete']),
    problem: z.string().nullable(),
    lines: z.number().int(),
    newLines: z.number().int(),
    changedLines: z.number().int().meta({
      description: 'Lines that changed or disappeared; the earlier version is kept.',
    }),
    statement: z
      .object({
        from: IndianDay,
        to: IndianDay,
        closingBalance: Rupees.nullable(),
        withdrawn: z.object({ by: z.string(), at: Timestamp, reason: z.string() }).nullable(),
      })
      .nullable()
      .meta({ description: 'Set for a bank statement.' }),
    finishedAt: Timestamp,
  })
  .meta({ id: 'SettlementImport' });
export type SettlementImport = z.infer<typeof SettlementImport>;

/** `GET /api/admin/settlements?from=&to=`: the requested days, and the newest imports. */
export const SettlementsResponse = z
  .object({ days: z.array(SettlementDay), imports: z.array(SettlementImport) })
  .meta({ id: 'SettlementsResponse' });
export type SettlementsResponse = z.infer<typeof SettlementsResponse>;

/** A range of days, both included. */
export const SettlementRange = z
  .object({ from: IndianDay, to: IndianDay })
  .meta({ id: 'SettlementRange' });
export type SettlementRange = z.infer<typeof SettlementRange>;

/** `POST /api/admin/settlements/import`: the worker reads these days again. */
export const ImportSettlementsResponse = z
  .object({ days: z.number().int() })
  .meta({ id: 'ImportSettlementsResponse' });
export type ImportSettlementsResponse = z.infer<typeof ImportSettlementsResponse>;

/** `POST /api/admin/settlements/file`: the faults of a file that was rejected as a whole. */
export const SettlementFileRefusal = z
  .object({
    error: z.string(),
    code: ErrorCode,
    problems: z
      .array(z.object({ line: z.number().int().nullable(), problem: z.string() }))
      .meta({ description: 'The first 100; lines count from 1.' }),
    problemCount: z.number().int(),
  })
  .meta({ id: 'SettlementFileRefusal' });
export type SettlementFileRefusal = z.infer<typeof SettlementFileRefusal>;

/** The role of a bank statement column; null if the column is not read. */
export const StatementRoles = z.array(z.enum(columnRoles).nullable()).max(60);

/** `POST /api/admin/bank-statement` and `…/preview`, which stores nothing. */
export const StatementQuery = z.object({
  name: z.string().trim().min(1).max(200).optional(),
  dateOrder: z.enum(['day-first', 'month-first']).optional(),
  roles: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: 'One role for each column, with commas between them; empty for none.' }),
});

const StatementSum = z.object({ lines: z.number().int(), amount: Rupees });

export const StatementPreview = z
  .object({
    bank: z.string().nullable().meta({ description: 'Null for a bank that we do not know.' }),
    needs: z.enum(['columns', 'date-order']).nullable().meta({
      description: 'Choices needed before the statement can be booked.',
    }),
    header: z.array(z.string()),
    roles: StatementRoles,
    sample: z.array(z.array(z.string())).meta({ description: 'The first rows as they are.' }),
    lines: z
      .array(z.object({ line: z.number().int(), day: IndianDay, amount: Rupees, text: z.string() }))
      .meta({ description: 'The first 20 as they were read; negative where money left.' }),
    from: IndianDay.nullable(),
    to: IndianDay.nullable(),
    credits: StatementSum,
    debits: StatementSum,
    gateway: StatementSum.meta({ description: 'Lines that name the gateway.' }),
    closingBalance: Rupees.nullable(),
    gap: z.object({ day: IndianDay, closing: Rupees, opening: Rupees }).nullable().meta({
      description:
        'The earlier statement that does not end with the opening balance of this one: lines in between are missing.',
    }),
    leftOut: z.array(z.object({ line: z.number().int(), text: z.string() })),
    problems: z.array(z.object({ line: z.number().int().nullable(), problem: z.string() })),
    problemCount: z.number().int(),
  })
  .meta({ id: 'StatementPreview' });
export type StatementPreview = z.infer<typeof StatementPreview>;

/** `POST /api/admin/bank-statement/withdraw`: withdraws an import that was a mistake. */
export const WithdrawStatementRequest = z
  .object({ importId: z.number().int(), reason: z.string().trim().min(3).max(500) })
  .meta({ id: 'WithdrawStatementRequest' });
export type WithdrawStatementRequest = z.infer<typeof WithdrawStatementRequest>;

export const BankLine = z
  .object({
    id: z.number().int(),
    day: IndianDay,
    amount: Rupees,
    text: z.string(),
    isGateway: z.boolean(),
    settlementUtr: z.string().nullable(),
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.infer<typeof BankLine>;

/** `GET /api/admin/bank-lines?business=`: newest first, 50 a page. */
export const BankLinesQuery = z.object({
  business: z.enum(['gateway', 'other']).optional(),
  ...pageQuery,
});
export const BankLinesResponse = pageOf(BankLine).meta({ id: 'BankLinesResponse' });
export type BankLinesResponse = z.infer<typeof BankLinesResponse>;

/** `POST /api/admin/bank-lines`: marks whether a line is the gateway's money. */
export const MarkBankLineRequest = z
  .object({
    id: z.number().int(),
    isGateway: z.boolean(),
    note: z.string().trim().min(3).max(500),
  })
  .meta({ id: 'MarkBankLineRequest' });
export type MarkBankLineRequest = z.infer<typeof MarkBankLineRequest>;

/** Why the bank's amount differs from the settlement's amount. */
export const BankEntryAccount = z.enum([
  'bank_charges',
  'rounding',
  'other_receipt',
  'owed_by_bank',
]);
export type BankEntryAccount = z.infer<typeof BankEntryAccount>;
const BankEntryStatus = z.enum(['waiting', 'approved', 'refused', 'withdrawn']);
export type BankEntryStatus = z.infer<typeof BankEntryStatus>;

const reason = z.string().trim().min(3, 'Give a reason.').max(500);

export const BankEntry = z
  .object({
    id: z.string(),
    utr: z.string(),
    day: IndianDay,
    amount: Rupees.meta({ description: 'Positive if the bank has less than was settled.' }),
    account: BankEntryAccount,
    reason: z.string(),
    proposedBy: z.string(),
    proposedAt: Timestamp,
    status: BankEntryStatus,
    decidedBy: z.string().nullable(),
    note: z.string().nullable().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'BankEntry' });
export type BankEntry = z.infer<typeof BankEntry>;

/** `GET /api/admin/bank-entries`: first the entries that wait for a decision, then the newest ones. */
export const BankEntriesResponse = z
  .object({ entries: z.array(BankEntry) })
  .meta({ id: 'BankEntriesResponse' });
export type BankEntriesResponse = z.infer<typeof BankEntriesResponse>;

/** `POST /api/admin/bank-entries`: proposes an entry for the whole difference that an exception shows. */
export const ProposeBankEntryRequest = z
  .object({ exceptionId: z.number().int(), account: BankEntryAccount, reason })
  .meta({ id: 'ProposeBankEntryRequest' });
export type ProposeBankEntryRequest = z.infer<typeof ProposeBankEntryRequest>;

/**
 * `POST /api/admin/bank-entries/decide`: a second person approves or refuses an entry, or its proposer
 * withdraws it.
 */
export const DecideBankEntryRequest = z
  .discriminatedUnion('decision', [
    z.object({ id: z.string().max(64), decision: z.enum(['approve', 'withdraw']) }),
    z.object({ id: z.string().max(64), decision: z.literal('refuse'), note: reason }),
  ])
  .meta({ id: 'DecideBankEntryRequest' });
export type DecideBankEntryRequest = z.infer<typeof DecideBankEntryRequest>;

const basisPoints = z.number().int().min(0).max(10_000);

/** The fee for a method of payment, valid from a given day. */
export const FeeTerm = z
  .object({
    method: z
      .enum(feeMethods)
      .meta({ description: 'As the report names it; `any` for all others, `refund` for refunds.' }),
    fromDay: IndianDay,
    feeBasisPoints: basisPoints.meta({ description: 'Hundredths of a percent.' }),
    taxBasisPoints: basisPoints.meta({ description: 'GST on the fee.' }),
  })
  .meta({ id: 'FeeTerm' });
export type FeeTerm = z.infer<typeof FeeTerm>;

/** `GET` and `POST /api/admin/fee-terms`. */
export const FeeTerms = z.object({ terms: z.array(FeeTerm) }).meta({ id: 'FeeTerms' });
export type FeeTerms = z.infer<typeof FeeTerms>;

export const Month = z
  .string()
  .regex(monthPattern, 'Not a month: write it as 2026-03.')
  .meta({ description: 'A month of the Indian calendar.' });

const OpenItem = z.object({ subject: z.string(), day: IndianDay, amount: Rupees });

/** `GET /api/admin/month?month=2026-04` */
export const MonthResponse = z
  .object({
    month: Month,
    lastDay: IndianDay.meta({ description: 'The last day of the month, or today.' }),
    days: z.array(z.object({ day: IndianDay, figures: z.lazy(() => ReconciledFigures) })),
    total: z.lazy(() => ReconciledFigures),
    bank: z.object({
      closing: z.object({ day: IndianDay, amount: Rupees }).nullable().meta({
        description:
          'The balance of the newest statement that ends in the month, if it has balances.',
      }),
      uncleared: z.array(OpenItem).meta({
        description:
          'Settled and not in the bank by the day of the closing balance, or by the last day without one. At most 100.',
      }),
      unclearedTotal: Rupees.meta({ description: 'The sum of all of them.' }),
      reconciled: Rupees.nullable().meta({ description: 'The closing balance with these.' }),
    }),
    atRisk: z
      .array(OpenItem)
      .meta({ description: 'The amounts that open disputes may still take. At most 100.' }),
    reserve: Rupees.meta({ description: 'The sum of all of them.' }),
    openExceptions: z.number().int(),
    unreportedDays: z.array(IndianDay),
    lock: z
      .object({
        by: z.string(),
        at: Timestamp,
        note: z.string(),
        hasChanged: z.boolean().meta({
          description:
            'A late fact of the gateway or the bank changed the figures after the sign-off.',
        }),
      })
      .nullable(),
  })
  .meta({ id: 'MonthResponse' });
export type MonthResponse = z.infer<typeof MonthResponse>;

/** `POST /api/admin/month/lock` signs a month off; `…/unlock` is for super admins. */
export const MonthLockRequest = z
  .object({ month: Month, note: z.string().trim().min(3, 'Give a reason.').max(500) })
  .meta({ id: 'MonthLockRequest' });
export type MonthLockRequest = z.infer<typeof MonthLockRequest>;

/**
 * `GET /api/admin/reconciliation?from=&to=`: amounts settled, in transit and so on, and whether they match.
 */
export const ReconciledFigures = z
  .object({
    ledger: Rupees.meta({ description: 'Credits less refunds and disputes.' }),
    notReported: Rupees.meta({ description: 'Part of it that no report of the gateway has yet.' }),
    gateway: Rupees.meta({
      description: 'Captured less refunds and disputes, by the reports of the gateway.',
    }),
    settled: Rupees,
    fees: Rupees.meta({ description: 'Without the GST on them.' }),
    gst: Rupees,
    charges: Rupees.meta({
      description:
        'Other charges of the gateway minus its credits, and explained bank differences.',
    }),
    inTransit: Rupees,
    onHold: Rupees,
    holds: z.boolean().meta({
      description:
        'ledger - notReported = gateway = settled + fees + gst + charges + inTransit + onHold, to the paisa.',
    }),
    isCompared: z.boolean().meta({
      description:
        'Whether the report and the bank statement of everything here were read; otherwise `holds` is assumed.',
    }),
    findings: z.number().int(),
    openFindings: z.number().int().meta({ description: 'Number of open exceptions among them.' }),
    resolvedFindings: z.number().int().meta({
      description:
        'Number of resolved ones. A finding of the last moments may not be recorded yet.',
    }),
  })
  .meta({ id: 'ReconciledFigures' });
export type ReconciledFigures = z.infer<typeof ReconciledFigures>;

export const ReconciliationResponse = z
  .object({
    days: z.array(z.object({ day: IndianDay, figures: ReconciledFigures })),
    total: ReconciledFigures,
  })
  .meta({ id: 'ReconciliationResponse' });
export type ReconciliationResponse = z.infer<typeof ReconciliationResponse>;
