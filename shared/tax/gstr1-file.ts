/** GSTR-1 as files: JSON as the GST portal and its offline tool read it, and CSV for spreadsheets. */
import { byteOrderMark, csvText, toCsvLine } from '../text/csv.ts';
import type { DocumentKind, SupplyType } from './content.ts';
import type { Gstr1, IssuedRange, ListedSupply, PlaceRow, RateRow, SacRow } from './gstr1.ts';
import { placeNames } from './states.ts';
import type { Tax } from './tax.ts';

/** As the offline tool and public writers of this file have it: `hash` is the word itself. */
const fileFormat = { version: 'GST3.2.4', hash: 'hash' } as const;

const toRupees = (paise: number): number => paise / 100;

/** `18-11-2026` for `2026-11-18`. */
const toPortalDay = (day: string): string => day.split('-').toReversed().join('-');

const toAmounts = ({ cgstPaise, sgstPaise, igstPaise }: Tax, isIntraState: boolean) =>
  isIntraState
    ? { camt: toRupees(cgstPaise), samt: toRupees(sgstPaise), csamt: 0 }
    : { iamt: toRupees(igstPaise), csamt: 0 };

const toPercent = ({ rateBasisPoints }: RateRow): number => rateBasisPoints / 100;

/** The portal numbers the items of an invoice by their rate: 1801 for 18 %. */
const toItem = (row: RateRow, isIntraState: boolean) => ({
  num: row.rateBasisPoints + 1,
  itm_det: {
    rt: toPercent(row),
    txval: toRupees(row.taxablePaise),
    ...toAmounts(row, isIntraState),
  },
});

const toItems = ({ rates, isIntraState }: ListedSupply) =>
  rates.map((row) => toItem(row, isIntraState));

function groupBy<T>(all: readonly T[], key: (each: T) => string): [string, T[]][] {
  return [...Map.groupBy(all, key)];
}

/** Regular, and to a Special Economic Zone with or without payment of IGST. Exports are not among them. */
const invoiceTypes: Record<SupplyType, string> = {
  domestic: 'R',
  'sez-with-payment': 'SEWP',
  'sez-without-payment': 'SEWOP',
  'export-with-payment': 'R',
};

const toInvoice = (supply: ListedSupply) => ({
  inum: supply.number,
  idt: toPortalDay(supply.day),
  val: toRupees(supply.totalPaise),
  pos: supply.placeOfSupply,
  rchrg: 'N',
  inv_typ: invoiceTypes[supply.supplyType],
  itms: toItems(supply),
});

const toNote = (supply: ListedSupply) => ({
  ntty: 'C',
  nt_num: supply.number,
  nt_dt: toPortalDay(supply.day),
  val: toRupees(supply.totalPaise),
  pos: supply.placeOfSupply,
  itms: toItems(supply),
});

/** Services have no shipping bill. Table 6A has no place of supply. */
const toExport = ({ number, day, totalPaise, rates }: ListedSupply) => ({
  inum: number,
  idt: toPortalDay(day),
  val: toRupees(totalPaise),
  itms: rates.map((row) => ({
    txval: toRupees(row.taxablePaise),
    rt: toPercent(row),
    iamt: toRupees(row.igstPaise),
    csamt: 0,
  })),
});

function toExportNote(supply: ListedSupply) {
  const { pos: _, ...note } = toNote(supply);
  return { typ: 'EXPWP', ...note };
}

const toSupplyType = (isIntraState: boolean) => (isIntraState ? 'INTRA' : 'INTER');

const toAdvances = (rows: readonly PlaceRow[]) =>
  groupBy(rows, ({ placeOfSupply, isIntraState }) => `${placeOfSupply} ${isIntraState}`).map(
    ([, all]) => ({
      pos: all[0]!.placeOfSupply,
      sply_ty: toSupplyType(all[0]!.isIntraState),
      itms: all.map((row) => ({
        rt: toPercent(row),
        // Net of tax.
        ad_amt: toRupees(row.taxablePaise),
        ...toAmounts(row, row.isIntraState),
      })),
    }),
  );

const toSacRows = (rows: readonly SacRow[]) =>
  rows.map((row, i) => ({
    num: i + 1,
    hsn_sc: row.sac,
    // Services have no unit and no quantity.
    uqc: 'NA',
    qty: 0,
    rt: toPercent(row),
    txval: toRupees(row.taxablePaise),
    iamt: toRupees(row.igstPaise),
    camt: toRupees(row.cgstPaise),
    samt: toRupees(row.sgstPaise),
    csamt: 0,
  }));

/** Numbers and names of table 13, which does not list plain receipts. */
const documentTypes: Record<Exclude<DocumentKind, 'receipt'>, readonly [number, string]> = {
  'tax-invoice': [1, 'Invoices for outward supply'],
  'credit-note': [5, 'Credit Note'],
  'receipt-voucher': [6, 'Receipt voucher'],
  'refund-voucher': [8, 'Refund voucher'],
};

const toDocumentType = (kind: DocumentKind) =>
  documentTypes[kind as Exclude<DocumentKind, 'receipt'>];

const toIssued = (issued: readonly IssuedRange[]) =>
  groupBy(issued, ({ kind }) => kind)
    .map(([, ranges]) => {
      const [doc_num, doc_typ] = toDocumentType(ranges[0]!.kind);
      const docs = ranges.map(({ from, to, count }, i) => ({
        num: i + 1,
        from,
        to,
        totnum: count,
        cancel: 0,
        net_issue: count,
      }));
      return { doc_num, doc_typ, docs };
    })
    .toSorted((a, b) => a.doc_num - b.doc_num);

