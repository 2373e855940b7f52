/**
 * The e-invoice of a document to a registered recipient or to one abroad: schema INV-01, version 1.1, as the invoice
 * registration portal reads it. Amounts are rupees. The portal derives the IRN from GSTIN, number, kind and
 * year, so sending the same document again returns the same IRN.
 */
import { splitPostalAddress } from './address.ts';
import type { DocumentContent, DocumentLine, Recipient, SupplyType } from './content.ts';
import { countries } from './countries.ts';
import { EInvoice, pinAbroad } from './e-invoice-schema.ts';
import { stateOfGstin } from './gstin.ts';
import { financialYear } from './series.ts';
import { abroadCode, placeNames, type PlaceCode } from './states.ts';
import { splitTax } from './tax.ts';
import { nameItem } from './words.ts';

export type EInvoiceRefusal =
  /** Only invoices and credit notes with an amount, to a registered recipient or one abroad, have an e-invoice. */
  | 'not_b2b'
  /** The portal would refuse it. No such document is issued (`db/tax/issue.ts`). */
  | 'invalid';

export type EInvoiceResult =
  | { readonly ok: true; readonly json: EInvoice }
  | { readonly ok: false; readonly refusal: 'not_b2b' }
  /** The fields of the schema that are wrong, such as `BuyerDtls.Pin`. */
  | { readonly ok: false; readonly refusal: 'invalid'; readonly fields: readonly string[] };

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
  const { kind, supplier, recipient, totals } = content;
  const isReported = recipient.gstin !== null || recipient.country !== null;
  if (
    (kind !== 'credit-note' && kind !== 'tax-invoice') ||
    !isReported ||
    supplier.gstin === null ||
    totals.totalPaise === 0
  ) {
    return { ok: false, refusal: 'not_b2b' };
  }
  const { success, data, error } = EInvoice.safeParse(write(number, content, supplier.gstin));
  if (success) return { ok: true, json: data };
  return {
    ok: false,
    refusal: 'invalid',
    fields: [...new Set(error.issues.map(({ path }) => path.join('.')))],
  };
}

/** Not the number of a document: every number fits the schema. */
const anyNumber = 'TI/2627/000001';

/** The fields for which the portal would refuse this document; empty if it has no e-invoice. */
export function findPortalFaults(content: DocumentContent): readonly string[] {
  const result = toEInvoice(anyNumber, content);
  return result.ok || result.refusal !== 'invalid' ? [] : result.fields;
}

const supplyTypes: Record<SupplyType, string> = {
  domestic: 'B2B',
  'sez-with-payment': 'SEZWP',
  'sez-without-payment': 'SEZWOP',
  'export-with-payment': 'EXPWP',
};

function write(number: string, content: DocumentContent, gstin: string): unknown {
  const { day, supplier, recipient, period, against, totals, supplyType } = content;
  return {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: supplyTypes[supplyType], RegRev: 'N', IgstOnIntra: 'N' },
    DocDtls: { Typ: toKind(content), No: number, Dt: toSchemaDay(day) },
    SellerDtls: toParty({ ...supplier, name: supplier.legalName, gstin }),
    BuyerDtls: toBuyer(recipient),
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
    ...(recipient.country !== null && { ExpDtls: { CntCode: recipient.country } }),
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
    PrdDesc: nameItem(line.item),
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
  readonly pin: string | null;
  readonly stateCode: PlaceCode;
}

function toBuyer(recipient: Recipient) {
  const { gstin, country } = recipient;
  if (country !== null || gstin === null) {
    const stateCode: PlaceCode = abroadCode;
    const party = { ...recipient, gstin: 'URP', pin: String(pinAbroad), stateCode };
    const loc = country === null ? '' : countries[country];
    return { ...toParty(party), Loc: loc, Pos: stateCode };
  }
  const stateCode = stateOfGstin(gstin);
  return { ...toParty({ ...recipient, gstin, stateCode }), Pos: stateCode };
}

/** Text that is too long stays so, and the schema refuses it. */
function toParty({ gstin, name, address, pin, stateCode }: Party) {
  const [first, second] = splitPostalAddress(address) ?? [address];
  return {
    Gstin: gstin,
    LglNm: name,
    Addr1: first,
    ...(second && { Addr2: second }),
    Loc: toLocation(address, stateCode),
    Pin: Number(pin),
    Stcd: stateCode,
  };
}

/** Addresses are one text: its last part is usually the town. */
function toLocation(address: string, stateCode: PlaceCode): string {
  const last = address.split(',').at(-1)!.trim();
  return /^\D{3,50}$/u.test(last) && address.includes(',') ? last : placeNames[stateCode];
}
