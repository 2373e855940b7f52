/** One merchant's account: all state of the stand-in, in memory; the oldest entries are dropped. */
import { parseMarkers, type Markers } from './razorpay-markers.ts';
import { createWebhooks, type Occurrence, type Webhooks } from './razorpay-webhooks.ts';
import type { Entry } from './razorpay-settlements.ts';
import {
  isRecord,
  type Dispute,
  type Notes,
  type Order,
  type Payment,
  type Refund,
  type Settlement,
} from './razorpay-wire.ts';
import { badField, unknownId } from './razorpay-errors.ts';

/** Options of the stand-in. The defaults are the credentials to configure a client with. */
export type RazorpayOptions = {
  port?: number;
  keyId?: string;
  keySecret?: string;
  webhookSecret?: string;
  webhookUrl?: string | null;
  /** The pause before the first repeat of a webhook that was not answered with a 2xx. */
  firstRetryMs?: number;
  /** Unix seconds. */
  now?: () => number;
};

export type OrderRecord = {
  order: Order;
  capture: 'automatic' | 'manual';
  /** Reads answered with an error because of `api:down`. */
  failedReads: number;
};

export type Account = {
  keyId: string;
  keySecret: string;
  orders: Map<string, OrderRecord>;
  payments: Map<string, Payment>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  settlements: Map<string, Settlement>;
  /** Items of the next settlement, oldest first. */
  entries: Entry[];
  /** Requests by their idempotency key. */
  refundRequests: Map<string, { body: string; refundId: string }>;
  webhooks: Webhooks;
  now(): number;
  /** Starts a timer. Timers are cleared when the account closes, or when 20,000 of them are waiting. */
  later(milliseconds: number, action: () => void): void;
  close(): void;
};

const maxRemembered = 10_000;
const maxTimers = 20_000;

export function createAccount(options: RazorpayOptions): Account {
  const timers = new Set<NodeJS.Timeout>();
  const now = options.now ?? (() => Math.floor(Date.now() / 1000));
  const later = (milliseconds: number, action: () => void) => {
    if (timers.size >= maxTimers) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      action();
    }, milliseconds);
    timers.add(timer);
  };
  const webhooks = createWebhooks({
    accountId: 'acc_SandboxAccount',
    secret: options.webhookSecret ?? 'sandbox-razorpay-webhook-secret',
    firstRetryMs: options.firstRetryMs ?? 1_000,
    now,
    later,
  });
  webhooks.sendTo(options.webhookUrl ?? null);
  return {
    keyId: options.keyId ?? 'rzp_test_sandbox',
    keySecret: options.keySecret ?? 'sandbox-razorpay-secret',
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    settlements: new Map(),
    entries: [],
    refundRequests: new Map(),
    webhooks,
    now,
    later,
    close() {
      for (const timer of timers) clearTimeout(timer);
      webhooks.close();
    },
  };
}

export function remember<T>(map: Map<string, T>, id: string, value: T): T {
  map.set(id, value);
  if (map.size > maxRemembered) {
    const oldest = map.keys().next().value;
    if (oldest !== undefined) map.delete(oldest);
  }
  return value;
}

export function rememberEntry({ entries }: Account, entry: Entry): void {
  entries.push(entry);
  entries.splice(0, entries.length - maxRemembered);
}

/** @throws {Refused} if no entry has this id. */
export function found<T>(map: Map<string, T>, id: unknown): T {
  const value = typeof id === 'string' ? map.get(id) : undefined;
  if (value === undefined) throw unknownId();
  return value;
}

export const findPayments = ({ payments }: Account, orderId: string) =>
  [...payments.values()].filter(({ order_id }) => order_id === orderId);

/** The markers of a payment's order, with those of `more` before them. */
export function markersFor({ orders }: Account, orderId: string, more: Notes = []): Markers {
  return parseMarkers(orders.get(orderId)?.order.notes ?? [], more);
}

export function announce(account: Account, payment: Payment, occurrences: Occurrence[]): void {
  const { webhook } = markersFor(account, payment.order_id);
  account.webhooks.send(payment.order_id, webhook, occurrences);
}

/** @throws {Refused} for more than 15 notes, or one that is not a text of at most 256 characters. */
export function notesFrom(value: unknown): Notes {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    return [];
  }
  if (!isRecord(value)) throw badField('notes', 'The notes must be an array.');
  const pairs = Object.entries(value).map(([name, note]) => [name, String(note)] as const);
  if (pairs.length > 15) {
    throw badField('notes', 'Number of fields in notes should be less than or equal to 15');
  }
  if (pairs.some(([name, note]) => name.length > 256 || note.length > 256)) {
    throw badField('notes', 'Notes should not be longer than 256 characters');
  }
  return pairs.length > 0 ? Object.fromEntries(pairs) : [];
}
