import { createStore, type Store } from './store';

/** Wraps a browser storage that private windows and strict settings may block. */
function guarded(open: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    write(key: string, value: string): void {
      try {
        open().setItem(key, value);
      } catch {
        // If the storage is blocked, the value lasts only for this page.
      }
    },
    remove(key: string): void {
      try {
        open().removeItem(key);
      } catch {
        // If the storage is blocked, there is nothing to remove.
      }
    },
    removeAll(prefix: string): void {
      try {
        for (const key of Object.keys(open())) if (key.startsWith(prefix)) open().removeItem(key);
      } catch {
        // If the storage is blocked, there is nothing to remove.
      }
    },
  };
}

/** A storage that persists across visits. */
export const storage = guarded(() => localStorage);

/** A storage that persists across reloads of this tab. */
export const tabStorage = guarded(() => sessionStorage);

const reloads = new Set<() => void>();

/**
 * Reads all persisted stores again after a test has cleared a storage.
 * @internal exported for tests
 */
export function reloadPersisted(): void {
  for (const reload of reloads) reload();
}

/**
 * A store that persists its value in a browser storage. `parse` converts the stored text, or null, to the
 * initial value. Strings are stored unchanged, other values as JSON; null removes the stored value.
 */
export function persisted<T>(
  key: string,
  parse: (stored: string | null) => T,
  place: typeof storage = storage,
): Store<T> {
  const store = createStore(parse(place.read(key)), { value: parse(null) });
  reloads.add(() => store.set(parse(place.read(key))));
  return {
    ...store,
    set(next) {
      store.set(next);
      const value = store.get();
      if (value === null) place.remove(key);
      else place.write(key, typeof value === 'string' ? value : JSON.stringify(value));
    },
  };
}
