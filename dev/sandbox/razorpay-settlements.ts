/** Settlement to the bank two days later (T+2), and its reconciliation report. */
import { remember, type Account } from './razorpay-account.ts';
import { badField } from './razorpay-errors.ts';
import { parseMarkers } from './razorpay-markers.ts';
import {
  newId,
  type Notes,
  type Payment,
  type PaymentMethod,
  type Refund,
  type Settlement,
} from './razorpay-wire.ts';

/** An item of the report. Amounts in paise: `credit` goes to the merchant, `debit` is taken. */
export type Entry = {
  entity_id: string;
  type: 'payment' | 'refund' | 'adjustment';
  debit: number;
  credit: number;
  amount: number;
  currency: string;
  fee: number;
  tax: number;
  on_hold: boolean;
  settled: boolean;
  created_at: number;
  settled_at: number | null;
  settlement_id: string | null;
  posted_at: number | null;
  credit_type: 'default';
  description: string | null;
  notes: Notes;
  payment_id: string | null;
  settlement_utr: string | null;
  order_id: string | null;
  order_receipt: string | null;
  method: PaymentMethod | null;
  dispute_id: string | null;
};

const unsettled = {
  debit: 0,
  credit: 0,
  fee: 0,
  tax: 0,
  on_hold: false,
  settled: false,
  settled_at: null,
  settlement_id: null,
  posted_at: null,
  credit_type: 'default',
  settlement_utr: null,
  order_receipt: null,
  dispute_id: null,
} as const;

const ofPayment = (payment: Payment) => ({
  currency: payment.currency,
  description: payment.description,
  order_id: payment.order_id,
  method: payment.method,
});

export function paymentEntry(payment: Payment, receipt: string | null, now: number): Entry {
  const fee = payment.fee ?? 0;
  return {
    ...unsettled,
    ...ofPayment(payment),
    entity_id: payment.id,
    type: 'payment',
    amount: payment.amount,
    credit: payment.amount - fee,
    fee,
    tax: payment.tax ?? 0,
    created_at: now,
    notes: payment.notes,
    payment_id: null,
    order_receipt: receipt,
  };
}

export function refundEntry(refund: Refund, payment: Payment, now: number): Entry {
  return {
    ...unsettled,
    ...ofPayment(payment),
    entity_id: refund.id,
    type: 'refund',
    amount: refund.amount,
    debit: refund.amount,
    created_at: now,
    notes: refund.notes,
    payment_id: payment.id,
  };
}

/**
 * `amount` is negative if the gateway takes the money. `dispute` is null if the report does not name the
 * dispute.
 */
export function adjustmentEntry(
  payment: Payment,
  { amount, description, dispute }: { amount: number; description: string; dispute: string | null },
  now: number,
): Entry {
  return {
    ...unsettled,
    ...ofPayment(payment),
    entity_id: dispute ?? newId('adj'),
    type: 'adjustment',
    amount: Math.abs(amount),
    debit: Math.max(0, -amount),
    credit: Math.max(0, amount),
    created_at: now,
    description,
    notes: [],
    payment_id: payment.id,
    dispute_id: dispute,
  };
}

const twoDays = 2 * 24 * 3600;

/**
 * Settles everything until the given time, by default until two days ago. Null if there is nothing to settle.
 */
export function settle(
  account: Account,
  before: number = account.now() - twoDays,
): Settlement | null {
  const due = account.entries.filter(({ settled, created_at }) => !settled && created_at <= before);
  if (due.length === 0) return null;
  const now = account.now();
  const total = (read: (entry: Entry) => number) =>
    due.reduce((sum, entry) => sum + read(entry), 0);
  const settlement: Settlement = {
    id: newId('setl'),
    entity: 'settlement',
    amount: total(({ credit, debit }) => credit - debit),
    status: 'processed',
    fees: total(({ fee }) => fee),
    tax: total(({ tax }) => tax),
    utr: `${now}sandbox${account.settlements.size}`,
    created_at: now,
  };
  remember(account.settlements, settlement.id, settlement);
  for (const entry of due) {
    Object.assign(entry, {
      settled: true,
      settled_at: now,
      posted_at: now,
      settlement_id: settlement.id,
      settlement_utr: settlement.utr,
    });
  }
  account.webhooks.send(settlement.id, parseMarkers().webhook, [
    { event: 'settlement.processed', payload: { settlement: { entity: { ...settlement } } } },
  ]);
  return settlement;
}

/**
 * Settlement lines of a day or month in the Indian calendar. @throws {Refused} for an invalid day or month.
 */
export function reconciliation(account: Account, query: Record<string, unknown>): Entry[] {
  const whole = (name: string, least: number, most: number, usual?: number) => {
    const value = query[name] === undefined ? usual : Number(query[name]);
    if (value === undefined) throw badField(name, `The ${name} field is required.`);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw badField(name, `The ${name} must be between ${least} and ${most}.`);
    }
    return value;
  };
  const month = `${whole('year', 2000, 9999)}-${String(whole('month', 1, 12)).padStart(2, '0')}`;
  const wanted =
    query.day === undefined ? month : `${month}-${String(whole('day', 1, 31)).padStart(2, '0')}`;
  const count = whole('count', 1, 1000, 10);
  const skip = whole('skip', 0, Number.MAX_SAFE_INTEGER, 0);
  settle(account);
  return account.entries
    .filter(({ settled_at }) => settled_at !== null && indianDay(settled_at).startsWith(wanted))
    .slice(skip, skip + count);
}

const indianDay = (seconds: number) =>
  new Date((seconds + 5.5 * 3600) * 1000).toISOString().slice(0, 10);
