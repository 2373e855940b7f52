/**
 * The rules of the invoice registration portal: schema INV-01 1.1 as far as Sachet writes it, and those of the
 * portal's rules that need no look-up. Written from the public schema and validation rules (einv-apisandbox.nic.in,
 * "Generate IRN"), as read in public validators of it. A field that is not listed is refused.
 */
import { z } from 'zod';
import { isPinOfState } from './pins.ts';
import { abroadCode, placeCodes, stateCodes } from './states.ts';

/** Neither a double quote nor a backslash. */
const Text = (shortest: number, longest: number) =>
  z
    .string()
    .min(shortest)
    .max(longest)
    .regex(/^[^"\\]*$/);

const Day = z.string().regex(/^(?:0[1-9]|[12]\d|3[01])\/(?:0[1-9]|1[0-2])\/20\d\d$/);
const Gstin = z.string().regex(/^\d{2}[0-9A-Z]{13}$/);
const DocumentNumber = z.string().regex(/^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/);

/** Rupees with at most this many decimals. */
const Amount = (decimals: number) =>
  z
    .number()
    .min(0)
    .max(999_999_999_999.99)
    .refine((amount) => Number(amount.toFixed(decimals)) === amount);
const Rupees = Amount(2);

const address = {
  LglNm: Text(3, 100),
  Addr1: Text(1, 100),
  Addr2: Text(3, 100).optional(),
  Loc: Text(3, 50),
  Pin: z.int().min(100_000).max(999_999),
};

const Seller = z.strictObject({ Gstin, ...address, Stcd: z.enum(stateCodes) });

const Buyer = z.strictObject({
  /** Unregistered person: a recipient abroad. */
  Gstin: Gstin.or(z.literal('URP')),
  ...address,
  Stcd: z.enum(placeCodes),
  Pos: z.enum(placeCodes),
});

const Item = z.strictObject({
  SlNo: z.string().regex(/^[1-9]\d{0,5}$/),
  PrdDesc: Text(3, 300),
  IsServc: z.literal('Y'),
  // SAC codes begin with 99.
  HsnCd: z.string().regex(/^99(?:\d{2}|\d{4}|\d{6})$/),
  Qty: Amount(3),
  Unit: z.literal('OTH'),
  UnitPrice: Amount(3),
  TotAmt: Rupees,
  Discount: Rupees,
  AssAmt: Rupees,
  GstRt: z.literal([0, 0.1, 0.25, 0.5, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40]),
  CgstAmt: Rupees,
  SgstAmt: Rupees,
  IgstAmt: Rupees,
  TotItemVal: Rupees,
});

const Values = z.strictObject({
  AssVal: Rupees,
  CgstVal: Rupees,
  SgstVal: Rupees,
  IgstVal: Rupees,
  CesVal: z.literal(0),
  StCesVal: z.literal(0),
  Discount: Rupees,
  OthChrg: Rupees,
  RndOffAmt: z.literal(0),
  TotInvVal: Rupees,
});

const References = z.strictObject({
  DocPerdDtls: z.strictObject({ InvStDt: Day, InvEndDt: Day }).optional(),
  PrecDocDtls: z
    .array(z.strictObject({ InvNo: DocumentNumber, InvDt: Day }))
    .min(1)
    .optional(),
});

export const EInvoice = z
  .strictObject({
    Version: z.literal('1.1'),
    TranDtls: z.strictObject({
      TaxSch: z.literal('GST'),
      SupTyp: z.enum(['B2B', 'SEZWP', 'SEZWOP', 'EXPWP']),
      RegRev: z.literal('N'),
      IgstOnIntra: z.literal('N'),
    }),
    DocDtls: z.strictObject({
      Typ: z.enum(['INV', 'CRN']),
      No: DocumentNumber,
      Dt: Day,
    }),
    SellerDtls: Seller,
    BuyerDtls: Buyer,
    ItemList: z.array(Item).min(1).max(1_000),
    ValDtls: Values,
    RefDtls: References,
    ExpDtls: z.strictObject({ CntCode: z.string().regex(/^[A-Z]{2}$/) }).optional(),
  })
  .superRefine((invoice, context) => {
    for (const [path, isTrue] of toRules(invoice)) {
      if (!isTrue) context.addIssue({ code: 'custom', path: path.split('.'), message: 'Refused.' });
    }
  });
export type EInvoice = z.infer<typeof EInvoice>;

/** The portal's rules about several fields, each with the field that breaks it. */
function toRules({
  TranDtls: { SupTyp },
  SellerDtls: seller,
  BuyerDtls: buyer,
  ItemList: items,
  ValDtls: values,
  ExpDtls: country,
}: Shape): [path: string, isTrue: boolean][] {
  const isExport = SupTyp === 'EXPWP';
  const isInterState = SupTyp !== 'B2B' || seller.Stcd !== buyer.Pos;
  const sum = (name: 'AssAmt' | 'CgstAmt' | 'SgstAmt' | 'IgstAmt' | 'TotItemVal') =>
    items.reduce((paise, item) => paise + Math.round(item[name] * 100), 0);
  const isSum = (name: Parameters<typeof sum>[0], total: number) =>
    sum(name) === Math.round(total * 100);
  return [
    ['SellerDtls.Stcd', seller.Gstin.startsWith(seller.Stcd)],
    ['SellerDtls.Pin', isPinOfState(String(seller.Pin), seller.Stcd)],
    // A supplier does not invoice itself.
    ['BuyerDtls.Gstin', buyer.Gstin !== seller.Gstin && (buyer.Gstin === 'URP') === isExport],
    ['BuyerDtls.Pos', (buyer.Pos === abroadCode) === isExport],
    ['BuyerDtls.Stcd', isExport ? buyer.Stcd === abroadCode : buyer.Gstin.startsWith(buyer.Stcd)],
    [
      'BuyerDtls.Pin',
      buyer.Stcd === abroadCode
        ? buyer.Pin === pinAbroad
        : isPinOfState(String(buyer.Pin), buyer.Stcd),
    ],
    ['ExpDtls', (country !== undefined) === isExport],
    [
      'TranDtls.SupTyp',
      isInterState
        ? values.CgstVal === 0 && values.SgstVal === 0
        : values.IgstVal === 0 && values.CgstVal === values.SgstVal,
    ],
    ['ValDtls.IgstVal', SupTyp !== 'SEZWOP' || values.IgstVal === 0],
    ['ValDtls.AssVal', isSum('AssAmt', values.AssVal)],
    ['ValDtls.CgstVal', isSum('CgstAmt', values.CgstVal)],
    ['ValDtls.SgstVal', isSum('SgstAmt', values.SgstVal)],
    ['ValDtls.IgstVal', isSum('IgstAmt', values.IgstVal)],
    ['ValDtls.TotInvVal', isSum('TotItemVal', values.TotInvVal)],
  ];
}

interface Shape {
  readonly TranDtls: { readonly SupTyp: string };
  readonly SellerDtls: z.infer<typeof Seller>;
  readonly BuyerDtls: z.infer<typeof Buyer>;
  readonly ItemList: readonly z.infer<typeof Item>[];
  readonly ValDtls: z.infer<typeof Values>;
  readonly ExpDtls?: object | undefined;
}

/** The PIN code of every address outside India. */
export const pinAbroad = 999_999;
