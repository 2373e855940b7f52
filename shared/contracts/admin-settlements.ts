/** The gateway's settlement reports as finance imports and reads them. */
import { z } from 'zod';
import { IndianDay } from '../settlement/day.ts';
import { ErrorCode } from './error.ts';
import { Rupees, Timestamp } from './vocabulary.ts';

/** Of one question or request; each day of a reconciliation is compared anew. */
export const mostSettlementDays = 92;
export const mostReconciledDays = 31;

const SettlementDay = z
  .object({
    day: IndianDay.meta({ description: 'Of settlement, by the Indian calendar.' }),
    completeAt: Timestamp.nullable().meta({
      description: 'When the whole report of the day was last read; null for never.',
    }),
    lines: z.number().int().nullable(),
    nextImportAt: Timestamp.nullable().meta({ description: 'Null: it changes no more.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why the last import was not complete; null where it was.' }),
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
      description: 'Those that stood there otherwise, or are gone: the earlier version is kept.',
    }),
    finishedAt: Timestamp,
  })
  .meta({ id: 'SettlementImport' });
export type SettlementImport = z.infer<typeof SettlementImport>;

/** `GET /api/admin/settlements?from=&to=`: the days that were asked for, and the newest imports. */
export const SettlementsResponse = z
  .object({ days: z.array(SettlementDay), imports: z.array(SettlementImport) })
  .meta({ id: 'SettlementsResponse' });
export type SettlementsResponse = z.infer<typeof SettlementsResponse>;

/** Both days included. */
export const SettlementRange = z
  .object({ from: IndianDay, to: IndianDay })
  .meta({ id: 'SettlementRange' });
export type SettlementRange = z.infer<typeof SettlementRange>;

/** `POST /api/admin/settlements/import`: the worker reads these days again. */
export const ImportSettlementsResponse = z
  .object({ days: z.number().int() })
  .meta({ id: 'ImportSettlementsResponse' });
export type ImportSettlementsResponse = z.infer<typeof ImportSettlementsResponse>;

/** `POST /api/admin/settlements/file`: what is wrong with the file, of which nothing was imported. */
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

/** `GET /api/admin/reconciliation?from=&to=`: what is settled, in transit and so on, and whether it agrees. */
export const ReconciledFigures = z
  .object({
    ledger: Rupees.meta({ description: 'Credits less refunds and disputes.' }),
    gateway: Rupees.meta({ description: 'Captured less refunds and disputes.' }),
    settled: Rupees,
    fees: Rupees.meta({ description: 'Without the GST on them.' }),
    gst: Rupees,
    charges: Rupees.meta({ description: 'What the gateway took besides, less what it gave.' }),
    inTransit: Rupees,
    onHold: Rupees,
    holds: z.boolean().meta({
      description:
        'ledger = gateway = settled + fees + gst + charges + inTransit + onHold, to the paisa.',
    }),
    findings: z.number().int(),
    openFindings: z
      .number()
      .int()
      .meta({ description: 'Of those that are recorded as exceptions, how many are open.' }),
    resolvedFindings: z.number().int().meta({
      description: 'And how many are resolved. What was found a moment ago is not recorded yet.',
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
