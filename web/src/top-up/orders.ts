import type { AnyUnlockRequest } from '../app/pending-record';
import { tabStorage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';
import { onWorkCleared } from '../session/work';
import { readOrders, type OpenedOrder } from './order-record';

const storageKey = 'sachet.top-ups';

const store = createStore(readOrders(tabStorage.read(storageKey), Date.now()));
store.subscribe(() => tabStorage.write(storageKey, JSON.stringify(store.get())));
onWorkCleared(() => store.set([]));

/** Orders that this tab has opened a checkout for, newest last. */
export function useOpenedOrders(): readonly OpenedOrder[] {
  return useStore(store);
}

/** Kept before the checkout opens: it may take this page away, or a phone may drop the tab. */
export function saveOrder(order: {
  orderId: string;
  amount: number;
  resume: { unlock: AnyUnlockRequest; price: number } | null;
}): void {
  const from = location.pathname + location.search;
  store.set((orders) => [...orders, { ...order, from, openedAtMs: Date.now(), hasEnded: false }]);
}

/** False when that was known already. */
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

/** The order whose end the open wallet dialog shows. */
let attended: string | null = null;

export function attend(orderId: string): () => void {
  attended = orderId;
  return () => {
    if (attended === orderId) attended = null;
  };
}

export function isAttended(orderId: string): boolean {
  return attended === orderId;
}
