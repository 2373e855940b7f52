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

export function useSession(): Session {
  return useStore(sessionStore);
}
