/** Tax documents of a wallet, the profile that is printed on them, and the supplier's settings. */
import { z } from 'zod';
import { BillingProfile, DocumentKind, StateCode, SupplierSettings } from '../documents/content.ts';
import { parseDocumentNumber } from '../documents/series.ts';
import { IndianDay } from '../settlement/day.ts';

export const DocumentNumber = z
  .string()
  .max(40)
  .transform((text, context) => {
    const number = parseDocumentNumber(text);
    if (number !== null) return number;
    context.addIssue({ code: 'custom', message: 'This is not a document number.' });
    return z.NEVER;
  });

export const documentPageSize = 50;

export const DocumentsQuery = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

export const DocumentPage = z
  .object({
    documents: z
      .array(
        z.object({
          number: z.string(),
          kind: DocumentKind,
          day: z.string(),
          amount: z.number().meta({ description: 'Rupees, tax included.' }),
          month: z.string().nullable().meta({ description: 'The month of an invoice.' }),
        }),
      )
      .meta({ description: 'Newest first.' }),
    supplier: z
      .enum(['registered', 'unregistered', 'none'])
      .meta({ description: 'Whether new payments get tax documents, plain receipts or nothing.' }),
    nextBefore: z.number().int().nullable().meta({ description: 'Pass as `before`.' }),
  })
  .meta({ id: 'DocumentPage' });
export type DocumentPage = z.infer<typeof DocumentPage>;

export const VerifyDocumentQuery = z.object({
  number: DocumentNumber,
  amount: z.coerce.number().min(0).max(1e11),
});

export const VerifiedDocument = z
  .object({
    number: z.string(),
    kind: DocumentKind,
    day: z.string(),
    amount: z.number(),
    supplier: z.object({ name: z.string(), gstin: z.string().nullable() }),
    hash: z.string().meta({ description: 'As printed at the bottom of the document.' }),
  })
  .meta({ id: 'VerifiedDocument' });
export type VerifiedDocument = z.infer<typeof VerifiedDocument>;

export const BillingProfileView = z
  .object({
    name: z.string(),
    address: z.string(),
    pin: z.string().nullable(),
    stateCode: StateCode.nullable(),
    gstin: z.string().nullable(),
  })
  .meta({ id: 'BillingProfile' });
export const BillingProfileRequest = BillingProfile;

const FromDay = IndianDay.meta({ description: 'Today or later.' });

export const SupplierRequest = z.object({ settings: SupplierSettings, fromDay: FromDay });

export const SupplierList = z
  .object({
    suppliers: z
      .array(
        z.object({
          validFrom: z.string(),
          settings: SupplierSettings,
        }),
      )
      .meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'SupplierList' });
