import { tabStorage } from '../ui/storage';
import { createStore, useStore } from '../ui/store';
import { readPending, writtenPending, type PendingAction } from './pending-record';

const storageKey = 'sachet.pending';

const restored = readPending(tabStorage.read(storageKey), Date.now());
const store = createStore<PendingAction | null>(restored);

/** Whether this page began in the middle of a sign-in that an action waits for. */
export const beganWithPending = restored !== null;

export function savePending(action: PendingAction): void {
  store.set(action);
  tabStorage.write(storageKey, writtenPending(action, Date.now()));
}

export function dropPending(): void {
  store.set(null);
  tabStorage.remove(storageKey);
}

export function usePending(): PendingAction | null {
  return useStore(store);
}
