import {
  mostExportDays,
  sheetRowsMax,
  type ExportFile,
  type ExportRequest,
} from '@sachet/shared/finance/contracts/admin-exports';
import { istDay, addDays } from '@sachet/shared/time';
import { findRangeFault, type RangeFault } from '../../admin/frame/day-range';

/** Kinds that the page of exports can request. The GST view of finance requests the others. */
export const kinds = [
  'ledger-csv',
  'ledger-ndjson',
  'settlement-lines',
  'vouchers',
  'exceptions',
] as const;
export type ExportKind = (typeof kinds)[number];

type Days = { from: string; to: string };

export const lastDays = 30;

export const toKind = (request: ExportRequest) =>
  request.what === 'ledger' ? (`ledger-${request.format}` as const) : request.what;

export function toRequest(kind: ExportKind, { from, to }: Days): ExportRequest {
  if (kind !== 'ledger-csv' && kind !== 'ledger-ndjson') return { what: kind, from, to };
  const filter = { from: toIndianMidnight(from), to: toIndianMidnight(addDays(to, 1)) };
  return { what: 'ledger', format: kind === 'ledger-csv' ? 'csv' : 'ndjson', filter };
}

const toIndianMidnight = (day: string): string => `${day}T00:00:00+05:30`;

/** Finds the error for which the server would refuse the export, and the field that the error belongs to. */
export function findFault(kind: ExportKind, range: Days, nowMs: number): RangeFault | null {
  const fault = findRangeFault(range, nowMs, mostExportDays);
  if (fault || kind !== 'vouchers' || range.to < istDay(nowMs)) return fault;
  return { field: 'to', problem: 'notOver' };
}

/** True if a spreadsheet program would cut off the end of the file and might save it without that part. */
export const exceedsSheet = ({ request, rows }: ExportFile): boolean =>
  !['ledger-ndjson', 'vouchers', 'gstr-1', 'e-invoices'].includes(toKind(request)) &&
  rows >= sheetRowsMax;
