/**
 * Rows of the dashboard's settlement export, as a CSV parser returns them. Amounts are rupees, and the day
 * comes before the month.
 */
import { isMangled } from './bank-reference.ts';
import { toSettlementKind, type SettlementKind, type SettlementLine } from './line.ts';
import { istDay, isDay } from '../../time.ts';

/** The cells of a row by header name. */
export type CsvRow = Readonly<Record<string, string>>;

export type ParsedRow<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** The required columns that are missing, in words; null if all exist. */
export function findMissingColumns(
  header: readonly string[],
  needed: readonly (readonly string[])[],
): string | null {
  const missing = needed.filter((names) => !names.some((name) => header.includes(name)));
  if (missing.length === 0) return null;
  return `These columns are missing: ${missing.map(([name]) => name).join(', ')}.`;
}

/** Columns that identify each of the gateway's reports. */
const reports = [
  ['the settlement reconciliation report', ['entity_id', 'settlement_id', 'settlement_utr']],
  ['the payments report', ['id', 'amount_refunded', 'captured', 'order_id']],
  ['the settlements report', ['id', 'fees', 'tax', 'utr', 'status']],
] as const;

/**
 * Describes a report of the gateway that was uploaded instead of the wanted one. Null for the wanted report
 * and for any other file.
 */
export function describeReport(
  header: readonly string[],
  wanted: 'statement' | 'reconciliation' = 'statement',
): string | null {
  const names = header.map((cell) => cell.trim().toLowerCase());
  const found = reports.find(([, columns]) => columns.every((name) => names.includes(name)));
  if (!found) return null;
  const isReconciliation = found === reports[0];
  if (wanted === 'reconciliation') {
    if (isReconciliation) return null;
    return `This is ${found[0]} of Razorpay. Download the “Settlement Recon” report instead.`;
  }
  return isReconciliation
    ? 'This is the “Settlement Recon” report of Razorpay. Import it as the dashboard’s export.'
    : `This is ${found[0]} of Razorpay. A bank statement is needed here.`;
}

/** The known columns of the report. Unknown columns are stored and reported once. */
export const knownColumns: ReadonlySet<string> = new Set(
  (
    'transaction_entity,type,entity_id,amount,currency,fee (exclusive tax),fee,tax,debit,credit,' +
    'payment_method,method,card_type,card_network,card_issuer,issuer_name,entity_created_at,created_at,' +
    'payment_captured_at,payment_notes,refund_notes,notes,arn,entity_description,description,order_id,' +
    'order_receipt,order_notes,dispute_id,dispute_created_at,dispute_reason,settlement_id,settled_at,' +
    'settlement_utr,settled_by,settled,on_hold,posted_at,payment_id,credit_type,international'
  ).split(','),
);

/** Names of each column, the dashboard's own first. */
export const settlementColumns = [
  ['transaction_entity', 'type'],
  ['entity_id'],
  ['amount'],
  ['currency'],
  ['fee (exclusive tax)', 'fee'],
  ['tax'],
  ['debit'],
  ['credit'],
  ['entity_created_at', 'created_at'],
  ['settlement_id'],
  ['settled_at'],
  ['settlement_utr'],
] as const;

class BadCell extends Error {}

function pick(row: CsvRow, names: readonly string[]): string {
  for (const name of names) {
    const cell = row[name];
    if (cell !== undefined) return cell.trim();
  }
  return '';
}

/** The cells with the days on which an item was made and settled. */
export const pickDates = (row: CsvRow): [string, string] => [
  pick(row, settlementColumns[8]),
  pick(row, settlementColumns[10]),
];

function parseRow<T>(read: () => T): ParsedRow<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    return { ok: false, problem: error.message };
  }
}

