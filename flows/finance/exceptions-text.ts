/** Exceptions of payments as CSV for spreadsheets; amounts are rupees, times Indian. */
import type { ExceptionRow } from '@sachet/db/finance/exceptions';
import { byteOrderMark, csvText, toCsvLine } from '@sachet/shared/text/csv';
import { toIstTime } from '@sachet/shared/time';

const toRupees = (paise: unknown): string =>
  typeof paise === 'number' ? (paise / 100).toFixed(2) : '';

const columns: readonly [header: string, cell: (row: ExceptionRow) => string][] = [
  ['id', ({ id }) => String(id)],
  ['kind', ({ kind }) => kind],
  ['subject', ({ subject }) => csvText(subject)],
  ['payment', ({ payment_id: id }) => csvText(id ?? '')],
  ['order', ({ order_id: id }) => csvText(id ?? '')],
  ['found_on', ({ found_on: day }) => day ?? ''],
  ['amount_inr', ({ detail }) => toRupees(detail['amountPaise'])],
  ['difference_inr', ({ detail }) => toRupees(detail['differencePaise'])],
  ['opened_ist', ({ opened_at: at }) => toIstTime(at.toISOString())],
  ['resolved_ist', ({ resolved_at: at }) => (at ? toIstTime(at.toISOString()) : '')],
  ['resolved_by', ({ resolved_by: by }) => csvText(by ?? '')],
  ['note', ({ note }) => csvText(note ?? '')],
];

export const exceptionsHead = `${byteOrderMark}${toCsvLine(columns.map(([header]) => header))}`;

export const toExceptionLine = (row: ExceptionRow): string =>
  toCsvLine(columns.map(([, toCell]) => toCell(row)));
