/** The gateway's settled lines as CSV for spreadsheets; amounts are rupees. */
import type { ExportedLine } from '@sachet/db/finance/books';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/text/csv';

type Cell = (line: ExportedLine) => string;

const text =
  (pick: (line: ExportedLine) => string | null): Cell =>
  (line) =>
    csvText(pick(line) ?? '');
const rupees =
  (pick: (line: ExportedLine) => number): Cell =>
  (line) =>
    (pick(line) / 100).toFixed(2);

const columns: readonly [header: string, cell: Cell][] = [
  ['settled_on', text((line) => line.settled_on)],
  ['settlement', text((line) => line.settlement_id)],
  ['utr', text((line) => line.utr)],
  ['kind', text((line) => line.kind)],
  ['entity', text((line) => line.entity_id)],
  ['payment', text((line) => line.payment_id)],
  ['dispute', text((line) => line.dispute_id)],
  ['created_on', text((line) => line.created_on)],
  ['currency', text((line) => line.currency)],
  ['amount_inr', rupees((line) => line.amount_paise)],
  ['debit_inr', rupees((line) => line.debit_paise)],
  ['credit_inr', rupees((line) => line.credit_paise)],
  ['fee_inr', rupees((line) => line.fee_paise)],
  ['gst_inr', rupees((line) => line.tax_paise)],
  ['on_hold', ({ on_hold: isHeld }) => (isHeld ? 'yes' : 'no')],
];

export const settledLinesHead = `${byteOrderMark}${toCsvLine(columns.map(([header]) => header))}`;

export const toSettledLine = (line: ExportedLine): string =>
  toCsvLine(columns.map(([, toCell]) => toCell(line)));
