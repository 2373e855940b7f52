/** The register of tax documents, and the tax of a month, for finance. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import { DocumentKind, PlaceCode } from '../content.ts';
import { Month } from '../../finance/contracts/admin-settlements.ts';
import { DocumentNumber } from './documents.ts';
import { Rupees, IndianDay } from '../../contracts/vocabulary.ts';

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
  ...pageQuery,
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
    placeOfSupply: PlaceCode.nullable(),
    against: z.string().nullable().meta({ description: 'The invoice of a credit note.' }),
    irn: z.string().nullable().meta({ description: 'Once the portal’s answer is stored.' }),
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

/** `GET /api/admin/documents?month=2026-11`: newest first. */
export const RegisterPage = pageOf(RegisteredDocument)
  .extend({
    sums: z
      .array(RegisterSum)
      .nullable()
      .meta({ description: 'Sums of the whole filter by kind, on the first page only.' }),
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
        used: Rupees.meta({
          description:
            'Charges less what was given back, by the ledger: with GST and bonus credit.',
        }),
        revenue: Rupees.meta({
          description: 'The same without GST and bonus credit, as in `GET /api/admin/finance`.',
        }),
        taxable: Rupees,
        tax: Rupees,
        discount: Rupees.meta({ description: 'The part that bonus credit paid.' }),
        notInvoiced: Rupees,
        unregistered: Rupees.meta({ description: 'Used without a registration.' }),
        difference: Rupees.meta({ description: '`used` less what follows; 0 if all agree.' }),
      })
      .meta({ description: 'The use of this month, which is invoiced in the next.' }),
    documents: RegisterPage.meta({
      description: 'The first page of `GET /api/admin/documents` for this month.',
    }),
  })
  .meta({ id: 'TaxMonth' });
export type TaxMonth = z.infer<typeof TaxMonth>;

/** In one request. */
export const eInvoiceAnswersAtMost = 100;

/** As the portal writes it; other fields are ignored. */
const EInvoiceAnswer = z.object({
  Irn: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'An IRN has 64 characters, 0 to 9 and a to f.')
    .transform((irn) => irn.toLowerCase()),
  AckNo: z
    .union([z.string(), z.number().int().positive().max(Number.MAX_SAFE_INTEGER)])
    .transform(String)
    .pipe(z.string().regex(/^\d{6,20}$/, 'Not an acknowledgement number.')),
  AckDt: z
    .string()
    .regex(/^20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d$/, 'Not a date and time.')
    .refine(
      (time) => !Number.isNaN(Date.parse(`${time.replace(' ', 'T')}Z`)),
      'Not a date and time.',
    ),
  SignedQRCode: z
    .string()
    // The largest code that a printed page has room for.
    .max(2_000)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'Not a signed code.'),
  SignedInvoice: z.string().max(24_000).optional(),
});
export type EInvoiceAnswer = z.infer<typeof EInvoiceAnswer>;

export const EInvoiceAnswersRequest = z.object({
  answers: z.array(EInvoiceAnswer).min(1).max(eInvoiceAnswersAtMost),
});
export const EInvoiceAnswersResponse = z.object({
  stored: z.number().int(),
  known: z.number().int().meta({ description: 'Answers that were stored earlier.' }),
});

export const EInvoiceQuery = z.object({ number: DocumentNumber });
