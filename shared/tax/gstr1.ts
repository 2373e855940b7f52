/**
 * GSTR-1: what one registration reports about the documents of one month, in integer paise. `gstr1-file.ts`
 * writes it as files.
 */
import type {
  AdvancePart,
  DocumentContent,
  DocumentKind,
  DocumentLine,
  SupplyType,
} from './content.ts';
import type { PlaceCode } from './states.ts';
import { addTax, hasAmounts, negateTax, pickTax, sumTax, type Tax } from './tax.ts';

/** Table 5: an inter-State invoice above this to an unregistered recipient is listed on its own. */
const largeInvoicePaise = 1_00_000_00;

/** The place of supply in the return where no State is known: the code of "Other Territory". */
const unknownState: PlaceCode = '97';

export interface ReturnPeriod {
  readonly gstin: string;
  /** `2026-11` */
  readonly month: string;
}

/** A document of the registration and the month. */
export interface ReturnDocument {
  readonly number: string;
  readonly content: DocumentContent;
  /** The total of the invoice that a credit note is against; null for other documents. */
  readonly againstPaise: number | null;
}

export interface RateRow extends Tax {
  readonly rateBasisPoints: number;
}

/** Sums of supplies or advances with the same place of supply and rate. */
export interface PlaceRow extends RateRow {
  readonly placeOfSupply: PlaceCode;
  readonly isIntraState: boolean;
}

/** An invoice or note that is listed on its own. */
export interface ListedSupply {
  readonly number: string;
  readonly day: string;
  /** Null in B2CL, exports and CDNUR. */
  readonly recipientGstin: string | null;
  readonly supplyType: SupplyType;
  readonly placeOfSupply: PlaceCode;
  readonly isIntraState: boolean;
  readonly totalPaise: number;
  readonly rates: readonly RateRow[];
}

export interface SacRow extends RateRow {
  readonly sac: string;
}

/** Table 13: consecutive numbers of one series. No document is ever cancelled: a credit note corrects it. */
export interface IssuedRange {
  readonly kind: DocumentKind;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export interface Gstr1 extends ReturnPeriod {
  /** Invoices to registered recipients. */
  readonly b2b: readonly ListedSupply[];
  readonly b2cl: readonly ListedSupply[];
  /** All other invoices, less their credit notes. May be negative. */
  readonly b2cs: readonly PlaceRow[];
  /** 6A: invoices to recipients abroad. */
  readonly exports: readonly ListedSupply[];
  /** Credit notes to registered recipients, and those about invoices in B2CL and 6A. */
  readonly cdnr: readonly ListedSupply[];
  readonly cdnur: readonly ListedSupply[];
  /** 11A: vouchers of the month less what was used and paid back in it, and advances that notes restored. */
  readonly advancesReceived: readonly PlaceRow[];
  /** 11B: what was used or paid back of the vouchers of earlier months. */
  readonly advancesAdjusted: readonly PlaceRow[];
  /** Table 12, less credit notes. */
  readonly sacB2b: readonly SacRow[];
  readonly sacB2c: readonly SacRow[];
  readonly issued: readonly IssuedRange[];
  /** Documents without a State, which the return has under "Other Territory". */
  readonly withoutState: number;
}

type ListedTable = 'b2b' | 'b2cl' | 'exports' | 'cdnr' | 'cdnur';

/** The table that lists this invoice or note; undefined for one in the sums of B2CS. */
function toTable({ content, againstPaise }: ReturnDocument): ListedTable | undefined {
  const { kind, recipient, isIntraState, supplyType, totals } = content;
  const isNote = kind === 'credit-note';
  if (recipient.gstin !== null) return isNote ? 'cdnr' : 'b2b';
  if (supplyType === 'export-with-payment') return isNote ? 'cdnur' : 'exports';
  const invoicePaise = isNote ? (againstPaise ?? 0) : totals.totalPaise;
  if (isIntraState || invoicePaise <= largeInvoicePaise) return undefined;
  return isNote ? 'cdnur' : 'b2cl';
}

/** Adds documents in any order, one at a time, so that a month of any size fits in memory. */
export interface ReturnBuilder {
  add(document: ReturnDocument): void;
  end(): Gstr1;
}

export function toGstr1(period: ReturnPeriod, documents: Iterable<ReturnDocument>): Gstr1 {
  const builder = buildGstr1(period);
  for (const document of documents) builder.add(document);
  return builder.end();
}

export function buildGstr1(period: ReturnPeriod): ReturnBuilder {
  const listed: Record<ListedTable, ListedSupply[]> = {
    b2b: [],
    b2cl: [],
    exports: [],
    cdnr: [],
    cdnur: [],
  };
  const b2cs = new Sums<PlaceRow>();
  const received = new Sums<PlaceRow>();
  const adjusted = new Sums<PlaceRow>();
  const sacB2b = new Sums<SacRow>();
  const sacB2c = new Sums<SacRow>();
  const numbers = new Map<DocumentKind, string[]>();
  let withoutState = 0;

  function addSupply(document: ReturnDocument) {
    const { number, content } = document;
    const { kind, day, recipient, isIntraState, supplyType, lines, totals } = content;
    const isNote = kind === 'credit-note';
    const placeOfSupply = content.placeOfSupply ?? unknownState;
    const rates = sumRates(lines);
    const isB2b = recipient.gstin !== null;
    const table = toTable(document);
    if (table) {
      // A document that bonus credit paid in full has no value to report.
      if (totals.totalPaise > 0) {
        const { totalPaise } = totals;
        const about = { number, day, recipientGstin: recipient.gstin, supplyType };
        listed[table].push({ ...about, placeOfSupply, isIntraState, totalPaise, rates });
      }
    } else {
      for (const rate of rates) {
        b2cs.add({ ...rate, ...signed(rate, isNote), placeOfSupply, isIntraState });
      }
    }
    for (const { sac, rateBasisPoints, ...tax } of lines) {
      (isB2b ? sacB2b : sacB2c).add({ sac, rateBasisPoints, ...signed(tax, isNote) });
    }
  }

  function addAdvance(part: AdvancePart, direction: 'taken' | 'restored') {
    const row = toPlaceRow(part);
    if (direction === 'restored') received.add(row);
    else if (part.day.startsWith(period.month)) received.add({ ...row, ...negateTax(row) });
    else adjusted.add(row);
  }

  return {
    add(document) {
      const { number, content } = document;
      if (content.kind === 'receipt') return;
      const known = numbers.get(content.kind);
      if (known) known.push(number);
      else numbers.set(content.kind, [number]);
      if (content.placeOfSupply === null) withoutState += 1;
      if (content.kind === 'receipt-voucher') {
        for (const line of content.lines) received.add(toPlaceRow({ ...content, ...line }));
        return;
      }
      if (content.kind !== 'refund-voucher') addSupply(document);
      for (const part of content.advances) {
        addAdvance(part, content.kind === 'credit-note' ? 'restored' : 'taken');
      }
    },
    end: () => ({
      ...period,
      b2b: listed.b2b.toSorted(byRecipient),
      b2cl: listed.b2cl.toSorted(byRecipient),
      exports: listed.exports.toSorted(byRecipient),
      b2cs: b2cs.end(),
      cdnr: listed.cdnr.toSorted(byRecipient),
      cdnur: listed.cdnur.toSorted(byRecipient),
      advancesReceived: received.end(),
      advancesAdjusted: adjusted.end(),
      sacB2b: sacB2b.end(),
      sacB2c: sacB2c.end(),
      issued: [...numbers].flatMap(([kind, all]) => toRanges(kind, all)),
      withoutState,
    }),
  };
}

/** The tax that is due for the month: supplies less notes, and advances received less adjusted. */
export function sumLiability(gstr1: Gstr1): Tax {
  const sumListed = (supplies: readonly ListedSupply[]) =>
    sumTax(supplies.flatMap(({ rates }) => rates));
  const { b2b, b2cl, exports, b2cs, cdnr, cdnur, advancesReceived, advancesAdjusted } = gstr1;
  return sumTax([
    sumListed(b2b),
    sumListed(b2cl),
    sumListed(exports),
    sumTax(b2cs),
    negateTax(sumListed(cdnr)),
    negateTax(sumListed(cdnur)),
    sumTax(advancesReceived),
    negateTax(sumTax(advancesAdjusted)),
  ]);
}

/** Sums amounts of rows that differ in nothing else, and leaves out those that cancel out. */
class Sums<Row extends Tax> {
  readonly #rows = new Map<string, Row>();