/** JSON for the portal, which expects no empty sections. Amounts are rupees. */
export function toPortalJson(gstr1: Gstr1): object {
  const { gstin, month, b2b, b2cl, exports, b2cs, cdnr, cdnur, sacB2b, sacB2c } = gstr1;
  const sections: Record<string, readonly object[]> = {
    b2b: groupBy(b2b, ({ recipientGstin }) => recipientGstin!).map(([ctin, all]) => ({
      ctin,
      inv: all.map(toInvoice),
    })),
    b2cl: groupBy(b2cl, ({ placeOfSupply }) => placeOfSupply).map(([pos, all]) => ({
      pos,
      inv: all.map((each) => {
        const { inum, idt, val, itms } = toInvoice(each);
        return { inum, idt, val, itms };
      }),
    })),
    b2cs: b2cs.map((row) => ({
      sply_ty: toSupplyType(row.isIntraState),
      rt: toPercent(row),
      typ: 'OE',
      pos: row.placeOfSupply,
      txval: toRupees(row.taxablePaise),
      ...toAmounts(row, row.isIntraState),
    })),
    cdnr: groupBy(cdnr, ({ recipientGstin }) => recipientGstin!).map(([ctin, all]) => ({
      ctin,
      nt: all.map((each) => ({
        ...toNote(each),
        rchrg: 'N',
        inv_typ: invoiceTypes[each.supplyType],
      })),
    })),
    exp: exports.length > 0 ? [{ exp_typ: 'WPAY', inv: exports.map(toExport) }] : [],
    cdnur: cdnur.map((each) =>
      each.supplyType === 'export-with-payment'
        ? toExportNote(each)
        : { typ: 'B2CL', ...toNote(each) },
    ),
    at: toAdvances(gstr1.advancesReceived),
    txpd: toAdvances(gstr1.advancesAdjusted),
  };
  const hsn = { hsn_b2b: toSacRows(sacB2b), hsn_b2c: toSacRows(sacB2c) };
  const doc_det = toIssued(gstr1.issued);
  return {
    ...fileFormat,
    gstin,
    fp: month.slice(5, 7) + month.slice(0, 4),
    ...withoutEmpty(sections),
    ...withoutEmpty({ hsn: withoutEmpty(hsn) }),
    ...withoutEmpty({ doc_issue: doc_det.length > 0 ? { doc_det } : {} }),
  };
}

const withoutEmpty = (parts: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));

const csvColumns = [
  'section',
  'number',
  'day',
  'recipient_gstin',
  'place_of_supply',
  'supply_type',
  'sac',
  'rate',
  'taxable_value',
  'igst',
  'cgst',
  'sgst',
  'document_value',
  'from',
  'to',
  'documents',
  'cancelled',
] as const;
type CsvRow = Partial<Record<(typeof csvColumns)[number], string>>;

const toDecimal = (paise: number): string => (paise / 100).toFixed(2);

const toTaxCells = (row: RateRow): CsvRow => ({
  rate: String(toPercent(row)),
  taxable_value: toDecimal(row.taxablePaise),
  igst: toDecimal(row.igstPaise),
  cgst: toDecimal(row.cgstPaise),
  sgst: toDecimal(row.sgstPaise),
});

const toPlaceCells = ({
  placeOfSupply,
  isIntraState,
}: Pick<PlaceRow, 'placeOfSupply' | 'isIntraState'>): CsvRow => ({
  place_of_supply: `${placeOfSupply}-${placeNames[placeOfSupply]}`,
  supply_type: toSupplyType(isIntraState),
});

const toListedRows = (section: string, supplies: readonly ListedSupply[]): CsvRow[] =>
  supplies.flatMap((supply) =>
    supply.rates.map((rate) => ({
      section,
      number: supply.number,
      day: supply.day,
      recipient_gstin: supply.recipientGstin ?? '',
      ...toPlaceCells(supply),
      ...toTaxCells(rate),
      document_value: toDecimal(supply.totalPaise),
    })),
  );

const toSumRows = (section: string, rows: readonly PlaceRow[]): CsvRow[] =>
  rows.map((row) => ({ section, ...toPlaceCells(row), ...toTaxCells(row) }));

/** Every section in one table, a row for each item. Amounts are rupees with two decimals. */
export function toGstr1Csv(gstr1: Gstr1): string {
  const rows: CsvRow[] = [
    ...toListedRows('B2B', gstr1.b2b),
    ...toListedRows('B2CL', gstr1.b2cl),
    ...toListedRows('EXP', gstr1.exports),
    ...toSumRows('B2CS', gstr1.b2cs),
    ...toListedRows('CDNR', gstr1.cdnr),
    ...toListedRows('CDNUR', gstr1.cdnur),
    ...toSumRows('11A', gstr1.advancesReceived),
    ...toSumRows('11B', gstr1.advancesAdjusted),
    ...(['B2B', 'B2C'] as const).flatMap((kind) =>
      (kind === 'B2B' ? gstr1.sacB2b : gstr1.sacB2c).map((row): CsvRow => ({
        section: `HSN-${kind}`,
        sac: row.sac,
        ...toTaxCells(row),
      })),
    ),
    ...gstr1.issued.map(({ kind, from, to, count }): CsvRow => {
      const [, type] = toDocumentType(kind);
      return { section: `DOCS ${type}`, from, to, documents: String(count), cancelled: '0' };
    }),
  ];
  const toCells = (row: CsvRow) =>
    csvColumns.map((column) => {
      const cell = row[column] ?? '';
      // A negative amount is a number, not a formula.
      return /^-\d+\.\d\d$/.test(cell) ? cell : csvText(cell);
    });
  return byteOrderMark + [csvColumns, ...rows.map(toCells)].map(toCsvLine).join('');
}
