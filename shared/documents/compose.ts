/** Writes documents from facts of the ledger. No clock, no numbers: the database assigns those. */
import type {
  AdvancePart,
  BillingProfile,
  DocumentContent,
  DocumentKind,
  DocumentLine,
  LineItem,
  Recipient,
  SupplierSettings,
} from './content.ts';
import { stateOfGstin } from './gstin.ts';
import type { StateCode } from './states.ts';
import { pickTax, splitTax, sumTax, taxOfPart } from './tax.ts';

interface Parties {
  readonly supplier: SupplierSettings;
  readonly recipient: Recipient;
  /** The document's day in India. */
  readonly day: string;
}

export const noProfile: BillingProfile = {
  name: '',
  address: '',
  pin: null,
  stateCode: null,
  gstin: null,
};

/** The State of the registration, or of the address that is on record. */
function toPlaceOfSupply({ gstin, stateCode }: Recipient): StateCode | null {
  return gstin === null ? stateCode : stateOfGstin(gstin);
}

/** The document that confirms money received under these settings. */
function receiptKind({ gstin, model }: SupplierSettings): DocumentKind {
  return gstin !== null && model === 'advance' ? 'receipt-voucher' : 'receipt';
}

/** A line for each lot that the money went into: one, unless a refund of several payments came back. */
export function composeReceipt(
  parties: Parties,
  { amountsPaise, paymentId }: { amountsPaise: readonly number[]; paymentId: string | null },
): DocumentContent {
  const kind = receiptKind(parties.supplier);
  const rateBasisPoints = kind === 'receipt' ? 0 : parties.supplier.rateBasisPoints;
  const head = toHead(parties, kind);
  const lines = amountsPaise.map((amountPaise) => ({
    ...toLine(parties.supplier, 'advance', { amountPaise, discountPaise: 0 }),
    rateBasisPoints,
    ...splitTax(amountPaise, { rateBasisPoints, isIntraState: head.isIntraState }),
  }));
  return complete(head, { lines, paymentId });
}

/** Charges of one month for the same thing at the same price. */
export interface UsedLine {
  readonly item: Exclude<LineItem, 'advance'>;
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
  { advances, period }: { advances: readonly AdvancePart[]; period: DocumentContent['period'] },
): DocumentContent {
  const head = toHead(parties, 'tax-invoice');
  const lines = used.map(({ quantity, unitPaise, discountPaise, ...line }): DocumentLine => {
    const grossPaise = quantity * unitPaise;
    const netPaise = grossPaise - discountPaise;
    const terms = { rateBasisPoints: line.rateBasisPoints, isIntraState: head.isIntraState };
    const amounts = { grossPaise, discountPaise, netPaise, ...splitTax(netPaise, terms) };
    return { ...line, quantity, unitPaise, ...amounts };
  });
  return complete(head, { lines, advances, period });
}

/** `parts` are from vouchers of the supplier's registration. */
export function composeRefundVoucher(
  parties: Parties,
  { parts, paymentId }: { parts: readonly AdvancePart[]; paymentId: string | null },
): DocumentContent {
  const [first] = parts;
  const head = {
    ...toHead(parties, 'refund-voucher'),
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
  /** What earlier notes have given back of this line's net amount. */
  readonly creditedPaise: number;
}

/** Composes a credit note to the invoice's recipient, with the invoice's rate and place of supply. */
export function composeCreditNote(
  { supplier, day }: Omit<Parties, 'recipient'>,
  { amountPaise, discountPaise, invoice, line: index, creditedPaise }: ChargeRefund,
  advances: readonly AdvancePart[],
): DocumentContent {
  const { recipient, placeOfSupply, isIntraState, lines } = invoice.content;
  const { item, sac, rateBasisPoints, netPaise: invoicedPaise } = lines[index]!;
  const netPaise = amountPaise - discountPaise;
  const beforePaise = invoicedPaise - creditedPaise;
  const tax = taxOfPart(beforePaise, beforePaise - netPaise, { rateBasisPoints, isIntraState });
  const head = {
    ...toHead({ supplier, recipient, day }, 'credit-note'),
    placeOfSupply,
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
  | 'isIntraState'
  | 'reverseCharge'
>;

function toHead({ supplier, recipient, day }: Parties, kind: DocumentKind): Head {
  const placeOfSupply = toPlaceOfSupply(recipient);
  const { legalName, address, pin, stateCode, gstin, signatory } = supplier;
  return {
    version: 1,
    kind,
    day,
    supplier: { legalName, address, pin, stateCode, gstin, signatory },
    recipient,
    placeOfSupply,
    isIntraState: placeOfSupply === stateCode,
    reverseCharge: false,
  };
}

function toLine(
  { sac }: SupplierSettings,
  item: LineItem,
  { amountPaise, discountPaise }: { amountPaise: number; discountPaise: number },
) {
  return {
    item,
    sac: sac[item],
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
}

function complete(head: Head, body: Body): DocumentContent {
  const { lines, advances = [], period = null, against = null, paymentId = null } = body;
  const sum = (name: 'grossPaise' | 'discountPaise' | 'netPaise') =>
    lines.reduce((total, line) => total + line[name], 0);
  return {
    ...head,
    lines: [...lines],
    totals: {
      grossPaise: sum('grossPaise'),
      discountPaise: sum('discountPaise'),
      totalPaise: sum('netPaise'),
      ...sumTax(lines),
    },
    advances: [...advances],
    period,
    against,
    paymentId,
  };
}