  add(row: Row) {
    const { taxablePaise: _1, cgstPaise: _2, sgstPaise: _3, igstPaise: _4, ...name } = row;
    const key = JSON.stringify(Object.entries(name).toSorted());
    const known = this.#rows.get(key);
    this.#rows.set(key, known ? { ...row, ...addTax(known, row) } : row);
  }

  end(): Row[] {
    return [...this.#rows]
      .filter(([, row]) => hasAmounts(row))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row);
  }
}

const signed = (tax: Tax, isNegative: boolean): Tax => (isNegative ? negateTax(tax) : pickTax(tax));

function sumRates(lines: readonly DocumentLine[]): RateRow[] {
  const rates = Map.groupBy(lines, ({ rateBasisPoints }) => rateBasisPoints);
  return [...rates]
    .map(([rateBasisPoints, all]) => ({ rateBasisPoints, ...sumTax(all) }))
    .toSorted((a, b) => a.rateBasisPoints - b.rateBasisPoints);
}

interface Placed extends Tax {
  readonly placeOfSupply?: PlaceCode | null;
  /** An advance has this instead. */
  readonly stateCode?: PlaceCode | null;
  readonly rateBasisPoints: number;
  readonly isIntraState: boolean;
}

const toPlaceRow = (placed: Placed): PlaceRow => ({
  placeOfSupply: placed.placeOfSupply ?? placed.stateCode ?? unknownState,
  isIntraState: placed.isIntraState,
  rateBasisPoints: placed.rateBasisPoints,
  ...pickTax(placed),
});

const byRecipient = (a: ListedSupply, b: ListedSupply): number =>
  compare(a.recipientGstin ?? a.placeOfSupply, b.recipientGstin ?? b.placeOfSupply) ||
  compare(a.number, b.number);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const toSerial = (number: string): number => Number(number.slice(number.lastIndexOf('/') + 1));
const toSeries = (number: string): string => number.slice(0, number.lastIndexOf('/'));

/**
 * A series is one range, unless documents of two months are numbered in another order than their days, which
 * concurrent payments around midnight may be.
 */
function toRanges(kind: DocumentKind, numbers: readonly string[]): IssuedRange[] {
  const ranges: IssuedRange[] = [];
  const inOrder = numbers.toSorted(
    (a, b) => compare(toSeries(a), toSeries(b)) || toSerial(a) - toSerial(b),
  );
  for (const number of inOrder) {
    const last = ranges.at(-1);
    if (
      last &&
      toSeries(last.to) === toSeries(number) &&
      toSerial(last.to) + 1 === toSerial(number)
    ) {
      ranges[ranges.length - 1] = { ...last, to: number, count: last.count + 1 };
    } else {
      ranges.push({ kind, from: number, to: number, count: 1 });
    }
  }
  return ranges;
}
