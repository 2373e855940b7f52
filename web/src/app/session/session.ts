import { createStore, useStore } from '../../browser/store';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; uid: string; email: string | null; emailVerified: boolean };

/**
 * The Firebase SDK stores a session under a key with this prefix. If there is no such key, the visitor is
 * signed out, and the client knows that before the SDK loads.
 */
export const sdkKeyPrefix = 'firebase:authUser:';

/** The signed-in user; set by `features/people/auth/firebase-session`. */
export const sessionStore = createStore<Session>(
  hasStoredSession() ? { status: 'loading' } : { status: 'signed-out' },
);

export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(sdkKeyPrefix));
  } catch {
    return false;
  }
}

/**
 * Resolves once the session is known. On a slow connection, reading a stored session takes seconds. In that
 * time, a user must not be treated as a visitor.
 */
export function knownSession(): Promise<Exclude<Session, { status: 'loading' }>> {
  return new Promise((resolve) => {
    const unsubscribe = sessionStore.subscribe(look);
    look();

    function look() {
      const session = sessionStore.get();
      if (session.status === 'loading') return;
      unsubscribe();
      resolve(session);
    }
  });
}

export function useSession(): Session {
  return useStore(sessionStore);
}
