/** Exports of the books, which the worker writes to files in the background: `/api/admin/exports`. */
import { z } from 'zod';
import { registerFilter } from '../../tax/contracts/admin-documents.ts';
import { AdminLedgerFilter } from '../../ledger/contracts/admin-ledger.ts';
import { Timestamp, IndianDay } from '../../contracts/vocabulary.ts';
import { dayMs } from '../../time.ts';

/** How long a file can be downloaded. */
export const exportKeptMs = 7 * dayMs;
/** Limits on the exports of all users together: how many may be pending, and how many are stored. */
export const mostUnfinishedExports = 5;
export const mostExports = 50;
/** A year and a leap day. */
export const mostExportDays = 366;
/** The maximum rows of a sheet in Excel and LibreOffice. */
export const sheetRowsMax = 1_048_576;

const days = { from: IndianDay, to: IndianDay };

/** The query parameters of the ledger list; `AdminLedgerFilter` checks each value. */
const LedgerFilterText = z.record(z.string(), z.string()).superRefine((filter, context) => {
  const { error } = AdminLedgerFilter.strict().safeParse(filter);
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

export const ExportRequest = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('ledger'),
    format: z.enum(['csv', 'ndjson']),
    filter: LedgerFilterText.default({}),
  }),
  z.object({ what: z.literal('settlement-lines'), ...days }),
  z.object({ what: z.literal('vouchers'), ...days }),
  z.object({ what: z.literal('exceptions'), ...days }),
  z.object({ what: z.literal('documents'), ...registerFilter }),
  z.object({
    what: z.literal('gstr-1'),
    format: z.enum(['json', 'csv']),
    month: registerFilter.month,
    gstin: registerFilter.gstin.unwrap(),
  }),
  z.object({
    what: z.literal('e-invoices'),
    month: registerFilter.month,
    gstin: registerFilter.gstin.unwrap(),
  }),
]);
export type ExportRequest = z.infer<typeof ExportRequest>;

export const ExportFile = z
  .object({
    id: z.string(),
    request: ExportRequest,
    requestedBy: z.string(),
    requestedAt: Timestamp,
    status: z.enum(['requested', 'running', 'done', 'failed']),
    progress: z.number().min(0).max(1),
    rows: z.number().int(),
    fileName: z.string(),
    bytes: z.number().int().nullable(),
    sha256: z.string().nullable().meta({ description: 'Hex, of the whole file.' }),
    error: z.string().nullable(),
    expiresAt: Timestamp.nullable().meta({ description: 'When the file is erased.' }),
    url: z.string().nullable().meta({
      description: 'Downloads the file for an hour, with ranges; ask again for a new one.',
    }),
  })
  .meta({ id: 'ExportFile' });
export type ExportFile = z.infer<typeof ExportFile>;

/** `GET /api/admin/exports`: the exports of all users, newest first. */
export const ExportsResponse = z
  .object({ exports: z.array(ExportFile) })
  .meta({ id: 'ExportsResponse' });
export type ExportsResponse = z.infer<typeof ExportsResponse>;