/** The paise of `1,23,456.78` or of `₹100`; 0 for an empty cell. */
function toPaise(name: string, cell: string): number {
  const text = cell.replace(/^(-?)\s*(?:₹|INR)\s*/, '$1');
  if (text === '') return 0;
  const parts = /^(-?)(\d{1,3}(?:,\d{2,3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text);
  const [, sign = '', whole = '', decimals = ''] = parts ?? [];
  const paise = Number(`${whole.replaceAll(',', '')}${decimals.padEnd(2, '0')}`);
  if (!parts || !Number.isSafeInteger(paise))
    throw new BadCell(`"${name}" is not a valid amount: ${quote(cell)}`);
  return sign === '-' ? 0 - paise : paise;
}

function toAmount(name: string, cell: string): number {
  const paise = toPaise(name, cell);
  if (paise < 0) throw new BadCell(`"${name}" is negative: ${quote(cell)}`);
  return paise;
}

/** `01/03/2026 10:20:30`, `01-03-2026`, `2026-03-01 10:20`, or seconds since the epoch. */
function toDay(name: string, cell: string): string {
  if (/^\d{9,10}$/.test(cell)) return istDay(Number(cell) * 1000);
  const written =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i;
  const [, first = '', month = '', last = ''] = written.exec(cell) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year.length !== 4 || !isDay(text)) {
    throw new BadCell(`"${name}" is not a valid date (day before month): ${quote(cell)}`);
  }
  return text;
}

const quote = (cell: string): string => JSON.stringify(cell.slice(0, 40));

function toId(name: string, cell: string): string {
  if (isMangled(cell)) {
    throw new BadCell(
      `"${name}" was shortened by a spreadsheet: ${quote(cell)}. Download the report again and import it without opening it in a spreadsheet.`,
    );
  }
  if (!/^[\w-]{1,60}$/.test(cell)) throw new BadCell(`"${name}" is not a valid id: ${quote(cell)}`);
  return cell;
}

const toOptionalId = (name: string, cell: string): string | null =>
  cell === '' ? null : toId(name, cell);

function toKind(cell: string): SettlementKind {
  if (cell === '') throw new BadCell('transaction_entity is empty');
  // The export names adjustments by the type of the adjusted item.
  if (/^(dispute|adjustment|chargeback)/i.test(cell)) return 'adjustment';
  return toSettlementKind(cell);
}

export function parseSettlementRow(row: CsvRow): ParsedRow<SettlementLine> {
  return parseRow(() => {
    const taxPaise = toAmount('tax', pick(row, ['tax']));
    const withoutTax = row['fee (exclusive tax)'];
    const feePaise =
      withoutTax === undefined
        ? toAmount('fee', pick(row, ['fee']))
        : toAmount('fee', withoutTax.trim()) + taxPaise;
    const kind = toKind(pick(row, settlementColumns[0]));
    const entityId = toId('entity_id', pick(row, ['entity_id']));
    const [createdAt, settledAt] = pickDates(row);
    const currency = pick(row, ['currency']);
    if (!/^[A-Z]{3}$/.test(currency))
      throw new BadCell(`"currency" is not a valid currency code: ${quote(currency)}`);
    const settledOn = settledAt === '' ? null : toDay('settled_at', settledAt);
    const settlementId = toOptionalId('settlement_id', pick(row, ['settlement_id']));
    if ((settledOn === null) !== (settlementId === null)) {
      throw new BadCell('settlement_id and settled_at do not go together');
    }
    return {
      kind,
      entityId,
      amountPaise: toAmount('amount', pick(row, ['amount'])),
      debitPaise: toAmount('debit', pick(row, ['debit'])),
      creditPaise: toAmount('credit', pick(row, ['credit'])),
      feePaise,
      taxPaise,
      currency,
      onHold: /^(1|true|yes)$/i.test(pick(row, ['on_hold'])),
      createdOn: toDay('entity_created_at', createdAt),
      settledOn,
      settlementId,
      utr: toOptionalId('settlement_utr', pick(row, ['settlement_utr'])),
      paymentId:
        kind === 'payment' ? entityId : toOptionalId('payment_id', pick(row, ['payment_id'])),
      disputeId: toOptionalId('dispute_id', pick(row, ['dispute_id'])),
      method: pick(row, ['payment_method', 'method']).toLowerCase().slice(0, 60) || null,
    };
  });
}
