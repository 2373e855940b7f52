import type { MonthResponse } from '@sachet/shared/contracts/admin-settlements';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/csv';

const columns = [
  'ledger',
  'gateway',
  'settled',
  'fees',
  'gst',
  'charges',
  'inTransit',
  'onHold',
] as const;

/** The identity day by day, its total, and the items of the bank and of open disputes. Rupees. */
export function toMonthCsv({ days, total, bank, atRisk, reserve }: MonthResponse): string {
  const toLine = (name: string, of: MonthResponse['total']) =>
    toCsvLine([
      name,
      ...columns.map((column) => of[column].toFixed(2)),
      of.holds ? 'yes' : 'no',
      String(of.openFindings),
    ]);
  const item = (kind: string, { subject, day, amount }: MonthResponse['atRisk'][number]) =>
    toCsvLine([kind, csvText(subject), day, amount.toFixed(2)]);
  return [
    byteOrderMark,
    toCsvLine(['day', ...columns, 'holds', 'open_findings']),
    ...days.map(({ day, figures }) => toLine(day, figures)),
    toLine('total', total),
    toCsvLine(['']),
    ...(bank.closing
      ? [toCsvLine(['closing balance', '', bank.closing.day, bank.closing.amount.toFixed(2)])]
      : []),
    ...bank.uncleared.map((each) => item('uncleared', each)),
    ...atRisk.map((each) => item('open dispute', each)),
    toCsvLine(['reserve', '', '', reserve.toFixed(2)]),
  ].join('');
}
