/** Hands what the database announces to whoever in this process waits for it. */
import type { Notice } from '@sachet/db/live';

type Heard = (notice: Notice | 'missed') => void;

export interface NotificationBus {
  announce(notice: Notice | 'missed'): void;
  /** Calls `heard` until the returned function is called. */
  subscribe(heard: Heard): () => void;
}

export function createNotificationBus(): NotificationBus {
  const listeners = new Set<Heard>();
  return {
    announce(notice) {
      for (const heard of listeners) heard(notice);
    },
    subscribe(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}
