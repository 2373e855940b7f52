import { minuteMs } from '@sachet/shared/time';
import type { AnyUnlockRequest } from '@sachet/shared/studio/contracts/generation';
import { persisted, tabStorage } from '../../../browser/storage';
import { useStore } from '../../../browser/store';
import { onWorkCleared } from '../../../app/session/work';

export type OpenedOrder = {
  /** The gateway's id of the order. */
  orderId: string;
  /** The amount in rupees. */
  amount: number;
  /** The purchase for which the user adds money, with its price in rupees. */
  resume: { unlock: AnyUnlockRequest; price: number } | null;
  /** Path and query of the page where the checkout began. */
  from: string;
  openedAtMs: number;
  /** Whether this tab has already shown how the payment ended. */
  hasEnded: boolean;
};

/** Older orders are forgotten. The end of such a slow payment is visible only in the wallet. */
const keptMs = 30 * minuteMs;
const keptMost = 5;

/**
 * Parses the orders that an earlier page of this tab stored. Drops invalid and old entries.
 * @internal exported for its test
 */
export function readOrders(written: string | null, nowMs: number): OpenedOrder[] {
  try {
    const orders: unknown = JSON.parse(written ?? '[]');
    if (!Array.isArray(orders)) return [];
    return orders.filter((order) => isOrder(order, nowMs)).slice(-keptMost);
  } catch {
    return [];
  }
}

function isOrder(given: unknown, nowMs: number): given is OpenedOrder {
  if (typeof given !== 'object' || given === null) return false;
  const { orderId, amount, resume, from, openedAtMs } = given as Partial<OpenedOrder>;
  const ageMs = nowMs - Number(openedAtMs);
  return (
    typeof orderId === 'string' &&
    typeof amount === 'number' &&
    // The unlock is not checked further, because the server parses it.
    (resume === null || (typeof resume?.price === 'number' && typeof resume.unlock === 'object')) &&
    // Only a path of this site.
    typeof from === 'string' &&
    /^\/(?!\/)/.test(from) &&
    ageMs >= 0 &&
    ageMs <= keptMs
  );
}

const store = persisted(
  'sachet.top-ups',
  (stored): readonly OpenedOrder[] => readOrders(stored, Date.now()),
  tabStorage,
);
onWorkCleared(() => store.set([]));

/** The orders for which this tab has opened a checkout, newest last. */
export function useOpenedOrders(): readonly OpenedOrder[] {
  return useStore(store);
}

/**
 * Stores an order before its checkout opens, because the gateway may replace this page, or a phone may unload
 * the tab.
 */
export function saveOrder(order: {
  orderId: string;
  amount: number;
  resume: { unlock: AnyUnlockRequest; price: number } | null;
}): void {
  const from = location.pathname + location.search;
  store.set((orders) => [...orders, { ...order, from, openedAtMs: Date.now(), hasEnded: false }]);
}

/** Stores that the order has ended. Returns false if that was already stored. */
export function endOrder(orderId: string): boolean {
  const isNews = store.get().some((order) => order.orderId === orderId && !order.hasEnded);
  if (isNews) {
    store.set((orders) =>
      orders.map((order) => (order.orderId === orderId ? { ...order, hasEnded: true } : order)),
    );
  }
  return isNews;
}

export function openedOrder(orderId: string): OpenedOrder | null {
  return store.get().find((order) => order.orderId === orderId) ?? null;
}

/** The order whose end is shown in the open wallet dialog. */
let orderIdInDialog: string | null = null;

export function showEndInDialog(orderId: string): () => void {
  orderIdInDialog = orderId;
  return () => {
    if (orderIdInDialog === orderId) orderIdInDialog = null;
  };
}

export function isEndInDialog(orderId: string): boolean {
  return orderIdInDialog === orderId;
}
