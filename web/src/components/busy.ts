import { createStore, useStore } from '../ui/store';

/** How many things are under way that the header's money buttons must wait for. */
const store = createStore(0);

export function useBusy(): boolean {
  return useStore(store) > 0;
}

export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  store.set((count) => count + 1);
  try {
    return await work();
  } finally {
    store.set((count) => count - 1);
  }
}
