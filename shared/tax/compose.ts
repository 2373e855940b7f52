/** Writes documents from facts of the ledger. No clock, no numbers: the database assigns those. */
import {
  type AdvancePart,
  type BillingProfile,
  type DocumentContent,
  type DocumentKind,
  type DocumentLine,
  getSac,
  type Recipient,
  type SupplierSettings,
  type SupplyType,
} from './content.ts';
import { stateOfGstin } from './gstin.ts';
import { abroadCode, type PlaceCode } from './states.ts';
import { noTax, pickTax, splitTax, sumTax, taxOfPart } from './tax.ts';

interface Parties {
  readonly supplier: SupplierSettings;
  readonly recipient: Recipient;
  /** The document's day in India. */
  readonly day: string;
  /** Whether the supplier has a letter of undertaking for that day (`letters.ts`). */
  readonly hasLetter: boolean;
}

export const noProfile: BillingProfile = {
  name: '',
  address: '',
  pin: null,
  stateCode: null,
  gstin: null,
  country: null,
  isSez: false,
};

/**
 * The State of the registration, or of the address that is on record. Without one, a supply is made where the
 * supplier is (section 12(2)(b)(ii) of the IGST Act), and an advance is inter-State (proviso of Rule 50).
 */
function toPlaceOfSupply(
  { gstin, stateCode, country }: Recipient,
  supplier: SupplierSettings,
  kind: DocumentKind,
): PlaceCode | null {
  if (country !== null) return abroadCode;
  if (gstin !== null) return stateOfGstin(gstin);
  return stateCode ?? (kind === 'tax-invoice' ? supplier.stateCode : null);
}

/** A supplier without a registration reports no supply. */
function toSupplyType({ supplier, recipient, hasLetter }: Parties): SupplyType {
  if (supplier.gstin === null) return 'domestic';
  if (recipient.country !== null) return 'export-with-payment';
  if (!recipient.isSez) return 'domestic';
  return hasLetter ? 'sez-without-payment' : 'sez-with-payment';
}

/** The rate of the law that applies to this supply. */
const toRate = ({ supplyType }: Head, rateBasisPoints: number): number =>
  supplyType === 'sez-without-payment' ? 0 : rateBasisPoints;

/** The document that confirms money received under these settings. */
function receiptKind({ gstin, model }: SupplierSettings): DocumentKind {
  return gstin !== null && model === 'advance' ? 'receipt-voucher' : 'receipt';
}

interface ReceivedMoney {
  readonly amountsPaise: readonly number[];
  readonly paymentId: string | null;
  /** The part of the payment that paid a debt of the wallet; in `amountsPaise` only if it is all of them. */
  readonly debtPaise?: number;
  /** The debt of the wallet after the payment. */
  readonly owedPaise?: number;
}

