/** The gateway's settlement report of what the ledger has: two days later, less fee and GST. */
import { createHash } from 'node:crypto';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { addDays } from '@sachet/shared/settlement/day';
import { toLineFingerprint, type SettlementLine } from '@sachet/shared/settlement/line';
import { findFeeTerm, razorpayTerms } from '@sachet/shared/settlement/reconcile';
import { csvText, toCsvLine } from '@sachet/shared/csv';
import type { Value } from './copy.ts';

export const settledAfterDays = 2;
export const toUtr = (settledOn: string) => `UTR${settledOn.replaceAll('-', '')}`;

/** Null for what the report has no line of. */
export function toReportLine(event: LedgerEvent, day: string): SettlementLine | null {
  const { kind, amountPaise: paise } = event;
  if (kind !== 'TopUpCredited' && kind !== 'TopUpRefunded') return null;
  const isPayment = kind === 'TopUpCredited';
  const reported = {
    kind: isPayment ? 'payment' : 'refund',
    method: 'upi',
    createdOn: day,
  } as const;
  const { feeBasisPoints, taxBasisPoints } = findFeeTerm(reported, razorpayTerms);
  const fee = Math.round((Math.abs(paise) * feeBasisPoints) / 10_000);
  const taxPaise = Math.round((fee * taxBasisPoints) / 10_000);
  const settledOn = addDays(day, settledAfterDays);
  return {
    ...reported,
    entityId: isPayment ? event.paymentId : event.idempotencyKey.slice('refund:'.length),
    amountPaise: Math.abs(paise),
    debitPaise: isPayment ? 0 : -paise,
    creditPaise: isPayment ? paise - fee - taxPaise : 0,
    feePaise: fee + taxPaise,
    taxPaise,
    currency: 'INR',
    onHold: false,
    settledOn,
    settlementId: `setl_${settledOn.replaceAll('-', '')}`,
    utr: toUtr(settledOn),
    paymentId: event.paymentId,
    disputeId: null,
  };
}

export const lineColumns = [
  'kind',
  'entity_id',
  'settlement_id',
  'version',
  'is_gone',
  'digest',
  'amount_paise',
  'debit_paise',
  'credit_paise',
  'fee_paise',
  'tax_paise',
  'currency',
  'on_hold',
  'created_on',
  'settled_on',
  'utr',
  'payment_id',
  'dispute_id',
  'method',
  'raw',
] as const;

/** As an import stores it; `lineColumns` in their order. */
export const toLineRow = (line: SettlementLine): Value[] => [
  line.kind,
  line.entityId,
  line.settlementId,
  1,
  false,
  createHash('sha256').update(toLineFingerprint(line)).digest(),
  line.amountPaise,
  line.debitPaise,
  line.creditPaise,
  line.feePaise,
  line.taxPaise,
  line.currency,
  line.onHold,
  line.createdOn,
  line.settledOn,
  line.utr,
  line.paymentId,
  line.disputeId,
  line.method,
  JSON.stringify(toItem(line)),
];

/** In the gateway's own words. */
const toItem = (line: SettlementLine) => ({
  entity_id: line.entityId,
  type: line.kind,
  debit: line.debitPaise,
  credit: line.creditPaise,
  amount: line.amountPaise,
  currency: line.currency,
  fee: line.feePaise,
  tax: line.taxPaise,
  on_hold: line.onHold,
  settled: true,
  settlement_id: line.settlementId,
  settlement_utr: line.utr,
  payment_id: line.paymentId,
  method: line.method,
});

const csvColumns: Record<string, (line: SettlementLine) => string> = {
  transaction_entity: (line) => line.kind,
  entity_id: (line) => line.entityId,
  amount: (line) => toRupees(line.amountPaise),
  currency: (line) => line.currency,
  'fee (exclusive tax)': (line) => toRupees(line.feePaise - line.taxPaise),
  tax: (line) => toRupees(line.taxPaise),
  debit: (line) => toRupees(line.debitPaise),
  credit: (line) => toRupees(line.creditPaise),
  entity_created_at: (line) => toDashboardDay(line.createdOn),
  settlement_id: (line) => line.settlementId ?? '',
  settled_at: (line) => toDashboardDay(line.settledOn ?? ''),
  settlement_utr: (line) => line.utr ?? '',
  payment_id: (line) => line.paymentId ?? '',
};

const toRupees = (paise: number) => (paise / 100).toFixed(2);
const toDashboardDay = (day: string) => day.split('-').toReversed().join('/');

/** As the dashboard exports it. */
export const toCsv = (lines: readonly SettlementLine[]): string =>
  [
    toCsvLine(Object.keys(csvColumns)),
    ...lines.map((line) => toCsvLine(Object.values(csvColumns).map((cell) => csvText(cell(line))))),
  ].join('');
