/** The register of tax documents, and the tax of a month, for finance. */
import { z } from 'zod';
import { DocumentKind, StateCode } from '../documents/content.ts';
import { IndianDay } from '../settlement/day.ts';
import { Month } from './admin-settlements.ts';
import { DocumentNumber } from './documents.ts';
import { Rupees } from './vocabulary.ts';

/** A registration of the supplier. */
const SupplierGstin = z.string().regex(/^[0-9A-Z]{15}$/, 'Not a GSTIN.');

export const registerFilter = {
  month: Month,
  kind: DocumentKind.optional(),
  gstin: SupplierGstin.optional(),
  recipient: z
    .enum(['registered', 'unregistered'])
    .optional()
    .meta({ description: 'Whether the recipient has a GSTIN.' }),
};

export const registerPageSize = 50;

export const RegisterQuery = z.object({
  ...registerFilter,
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

const taxes = { taxable: Rupees, cgst: Rupees, sgst: Rupees, igst: Rupees };

const RegisteredDocument = z
  .object({
    id: z.number().int(),
    number: z.string(),
    kind: DocumentKind,
    day: IndianDay,
    gstin: z.string().nullable().meta({ description: 'The supplier’s; null for a plain receipt.' }),
    walletId: z.string(),
    recipient: z.string(),
    recipientGstin: z.string().nullable(),
    placeOfSupply: StateCode.nullable(),
    against: z.string().nullable().meta({ description: 'The invoice of a credit note.' }),
    discount: Rupees,
    ...taxes,
    total: Rupees.meta({ description: 'Taxable value and tax.' }),
  })
  .meta({ id: 'RegisteredDocument' });
export type RegisteredDocument = z.infer<typeof RegisteredDocument>;

const RegisterSum = z
  .object({
    kind: DocumentKind,
    documents: z.number().int(),
    discount: Rupees,
    ...taxes,
    total: Rupees,
  })
  .meta({ id: 'RegisterSum' });
export type RegisterSum = z.infer<typeof RegisterSum>;

/** `GET /api/admin/documents?month=2026-11` */
export const RegisterPage = z
  .object({
    documents: z.array(RegisteredDocument).meta({ description: 'Newest first.' }),
    sums: z
      .array(RegisterSum)
      .nullable()
      .meta({ description: 'Sums of the whole filter by kind, on the first page only.' }),
    nextBefore: z.number().int().nullable().meta({ description: 'Pass as `before`.' }),
  })
  .meta({ id: 'RegisterPage' });
export type RegisterPage = z.infer<typeof RegisterPage>;

export const LiabilityPart = z.enum([
  'invoices-b2b',
  'invoices-b2c',
  'notes-b2b',
  'notes-b2c',
  'advances-received',
  'advances-adjusted',
]);
export type LiabilityPart = z.infer<typeof LiabilityPart>;

/** `GET /api/admin/tax-month?month=2026-11` */
export const TaxMonth = z
  .object({
    month: Month,
    liabilities: z
      .array(
        z.object({
          gstin: z.string(),
          parts: z
            .array(z.object({ part: LiabilityPart, documents: z.number().int(), ...taxes }))
            .meta({
              description: 'Amounts have no sign: notes and adjusted advances lower the tax.',
            }),
          due: z.object(taxes),
        }),
      )
      .meta({ description: 'By registration, of the documents of this month.' }),
    use: z
      .object({
        revenue: Rupees.meta({ description: 'Charges less what was given back, by the ledger.' }),
        taxable: Rupees,
        tax: Rupees,
        discount: Rupees.meta({ description: 'The part that bonus credit paid.' }),
        notInvoiced: Rupees,
        unregistered: Rupees.meta({ description: 'Used without a registration.' }),
        difference: Rupees.meta({ description: 'Revenue less the rest; 0 if all agree.' }),
      })
      .meta({ description: 'The use of this month, which is invoiced in the next.' }),
  })
  .meta({ id: 'TaxMonth' });
export type TaxMonth = z.infer<typeof TaxMonth>;

export const EInvoiceQuery = z.object({ number: DocumentNumber });
