/** Tax documents of a wallet, the profile that is printed on them, and the supplier's settings. */
import { z } from 'zod';
import { pageOf, pageQuery } from '../../contracts/page.ts';
import {
  BillingProfile,
  CountryCode,
  DocumentKind,
  StateCode,
  SupplierSettings,
} from '../content.ts';
import { parseDocumentNumber } from '../series.ts';
import { Rupees, IndianDay } from '../../contracts/vocabulary.ts';

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

const Position = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const DocumentsQuery = z.object({
  ...pageQuery,
  seq: Position.optional().meta({ description: 'Only those of this entry of the statement.' }),
  order: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .meta({ description: "Only those of the top-up with the gateway's order." }),
});

/** Newest first. */
export const DocumentPage = pageOf(
  z.object({
    number: z.string(),
    kind: DocumentKind,
    day: z.string(),
    amount: z.number().meta({ description: 'Rupees, tax included.' }),
    month: z.string().nullable().meta({ description: 'The month of an invoice.' }),
  }),
)
  .extend({
    isIssuing: z
      .boolean()
      .meta({ description: 'Whether the receipt of a payment will be added in a moment.' }),
    supplier: z
      .enum(['registered', 'unregistered', 'none'])
      .meta({ description: 'Whether new payments get tax documents, plain receipts or nothing.' }),
    years: z
      .array(z.string())
      .meta({ description: 'Financial years with documents, `2627`, newest first.' }),
  })
  .meta({ id: 'DocumentPage' });
export type DocumentPage = z.infer<typeof DocumentPage>;

export const DocumentYear = z.string().regex(/^\d{4}$/);

export const VerifyDocumentQuery = z.object({
  number: DocumentNumber,
  code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{16,64}$/, 'Enter at least 16 characters of the SHA-256.')
    .meta({ description: 'At least the first 16 characters of the SHA-256 on the document.' }),
});

export const VerifiedDocument = z
  .object({
    number: z.string(),
    kind: DocumentKind,
    day: z.string(),
    amount: z.number(),
    supplier: z.object({ name: z.string(), gstin: z.string().nullable() }),
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
    country: CountryCode.nullable().meta({ description: 'Null in India.' }),
    isSez: z.boolean().meta({ description: 'In a Special Economic Zone.' }),
  })
  .meta({ id: 'BillingProfile' });
export const BillingProfileRequest = BillingProfile;

export const BillingDetails = z
  .object({
    profile: BillingProfileView,
    isTaxed: z.boolean().meta({ description: 'Whether the next documents have tax.' }),
    asksForState: z.boolean().meta({
      description: 'Whether a top-up should ask for the State: it matters, and was never answered.',
    }),
    mail: z
      .object({
        address: z
          .string()
          .nullable()
          .meta({ description: 'Null without a verified address: then nothing is mailed.' }),
        isOn: z.boolean(),
      })
      .meta({ description: "The caller's own mails with the document of each payment." }),
  })
  .meta({ id: 'BillingDetails' });
export type BillingDetails = z.infer<typeof BillingDetails>;

export const BillMailsRequest = z.object({ isOn: z.boolean() });

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

export const leftVouchersAtMost = 100;

/** `GET /api/admin/supplier-advances` */
export const SupplierAdvances = z
  .object({
    registrations: z.array(
      z.object({
        gstin: z.string(),
        isPresent: z.boolean(),
        wallets: z.number().int(),
        amount: Rupees.meta({ description: 'The unused rest of its advances, tax included.' }),
        tax: Rupees,
        closing: z
          .object({ askedAt: z.string(), doneAt: z.string().nullable() })
          .nullable()
          .meta({ description: 'The newest one. `doneAt` is null while it is in progress.' }),
      }),
    ),
    vouchers: z
      .array(
        z.object({
          number: z.string(),
          day: IndianDay,
          gstin: z.string(),
          walletId: z.string(),
          amount: Rupees,
          tax: Rupees,
        }),
      )
      .meta({ description: 'Those of earlier registrations, oldest first.' }),
  })
  .meta({ id: 'SupplierAdvances' });
export type SupplierAdvances = z.infer<typeof SupplierAdvances>;

export const CloseRegistrationRequest = z.object({ gstin: z.string().max(15) });
