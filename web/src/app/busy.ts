import { createStore, useStore } from '../browser/store';

type Work = { message: string | null; isShown: boolean };

/** What is under way that the header's money buttons must wait for. */
const store = createStore<readonly Work[]>([]);

export function useBusy(): boolean {
  return useStore(store).length > 0;
}

/** Whether the overlay is to say so: not of what its own button or card shows. */
export function useBusyOverlay(): boolean {
  return useStore(store).some((work) => !work.isShown);
}

/** What the newest work says of itself, or null. */
export function useBusyMessage(): string | null {
  return useStore(store).findLast((work) => work.message)?.message ?? null;
}

export async function whileBusy<T>(
  work: () => Promise<T>,
  { message = null, isShown = false }: Partial<Work> = {},
): Promise<T> {
  const mine: Work = { message, isShown };
  store.set((all) => [...all, mine]);
  try {
    return await work();
  } finally {
    store.set((all) => all.filter((each) => each !== mine));
  }
}
