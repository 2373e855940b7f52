/** What a document says, as data. It never changes; a PDF is derived from it. Amounts are integer paise. */
import { z } from 'zod';
import { Gstin } from './gstin.ts';
import { SeriesPrefix } from './series.ts';
import { stateCodes } from './states.ts';
import type { Tax } from './tax.ts';

export const DocumentKind = z.enum([
  /** Money received without a tax document: no registration, or the voucher model. */
  'receipt',
  /** An advance received (Rule 50). */
  'receipt-voucher',
  /** A month's use (Rule 46). */
  'tax-invoice',
  /** An advance paid back (Rule 51). */
  'refund-voucher',
  /** A charge given back (section 34). */
  'credit-note',
]);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const StateCode = z.enum(stateCodes);
const Day = z.string().regex(/^20\d\d-\d\d-\d\d$/);
const Paise = z.int();

/** In characters. */
export const longestText = { name: 120, address: 300 };

/** What the embedded fonts cannot show, such as emoji, and control characters. `\x2b` is a plus sign. */
const notOnPaper =
  /[^\p{Script=Latin}\p{Script=Devanagari}\p{Script=Inherited}0-9\p{P}\p{Zs}\x2b<=>|~^`$₹°]/u;

/**
 * Text on paper.
 *
 * @internal exported for tests
 */
export const PaperText = (longest: number) => {
  const error = `Shorten this to ${longest} characters.`;
  return (
    z
      .string()
      // Normalizing a text takes quadratic time.
      .max(2 * longest, { error })
      .transform((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
      .pipe(z.string().max(longest, { error }))
      .superRefine((text, context) => {
        if (!notOnPaper.test(text)) return;
        const message = 'Use Latin or Devanagari letters, digits and punctuation only.';
        context.addIssue({ code: 'invalid_format', format: 'text', input: text, message });
      })
  );
};

const Pin = z
  .string()
  .trim()
  .regex(/^[1-9]\d{5}$/, { error: 'A PIN has six digits and does not begin with 0.' });

const TaxModel = z.enum(['advance', 'voucher']);

const Sac = z.string().regex(/^99\d{2,4}$/, { error: 'A SAC has 4 to 6 digits, from 99.' });

const Supplier = z.object({
  legalName: z.string(),
  address: z.string(),
  pin: z.string(),
  stateCode: StateCode,
  gstin: z.string().nullable(),
  signatory: z.string(),
});

const Recipient = z.object({
  name: z.string(),
  address: z.string(),
  pin: z.string().nullable(),
  stateCode: StateCode.nullable(),
  gstin: z.string().nullable(),
});
export type Recipient = z.infer<typeof Recipient>;

const taxFields = {
  taxablePaise: Paise,
  cgstPaise: Paise,
  sgstPaise: Paise,
  igstPaise: Paise,
} satisfies Record<keyof Tax, typeof Paise>;

/** `image`, … as in `revenue:image`, or `advance` for money that is not used yet. */
export const LineItem = z.enum(['image', 'edit_image', 'general', 'chat', 'instagram', 'advance']);
export type LineItem = z.infer<typeof LineItem>;

export const DocumentLine = z.object({
  item: LineItem,
  sac: z.string(),
  quantity: z.int().positive(),
  unitPaise: Paise,
  /** `quantity x unitPaise`, or for a partial refund the refunded amount. */
  grossPaise: Paise,
  /** The part that was paid with bonus credit. */
  discountPaise: Paise,
  /** `grossPaise - discountPaise`, tax included. */
  netPaise: Paise,
  rateBasisPoints: z.int(),
  ...taxFields,
});
export type DocumentLine = z.infer<typeof DocumentLine>;

/** The part of an earlier receipt voucher that this document uses, pays back or restores. */
export const AdvancePart = z.object({
  number: z.string(),
  day: Day,
  amountPaise: Paise,
  stateCode: StateCode.nullable(),
  rateBasisPoints: z.int(),
  isIntraState: z.boolean(),
  ...taxFields,
});
export type AdvancePart = z.infer<typeof AdvancePart>;

export const DocumentContent = z.object({
  version: z.literal(1),
  kind: DocumentKind,
  day: Day,
  supplier: Supplier,
  recipient: Recipient,
  /** Null if no State is known, which is taxed as inter-State. */
  placeOfSupply: StateCode.nullable(),
  isIntraState: z.boolean(),
  reverseCharge: z.literal(false),
  lines: z.array(DocumentLine).min(1),
  totals: z.object({
    grossPaise: Paise,
    discountPaise: Paise,
    totalPaise: Paise,
    ...taxFields,
  }),
  /** An invoice adjusts these, a refund voucher pays them back, and a credit note makes them available again. */
  advances: z.array(AdvancePart),
  /** The first and last day that an invoice covers. */
  period: z.object({ from: Day, to: Day }).nullable(),
  /** The invoice that a credit note corrects, and the index of the line. */
  against: z.object({ number: z.string(), day: Day, line: z.int().min(0) }).nullable(),
  /** The gateway's payment, if one moved the money. */
  paymentId: z.string().nullable(),
});
export type DocumentContent = z.infer<typeof DocumentContent>;

/** The invoice registration portal's answer to an e-invoice. */
export interface EInvoiceRegistration {
  /** 64 hex digits. */
  readonly irn: string;
  readonly ackNumber: string;
  /** In India: `2026-12-01 10:15:00`. */
  readonly ackAt: string;
  /** The token that the code on the paper contains. */
  readonly signedQr: string;
}

/** A document with its place in the chain of its series. */
export interface StoredDocument {
  readonly number: string;
  readonly content: DocumentContent;
  readonly hashHex: string;
  /** Null until the portal's answer is stored. It arrives after the document, and is not in the chain. */
  readonly eInvoice: EInvoiceRegistration | null;
}

/** What an admin enters about the supplier. */
export const SupplierSettings = z
  .object({
    legalName: PaperText(longestText.name).pipe(z.string().min(1)),
    address: PaperText(longestText.address).pipe(z.string().min(1)),
    pin: Pin,
    stateCode: StateCode,
    gstin: Gstin.nullable(),
    model: TaxModel,
    rateBasisPoints: z.int().min(0).max(10_000).multipleOf(2),
    /** By tool; `advance` is used for receipt vouchers. */
    sac: z.record(LineItem, Sac),
    prefixes: z.record(DocumentKind, SeriesPrefix),
    signatory: PaperText(longestText.name).pipe(z.string().min(1)),
  })
  .superRefine(({ gstin, stateCode, prefixes }, context) => {
    if (gstin !== null && gstin.slice(0, 2) !== stateCode) {
      const message = 'The State differs from the first two digits of the GSTIN.';
      context.addIssue({ code: 'custom', path: ['stateCode'], message });
    }
    if (new Set(Object.values(prefixes)).size < DocumentKind.options.length) {
      const message = 'Each kind of document needs its own prefix.';
      context.addIssue({ code: 'custom', path: ['prefixes'], message });
    }
  });
export type SupplierSettings = z.infer<typeof SupplierSettings>;

export const defaultPrefixes: SupplierSettings['prefixes'] = {
  receipt: 'RC',
  'receipt-voucher': 'RV',
  'tax-invoice': 'TI',
  'refund-voucher': 'RF',
  'credit-note': 'CN',
};

/** Other information technology services, 6 digits. */
export const defaultSac = '998319';

/** What a customer enters for their documents. */
export const BillingProfile = z
  .object({
    name: PaperText(longestText.name),
    address: PaperText(longestText.address),
    pin: Pin.nullable(),
    stateCode: StateCode.nullable(),
    gstin: Gstin.nullable(),
  })
  .superRefine(({ gstin, stateCode, name, address, pin }, context) => {
    if (gstin === null) return;
    if (gstin.slice(0, 2) !== stateCode) {
      const message = 'The State differs from the first two digits of the GSTIN.';
      context.addIssue({ code: 'custom', path: ['stateCode'], message });
    }
    if (name === '') {
      const message = 'Enter the name as it is registered.';
      context.addIssue({ code: 'custom', path: ['name'], message });
    }
    if (address === '') {
      const message = 'Enter the registered address.';
      context.addIssue({ code: 'custom', path: ['address'], message });
    }
    if (pin === null) {
      // An e-invoice needs it.
      const message = 'Enter the PIN code of the registered address.';
      context.addIssue({ code: 'custom', path: ['pin'], message });
    }
  });
export type BillingProfile = z.infer<typeof BillingProfile>;
