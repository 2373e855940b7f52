/** The register of documents as CSV for spreadsheets; amounts are rupees. */
import type { RegisteredDocument } from '@sachet/db/tax/register';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/text/csv';

type Cell = (document: RegisteredDocument) => string;

const text =
  (pick: (document: RegisteredDocument) => string | null): Cell =>
  (document) =>
    csvText(pick(document) ?? '');
const rupees =
  (pick: (document: RegisteredDocument) => number): Cell =>
  (document) =>
    (pick(document) / 100).toFixed(2);

const columns: readonly [header: string, cell: Cell][] = [
  ['day', text(({ day }) => day)],
  ['number', text(({ number }) => number)],
  ['kind', text(({ kind }) => kind)],
  ['supplier_gstin', text(({ gstin }) => gstin)],
  ['wallet', text(({ walletId }) => walletId)],
  ['recipient', text(({ recipient }) => recipient)],
  ['recipient_gstin', text(({ recipientGstin }) => recipientGstin)],
  ['place_of_supply', text(({ placeOfSupply }) => placeOfSupply)],
  ['against', text(({ against }) => against)],
  ['discount_inr', rupees(({ discountPaise }) => discountPaise)],
  ['taxable_inr', rupees(({ taxablePaise }) => taxablePaise)],
  ['cgst_inr', rupees(({ cgstPaise }) => cgstPaise)],
  ['sgst_inr', rupees(({ sgstPaise }) => sgstPaise)],
  ['igst_inr', rupees(({ igstPaise }) => igstPaise)],
  ['total_inr', rupees(({ totalPaise }) => totalPaise)],
];

export const registerHead = `${byteOrderMark}${toCsvLine(columns.map(([header]) => header))}`;

export const toRegisterLine = (document: RegisteredDocument): string =>
  toCsvLine(columns.map(([, toCell]) => toCell(document)));
