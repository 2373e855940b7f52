import { createStore, useStore } from '../browser/store';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; uid: string; email: string | null; emailVerified: boolean };

/** The SDK keeps a session under this key: without one, nobody needs the SDK to know they are out. */
export const sdkKeyPrefix = 'firebase:authUser:';

/** Who is signed in: set by `auth/firebase-session`. */
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
 * Who is signed in, once that is known: on a slow line a stored session takes seconds to be read, and
 * whoever presses a button meanwhile is no stranger.
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
