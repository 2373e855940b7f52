import type { ReactNode } from 'react';
import { useLiveUpdates } from '../api/hooks';

/** Listens to live events, as the shell around every page does. */
export function Live({ children }: { children: ReactNode }) {
  useLiveUpdates();
  return children;
}
