import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False while the client takes over the server's HTML, and in that HTML. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
