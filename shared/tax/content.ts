/** The content of a document. It never changes; a PDF is derived from it. Amounts are integer paise. */
import { z } from 'zod';
import { countryCodes } from './countries.ts';
import {
  addFault,
  AddressText,
  checkPin,
  longestText,
  PaperText,
  Pin,
  Sac,
  shortestName,
} from './fields.ts';
import { Gstin, isUin } from './gstin.ts';
import { SeriesPrefix } from './series.ts';
import { placeCodes, stateCodes } from './states.ts';
import type { Tax } from './tax.ts';
import { byPaidTool, paidTools, sales, defaultSac } from '../sales.ts';

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
export const PlaceCode = z.enum(placeCodes);
export const CountryCode = z.enum(countryCodes);
const Day = z.string().regex(/^20\d\d-\d\d-\d\d$/);
const Paise = z.int();

const TaxModel = z.enum(['advance', 'voucher']);

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
  /** Null in India. */
  country: CountryCode.nullable(),
  /** A unit in a Special Economic Zone, or its developer. */
  isSez: z.boolean(),
});
export type Recipient = z.infer<typeof Recipient>;

const taxFields = {
  taxablePaise: Paise,
  cgstPaise: Paise,
  sgstPaise: Paise,
  igstPaise: Paise,
} satisfies Record<keyof Tax, typeof Paise>;

/** As in `revenue:image`, or `advance` for money that is not used yet. */
export const LineItem = z.enum([...paidTools, 'advance']);
export type LineItem = z.infer<typeof LineItem>;

export const DocumentLine = z.object({
  /** A `LineItem`, or a tool of a newer release that was rolled back. */
  item: z.string(),
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

export const SupplyType = z.enum([
  'domestic',
  /** The recipient is in a Special Economic Zone. IGST is paid, or the supply is zero-rated under a letter. */
  'sez-with-payment',
  'sez-without-payment',
  /** The recipient is abroad. IGST is paid (docs/documents.md). */
  'export-with-payment',
]);
export type SupplyType = z.infer<typeof SupplyType>;

/** The part of an earlier receipt voucher that this document uses, pays back or restores. */
export const AdvancePart = z.object({
  number: z.string(),
  day: Day,
  amountPaise: Paise,
  /** The receipt voucher's, as are place and tax. */
  supplyType: SupplyType,
  stateCode: PlaceCode.nullable(),
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
  placeOfSupply: PlaceCode.nullable(),
  supplyType: SupplyType,
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
  /** The part of a payment that paid a debt of the wallet, whose use has its invoices already. */
  debtPaise: Paise,
  /** The debt of the wallet after the payment, or at the end of an invoice's month. */
  owedPaise: Paise,
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

/** Rates of GST for services, in hundredths of a percent. */
export const gstRates = [0, 500, 1_200, 1_800, 2_800, 4_000] as const;

/** The acknowledgement of a letter of undertaking, which is valid for one financial year (`2627`). */
const LetterOfUndertaking = z.object({
  arn: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}\d{2}[0-9A-Z]{11}$/, { error: 'An ARN has 15 letters and digits.' }),
  year: z.string().regex(/^\d{4}$/),
});

const SupplierFields = z.object({
  legalName: PaperText(longestText.name),
  address: AddressText.pipe(z.string().min(1)),
  pin: Pin,
  stateCode: StateCode,
  gstin: Gstin.nullable(),
  model: TaxModel,
  rateBasisPoints: z.literal(gstRates, { error: 'GST has no such rate for services.' }),
  /** Without one, supplies to a Special Economic Zone are taxed. */
  letter: LetterOfUndertaking.nullable().default(null),
  /** By tool, as in `LineItem`, and of tools of newer releases; `advance` is used for receipt vouchers. */
  sac: z.object({ ...byPaidTool(() => Sac), advance: Sac }).catchall(Sac),
  prefixes: z.record(DocumentKind, SeriesPrefix),
  signatory: PaperText(longestText.name).pipe(z.string().min(1)),
});

/** The supplier's details, which an admin enters. */
export const SupplierSettings = SupplierFields.superRefine(
  ({ legalName, gstin, stateCode, pin, prefixes }, context) => {
    if (legalName.length < shortestName) {
      const message = `Enter the name as it is registered, at least ${shortestName} characters.`;
      addFault(context, 'short', message, ['legalName']);
    }
    if (gstin !== null && isUin(gstin)) {
      const message = 'This is the UIN of an embassy, which supplies nothing. Enter your GSTIN.';
      addFault(context, 'format', message, ['gstin']);
    } else if (gstin !== null && gstin.slice(0, 2) !== stateCode) {
      const message = 'The State differs from the first two digits of the GSTIN.';
      addFault(context, 'otherState', message, ['stateCode']);
    }
    checkPin(context, { pin, stateCode, gstin });
    if (new Set(Object.values(prefixes)).size < DocumentKind.options.length) {
      const message = 'Each kind of document needs its own prefix.';
      addFault(context, 'prefixes', message, ['prefixes']);
    }
  },
);
export type SupplierSettings = z.infer<typeof SupplierSettings>;

export const defaultSacs: SupplierSettings['sac'] = {
  ...byPaidTool((tool) => sales[tool].sac ?? defaultSac),
  advance: defaultSac,
};

export const getSac = ({ sac }: Pick<SupplierSettings, 'sac'>, item: string): string =>
  sac[item] ?? defaultSac;

/** Settings as they are stored. A tool that is newer than the settings has its usual SAC. */
export const StoredSupplierSettings = SupplierFields.extend({
  sac: z.record(z.string(), Sac).transform((stored) => ({ ...defaultSacs, ...stored })),
});

export const defaultPrefixes: SupplierSettings['prefixes'] = {
  receipt: 'RC',
  'receipt-voucher': 'RV',
  'tax-invoice': 'TI',
  'refund-voucher': 'RF',
  'credit-note': 'CN',
};

/** The details that a customer enters for their documents. */
export const BillingProfile = z
  .object({
    name: PaperText(longestText.name),
    address: AddressText,
    pin: Pin.nullable(),
    stateCode: StateCode.nullable(),
    gstin: Gstin.nullable(),
    country: CountryCode.nullable().default(null),
    isSez: z.boolean().default(false),
  })
  .superRefine((profile, context) => {
    const { gstin, stateCode, name, address, pin, country, isSez } = profile;
    if (country !== null && (gstin ?? stateCode ?? pin) !== null) {
      const message = 'Leave GSTIN, State and PIN code empty for an address outside India.';
      addFault(context, 'abroad', message, ['country']);
    }
    if (isSez && (gstin === null || isUin(gstin))) {
      const message = 'Enter the GSTIN of your unit in the Special Economic Zone.';
      addFault(context, 'zone', message, ['gstin']);
    }
    if (gstin !== null && gstin.slice(0, 2) !== stateCode) {
      const message = 'The State differs from the first two digits of the GSTIN.';
      addFault(context, 'otherState', message, ['stateCode']);
    }
    checkPin(context, profile);
    // Those of a recipient whose invoices go to the portal.
    if (gstin === null && country === null) return;
    if (name.length < shortestName) {
      const message = `Enter the name as it is registered, at least ${shortestName} characters.`;
      addFault(context, name === '' ? 'missing' : 'short', message, ['name']);
    }
    if (address === '') addFault(context, 'missing', 'Enter the registered address.', ['address']);
    if (gstin !== null && pin === null) {
      addFault(context, 'missing', 'Enter the PIN code of the registered address.', ['pin']);
    }
  });
export type BillingProfile = z.infer<typeof BillingProfile>;
