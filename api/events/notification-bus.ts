/**
 * Delivers the database's notifications to this process's subscribers, and this process's notifications to
 * every process.
 */
import type { Kysely } from 'kysely';
import { createNotifier, type Notification } from '@sachet/db/live';
import type { Database } from '@sachet/db/tables';

type Listener = (notification: Notification | 'missed') => void;

export interface NotificationBus {
  announce(notification: Notification | 'missed'): void;
  /** Notifies every process, including this one. Rejects when the database could not be reached. */
  tell(notification: Notification): Promise<void>;
  /** Calls `listener` until the returned function is called. */
  subscribe(listener: Listener): () => void;
}

export function createNotificationBus(db: Kysely<Database>): NotificationBus {
  const listeners = new Set<Listener>();
  return {
    announce(notification) {
      for (const listener of listeners) listener(notification);
    },
    tell: createNotifier(db),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
