import { createStore, useStore } from '../../browser/store';

type Work = { message: string | null; isShown: boolean };

/** Actions in progress. The header's money buttons are disabled until all of them end. */
const store = createStore<readonly Work[]>([]);

export function useBusy(): boolean {
  return useStore(store).length > 0;
}

/** Whether to show the overlay. It is not shown for work whose own button or card shows progress. */
export function useBusyOverlay(): boolean {
  return useStore(store).some((work) => !work.isShown);
}

/** The message of the newest work, or null. */
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

type Sending = {
  /** The share that has been sent, from 0 to 1. */
  share: number;
  cancel: () => void;
};

/** The photo that is being sent, if any. */
export const sending = createStore<Sending | null>(null);
