import { storage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

/** How somebody prefers to sign in; kept across visits. */
export type Method = 'phone' | 'email';

const storageKey = 'sachet.sign-in-method';

const store = createStore<Method>(storage.read(storageKey) === 'email' ? 'email' : 'phone');

export function useMethod(): Method {
  return useStore(store);
}

export function chooseMethod(method: Method): void {
  storage.write(storageKey, method);
  store.set(method);
}
