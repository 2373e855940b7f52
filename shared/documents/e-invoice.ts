/**
 * The e-invoice of a document to a registered recipient: schema INV-01, version 1.1, as the invoice
 * registration portal reads it. Amounts are rupees. The portal derives the IRN from GSTIN, number, kind and
 * year, so sending the same document again returns the same IRN.
 */
import type { DocumentContent, DocumentLine } from './content.ts';
import { financialYear } from './series.ts';
import { states, type StateCode } from './states.ts';
import { splitTax } from './tax.ts';
import { itemNames } from './words.ts';

export type EInvoiceRefusal =
  /** Only invoices and credit notes to registered recipients have an e-invoice. */
  | 'not_b2b'
  /** The recipient's PIN is required, and the document has none. */
  | 'no_pin';

/** The rest is as the schema says. */
export interface EInvoice {
  readonly Version: '1.1';
  readonly DocDtls: { readonly Typ: string; readonly No: string; readonly Dt: string };
  readonly SellerDtls: { readonly Gstin: string; readonly [field: string]: unknown };
  readonly BuyerDtls: { readonly Gstin: string; readonly [field: string]: unknown };
  readonly ValDtls: { readonly TotInvVal: number; readonly [field: string]: unknown };
  readonly [part: string]: unknown;
}

export type EInvoiceResult =
  | { readonly ok: true; readonly json: EInvoice }
  | { readonly ok: false; readonly refusal: EInvoiceRefusal };

const toRupees = (paise: number): number => paise / 100;

/** `18/11/2026` for `2026-11-18`. */
const toSchemaDay = (day: string): string => day.split('-').toReversed().join('/');

const toKind = ({ kind }: DocumentContent): string => (kind === 'credit-note' ? 'CRN' : 'INV');

/** The text whose SHA-256 is the IRN: GSTIN, financial year (`2026-27`), kind and number. */
export function toIrnSource(number: string, content: DocumentContent): string {
  const year = financialYear(content.day);
  return `${content.supplier.gstin}20${year.slice(0, 2)}-${year.slice(2)}${toKind(content)}${number}`;
}

export function toEInvoice(number: string, content: DocumentContent): EInvoiceResult {
  const { kind, day, supplier, recipient, period, against, totals } = content;
  const isNote = kind === 'credit-note';
  if ((!isNote && kind !== 'tax-invoice') || recipient.gstin === null || supplier.gstin === null) {
    return { ok: false, refusal: 'not_b2b' };
  }
  if (recipient.pin === null) return { ok: false, refusal: 'no_pin' };
  return {
    ok: true,
    json: {
      Version: '1.1',
      TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
      DocDtls: { Typ: toKind(content), No: number, Dt: toSchemaDay(day) },
      SellerDtls: toParty({ ...supplier, name: supplier.legalName, gstin: supplier.gstin }),
      BuyerDtls: {
        ...toParty({
          ...recipient,
          gstin: recipient.gstin,
          pin: recipient.pin,
          stateCode: recipient.gstin.slice(0, 2) as StateCode,
        }),
        Pos: recipient.gstin.slice(0, 2),
      },
      ItemList: content.lines.map((line, i) => toItem(line, i, content)),
      ValDtls: {
        AssVal: toRupees(totals.taxablePaise),
        CgstVal: toRupees(totals.cgstPaise),
        SgstVal: toRupees(totals.sgstPaise),
        IgstVal: toRupees(totals.igstPaise),
        CesVal: 0,
        StCesVal: 0,
        // A discount on the whole document; those of items are in the items.
        Discount: 0,
        OthChrg: 0,
        RndOffAmt: 0,
        TotInvVal: toRupees(totals.totalPaise),
      },
      RefDtls: {
        ...(period && {
          DocPerdDtls: { InvStDt: toSchemaDay(period.from), InvEndDt: toSchemaDay(period.to) },
        }),
        ...(against && {
          PrecDocDtls: [{ InvNo: against.number, InvDt: toSchemaDay(against.day) }],
        }),
      },
    },
  };
}

/**
 * Prices include tax, and the schema wants them without it. The taxable value of a note is that of a part of its
 * invoice, so only the discount is split here: the price is the sum.
 */
function toItem(line: DocumentLine, i: number, { isIntraState }: DocumentContent) {
  const { quantity, discountPaise, rateBasisPoints, taxablePaise } = line;
  const discount = splitTax(discountPaise, { rateBasisPoints, isIntraState }).taxablePaise;
  const grossPaise = taxablePaise + discount;
  return {
    SlNo: String(i + 1),
    PrdDesc: itemNames[line.item],
    IsServc: 'Y',
    HsnCd: line.sac,
    Qty: quantity,
    Unit: 'OTH',
    // The schema allows three decimals.
    UnitPrice: Math.round((grossPaise * 10) / quantity) / 1000,
    TotAmt: toRupees(grossPaise),
    Discount: toRupees(discount),
    AssAmt: toRupees(taxablePaise),
    GstRt: rateBasisPoints / 100,
    CgstAmt: toRupees(line.cgstPaise),
    SgstAmt: toRupees(line.sgstPaise),
    IgstAmt: toRupees(line.igstPaise),
    TotItemVal: toRupees(line.netPaise),
  };
}

interface Party {
  readonly gstin: string;
  readonly name: string;
  readonly address: string;
  readonly pin: string;
  readonly stateCode: StateCode;
}

/** Most characters of a line of the address. */
const lineLength = 100;

function toParty({ gstin, name, address, pin, stateCode }: Party) {
  const [first = '', second = ''] = wrap(address);
  return {
    Gstin: gstin,
    LglNm: name.padEnd(3, '.').slice(0, lineLength),
    Addr1: first,
    ...(second.length >= 3 && { Addr2: second }),
    Loc: toLocation(address, stateCode),
    Pin: Number(pin),
    Stcd: stateCode,
  };
}

/** Lines of at most 100 characters, broken at spaces where there are any. */
function wrap(address: string): string[] {
  const lines: string[] = [];
  let rest = address;
  while (rest.length > lineLength) {
    const space = rest.lastIndexOf(' ', lineLength);
    const end = space > 0 ? space : lineLength;
    lines.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...lines, rest];
}

/** Addresses are one text: its last part is usually the town. */
function toLocation(address: string, stateCode: StateCode): string {
  const last = address.split(',').at(-1)!.trim();
  return /^\D{3,50}$/u.test(last) && address.includes(',') ? last : states[stateCode];
}
