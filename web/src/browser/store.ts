import { useSyncExternalStore } from 'react';

/** A value outside React, which code without a component can read and set. */
export type Store<T> = {
  get: () => T;
  /** Returns the value to use while the API renders and while the client hydrates. */
  getRendered: () => T;
  set: (next: T | ((current: T) => T)) => void;
  subscribe: (listener: () => void) => () => void;
};

/** @param whileHydrating the value while the client hydrates, if `initial` comes from the browser */
export function createStore<T>(initial: T, whileHydrating?: { value: T }): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    getRendered: () => (whileHydrating ? whileHydrating.value : current),
    set(next) {
      const value = typeof next === 'function' ? (next as (current: T) => T)(current) : next;
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.getRendered);
}