/** A line for each lot that the money went into: one, unless a refund of several payments came back. */
export function composeReceipt(
  parties: Parties,
  { amountsPaise, paymentId, debtPaise = 0, owedPaise = 0 }: ReceivedMoney,
): DocumentContent {
  // Money that only paid a debt is no advance: the use has its invoice.
  const isOfDebt = debtPaise > 0 && debtPaise === sum(amountsPaise);
  const kind = isOfDebt ? 'receipt' : receiptKind(parties.supplier);
  const head = toHead(parties, kind);
  const rateBasisPoints = kind === 'receipt' ? 0 : toRate(head, parties.supplier.rateBasisPoints);
  const lines = amountsPaise.map((amountPaise) => ({
    ...toLine(parties.supplier, 'advance', { amountPaise, discountPaise: 0 }),
    rateBasisPoints,
    ...splitTax(amountPaise, { rateBasisPoints, isIntraState: head.isIntraState }),
  }));
  return complete(head, { lines, paymentId, debtPaise, owedPaise });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

/** Charges of one month for the same thing at the same price. */
export interface UsedLine {
  readonly item: string;
  readonly sac: string;
  readonly rateBasisPoints: number;
  readonly unitPaise: number;
  readonly quantity: number;
  /** The part of all of them that bonus credit paid. */
  readonly discountPaise: number;
}

export function composeInvoice(
  parties: Parties,
  used: readonly UsedLine[],
  {
    advances,
    period,
    owedPaise = 0,
  }: {
    advances: readonly AdvancePart[];
    period: DocumentContent['period'];
    /** The debt of the wallet at the end of the period. */
    owedPaise?: number;
  },
): DocumentContent {
  const head = toHead(parties, 'tax-invoice');
  const lines = used.map(({ quantity, unitPaise, discountPaise, ...line }): DocumentLine => {
    const grossPaise = quantity * unitPaise;
    const netPaise = grossPaise - discountPaise;
    const rateBasisPoints = toRate(head, line.rateBasisPoints);
    const tax = splitTax(netPaise, { rateBasisPoints, isIntraState: head.isIntraState });
    const amounts = { grossPaise, discountPaise, netPaise, ...tax };
    return { ...line, rateBasisPoints, quantity, unitPaise, ...amounts };
  });
  return complete(head, { lines, advances, period, owedPaise });
}

/**
 * Composes the refund of `parts`, which are from vouchers of the supplier's registration, with the tax of those
 * vouchers: the recipient's present details change only the name and address.
 */
export function composeRefundVoucher(
  parties: Parties,
  { parts, paymentId }: { parts: readonly AdvancePart[]; paymentId: string | null },
): DocumentContent {
  const [first] = parts;
  const head = {
    ...toHead(parties, 'refund-voucher'),
    supplyType: first!.supplyType,
    placeOfSupply: first!.stateCode,
    isIntraState: first!.isIntraState,
  };
  const lines = parts.map(({ amountPaise, rateBasisPoints, ...part }) => ({
    ...toLine(parties.supplier, 'advance', { amountPaise, discountPaise: 0 }),
    rateBasisPoints,
    ...pickTax(part),
  }));
  return complete(head, { lines, advances: parts, paymentId });
}

interface ChargeRefund {
  readonly amountPaise: number;
  /** The part that bonus credit had paid. */
  readonly discountPaise: number;
  readonly invoice: { readonly number: string; readonly content: DocumentContent };
  /** The index of the charge's line. */
  readonly line: number;
  /** The part of this line's net amount that earlier notes have returned. */
  readonly creditedPaise: number;
}

/** Composes a credit note to the invoice's recipient, with the invoice's rate and place of supply. */
export function composeCreditNote(
  { supplier, day }: Pick<Parties, 'supplier' | 'day'>,
  { amountPaise, discountPaise, invoice, line: index, creditedPaise }: ChargeRefund,
  advances: readonly AdvancePart[],
): DocumentContent {
  const { recipient, placeOfSupply, supplyType, isIntraState, lines } = invoice.content;
  const { item, sac, rateBasisPoints, netPaise: invoicedPaise } = lines[index]!;
  const netPaise = amountPaise - discountPaise;
  const beforePaise = invoicedPaise - creditedPaise;
  const part = taxOfPart(beforePaise, beforePaise - netPaise, { rateBasisPoints, isIntraState });
  // The halves of one paisa's tax can be a paisa each, and the portal takes no negative value.
  const tax = part.taxablePaise < 0 ? { ...noTax, taxablePaise: netPaise } : part;
  const head = {
    // Its kind of supply is the invoice's.
    ...toHead({ supplier, recipient, day, hasLetter: false }, 'credit-note'),
    placeOfSupply,
    supplyType,
    isIntraState,
  };
  const line = {
    ...toLine(supplier, item, { amountPaise, discountPaise }),
    sac,
    rateBasisPoints,
    ...tax,
  };
  const against = { number: invoice.number, day: invoice.content.day, line: index };
  return complete(head, { lines: [line], advances, against });
}

type Head = Pick<
  DocumentContent,
  | 'version'
  | 'kind'
  | 'day'
  | 'supplier'
  | 'recipient'
  | 'placeOfSupply'
  | 'supplyType'
  | 'isIntraState'
  | 'reverseCharge'
>;

function toHead(parties: Parties, kind: DocumentKind): Head {
  const { supplier, recipient, day } = parties;
  const placeOfSupply = toPlaceOfSupply(recipient, supplier, kind);
  const supplyType = toSupplyType(parties);
  const { legalName, address, pin, stateCode, gstin, signatory } = supplier;
  return {
    version: 1,
    kind,
    day,
    supplier: { legalName, address, pin, stateCode, gstin, signatory },
    recipient,
    placeOfSupply,
    supplyType,
    // A Special Economic Zone is outside every State (IGST Act, section 7(5)(b)).
    isIntraState: supplyType === 'domestic' && placeOfSupply === stateCode,
    reverseCharge: false,
  };
}

function toLine(
  supplier: SupplierSettings,
  item: string,
  { amountPaise, discountPaise }: { amountPaise: number; discountPaise: number },
) {
  return {
    item,
    sac: getSac(supplier, item),
    quantity: 1,
    unitPaise: amountPaise,
    grossPaise: amountPaise,
    discountPaise,
    netPaise: amountPaise - discountPaise,
  };
}

interface Body {
  readonly lines: readonly DocumentLine[];
  readonly advances?: readonly AdvancePart[];
  readonly period?: DocumentContent['period'];
  readonly against?: DocumentContent['against'];
  readonly paymentId?: string | null;
  readonly debtPaise?: number;
  readonly owedPaise?: number;
}

function complete(head: Head, body: Body): DocumentContent {
  const { lines, advances = [], period = null, against = null, paymentId = null } = body;
  const { debtPaise = 0, owedPaise = 0 } = body;
  const total = (name: 'grossPaise' | 'discountPaise' | 'netPaise') =>
    sum(lines.map((line) => line[name]));
  return {
    ...head,
    lines: [...lines],
    totals: {
      grossPaise: total('grossPaise'),
      discountPaise: total('discountPaise'),
      totalPaise: total('netPaise'),
      ...sumTax(lines),
    },
    advances: [...advances],
    period,
    against,
    paymentId,
    debtPaise,
    owedPaise,
  };
}
