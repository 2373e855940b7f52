import type { MonthResponse } from '@sachet/shared/finance/contracts/admin-settlements';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/text/csv';
import { accountedParts } from './reconciled';

const columns = ['ledger', 'notReported', 'gateway', ...accountedParts] as const;

/** Returns the month as CSV in rupees: a row for each day, the total, the bank's items and the open disputes. */
export function toMonthCsv({ days, total, bank, atRisk, reserve }: MonthResponse): string {
  const toLine = (name: string, of: MonthResponse['total']) =>
    toCsvLine([
      name,
      ...columns.map((column) => of[column].toFixed(2)),
      of.holds ? 'yes' : 'no',
      of.isCompared ? 'yes' : 'no',
      String(of.openFindings),
    ]);
  const item = (kind: string, { subject, day, amount }: MonthResponse['atRisk'][number]) =>
    toCsvLine([kind, csvText(subject), day, amount.toFixed(2)]);
  return [
    byteOrderMark,
    toCsvLine(['day', ...columns, 'holds', 'compared', 'open_findings']),
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
