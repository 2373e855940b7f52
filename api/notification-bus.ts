/** Delivers the database's notifications to this process's subscribers. */
import type { Notification } from '@sachet/db/live';

type Listener = (notification: Notification | 'missed') => void;

export interface NotificationBus {
  announce(notification: Notification | 'missed'): void;
  /** Calls `listener` until the returned function is called. */
  subscribe(listener: Listener): () => void;
}

export function createNotificationBus(): NotificationBus {
  const listeners = new Set<Listener>();
  return {
    announce(notification) {
      for (const listener of listeners) listener(notification);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
