/** The gateway's settlement report of the ledger's payments: two days later, less fee and GST. */
import { createHash } from 'node:crypto';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { addDays } from '@sachet/shared/time';
import { toLineFingerprint, type SettlementLine } from '@sachet/shared/finance/settlement/line';
import { findFeeTerm, razorpayTerms } from '@sachet/shared/finance/settlement/reconcile';
import { csvText, toCsvLine } from '@sachet/shared/text/csv';
import type { Row } from './seed.ts';

export const settledAfterDays = 2;
export const toUtr = (settledOn: string) => `UTR${settledOn.replaceAll('-', '')}`;

/** Null for an event without a line in the report. */
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

/** A row of `settlement_line`, as an import stores it. */
export const toLineRow = (line: SettlementLine): Row => ({
  kind: line.kind,
  entity_id: line.entityId,
  settlement_id: line.settlementId,
  version: 1,
  is_gone: false,
  digest: createHash('sha256').update(toLineFingerprint(line)).digest(),
  amount_paise: line.amountPaise,
  debit_paise: line.debitPaise,
  credit_paise: line.creditPaise,
  fee_paise: line.feePaise,
  tax_paise: line.taxPaise,
  currency: line.currency,
  on_hold: line.onHold,
  created_on: line.createdOn,
  settled_on: line.settledOn,
  utr: line.utr,
  payment_id: line.paymentId,
  dispute_id: line.disputeId,
  method: line.method,
  raw: '{}',
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

/** Writes lines in the format of the dashboard's export. */
export const toCsv = (lines: readonly SettlementLine[]): string =>
  [
    toCsvLine(Object.keys(csvColumns)),
    ...lines.map((line) => toCsvLine(Object.values(csvColumns).map((cell) => csvText(cell(line))))),
  ].join('');
