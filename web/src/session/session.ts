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

export function useSession(): Session {
  return useStore(sessionStore);
}
