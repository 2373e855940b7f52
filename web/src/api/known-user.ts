import { sessionStore } from '../app/session/session';
import { lacksProfile } from './profile';

/**
 * Resolves to the uid of the user once the session is known: on a slow connection, reading a stored session takes
 * seconds, in which a user must not be treated as a visitor. Null for a visitor, and for a user who still has to
 * enter the name, whom the server refuses.
 */
export function knownUser(): Promise<string | null> {
  return new Promise((resolve) => {
    const unsubscribe = sessionStore.subscribe(look);
    look();

    function look() {
      const session = sessionStore.get();
      if (session.status === 'loading') return;
      unsubscribe();
      const isUser = session.status === 'signed-in' && !lacksProfile(session.uid);
      resolve(isUser ? session.uid : null);
    }
  });
}
