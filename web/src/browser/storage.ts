/** A browser's storage, which private windows and strict settings may refuse. */
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
        // The value then lasts for this page only.
      }
    },
    remove(key: string): void {
      try {
        open().removeItem(key);
      } catch {
        // Then there was nothing to remove either.
      }
    },
    removeAll(prefix: string): void {
      try {
        for (const key of Object.keys(open())) if (key.startsWith(prefix)) open().removeItem(key);
      } catch {
        // Then there was nothing to remove either.
      }
    },
  };
}

/** Kept across visits. */
export const storage = guarded(() => localStorage);

/** Kept for this tab, across reloads. */
export const tabStorage = guarded(() => sessionStorage);
