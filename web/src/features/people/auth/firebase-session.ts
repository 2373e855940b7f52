import { api, setTokenSource } from '../../../api/client';
import {
  hasStoredSession,
  sdkKeyPrefix,
  sessionStore,
  type Session,
} from '../../../app/session/session';
import type { Firebase, FirebaseUser } from './firebase';

let starting: Promise<Firebase> | null = null;
/**
 * While this is greater than 0, the session does not change, because a sign-in also loads the profile before
 * it ends.
 */
let held = 0;

/** Loads and starts the SDK once. Throws `ApiFailure` if the config cannot be read. */
export function firebase(): Promise<Firebase> {
  starting ??= start().catch((thrown: unknown) => {
    starting = null;
    throw thrown;
  });
  return starting;
}

async function start(): Promise<Firebase> {
  const [config, { startFirebase }] = await Promise.all([
    api('GET /api/config'),
    import('./firebase'),
  ]);
  const sdk = startFirebase(config);
  setTokenSource(sdk.token);
  await new Promise<void>((resolve) => {
    sdk.onUser((user) => {
      if (held === 0) show(user);
      resolve();
    });
  });
  return sdk;
}

function show(user: FirebaseUser | null): void {
  const next: Session = user
    ? {
        status: 'signed-in',
        uid: user.uid,
        email: user.email,
        emailVerified: user.emailVerified,
      }
    : { status: 'signed-out' };
  // A token refresh for the same user does not change the session object.
  if (JSON.stringify(next) !== JSON.stringify(sessionStore.get())) sessionStore.set(next);
}

/** Runs a sign-in and hides its intermediate steps from the rest of the client. */
export async function holdingSession<T>(steps: (sdk: Firebase) => Promise<T>): Promise<T> {
  const sdk = await firebase();
  held += 1;
  try {
    return await steps(sdk);
  } finally {
    held -= 1;
    if (held === 0) show(sdk.currentUser());
  }
}

export async function signOut(): Promise<void> {
  const [{ dropPending }, { clearWork }] = await Promise.all([
    import('../../studio/generation/pending'),
    import('../../../app/session/work'),
  ]);
  dropPending();
  await clearWork();
  await (await firebase()).signOut();
}

/** A failure is followed by another attempt at the next press and when the connection returns. */
function restoreSession(): void {
  firebase().catch(() => {
    sessionStore.set({ status: 'signed-out' });
    const waiting = new AbortController();
    const tryAgain = () => {
      waiting.abort();
      if (hasStoredSession()) restoreSession();
    };
    for (const event of ['click', 'online']) {
      addEventListener(event, tryAgain, { signal: waiting.signal });
    }
  });
}

/** Restores a stored session, and follows sessions that another tab starts. */
export function startSession(): void {
  if (hasStoredSession()) restoreSession();
  window.addEventListener('storage', (change) => {
    if (change.key?.startsWith(sdkKeyPrefix) && change.newValue) restoreSession();
  });
}
