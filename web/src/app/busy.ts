import { createStore, useStore } from '../browser/store';

type Work = { message: string | null };

/** What is under way that the header's money buttons must wait for. */
const store = createStore<readonly Work[]>([]);

export function useBusy(): boolean {
  return useStore(store).length > 0;
}

/** What the newest work says of itself, or null. */
export function useBusyMessage(): string | null {
  return useStore(store).findLast((work) => work.message)?.message ?? null;
}

export async function whileBusy<T>(
  work: () => Promise<T>,
  message: string | null = null,
): Promise<T> {
  const mine: Work = { message };
  store.set((all) => [...all, mine]);
  try {
    return await work();
  } finally {
    store.set((all) => all.filter((each) => each !== mine));
  }
}
