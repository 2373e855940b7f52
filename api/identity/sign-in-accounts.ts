/** Accounts at the sign-in provider, as admins change them. */
import type { UserIdentifier, UserRecord } from 'firebase-admin/auth';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';

type AuthContext = Pick<Dependencies, 'auth' | 'log'>;

/** The longest wait for an answer. A change holds the user's lock during the wait. */
const answerWithinMs = 8_000;

/** Throws `unavailable` when there is no answer in time; returns null when there is no such account. */
async function awaitAnswer<Answer>(
  { log }: AuthContext,
  asked: Promise<Answer>,
): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), answerWithinMs);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if ((error as { code?: string } | null)?.code === 'auth/user-not-found') return null;
    log.error({ err: error }, 'the sign-in provider did not answer');
    throw new Refusal(
      'unavailable',
      'The sign-in provider isn’t responding. Nothing was changed.',
      {
        retryAfterSeconds: 5,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Accepts at most 100 identifiers, because the provider accepts no more per request. The result has no order.
 */
export async function findAccounts(
  context: AuthContext,
  identifiers: readonly UserIdentifier[],
): Promise<UserRecord[]> {
  if (identifiers.length === 0) return [];
  const found = await awaitAnswer(context, context.auth.getUsers([...identifiers]));
  return found?.users ?? [];
}

export async function findAccount(context: AuthContext, uid: string): Promise<UserRecord | null> {
  const [account] = await findAccounts(context, [{ uid }]);
  return account ?? null;
}

/**
 * The functions below return false when there is no such account. Sessions are revoked first: if that were
 * last and failed, the account would be disabled although we report that nothing changed.
 */
export async function disableAccount(context: AuthContext, uid: string): Promise<boolean> {
  const { auth } = context;
  const ended = await awaitAnswer(
    context,
    auth.revokeRefreshTokens(uid).then(() => true),
  );
  if (!ended) return false;
  return (await awaitAnswer(context, auth.updateUser(uid, { disabled: true }))) !== null;
}

export async function enableAccount(context: AuthContext, uid: string): Promise<boolean> {
  return (await awaitAnswer(context, context.auth.updateUser(uid, { disabled: false }))) !== null;
}

export async function deleteAccount(context: AuthContext, uid: string): Promise<boolean> {
  return (
    (await awaitAnswer(
      context,
      context.auth.deleteUser(uid).then(() => true),
    )) ?? false
  );
}

/** Tokens that carry the old claims become invalid as well. */
export async function resetClaims(context: AuthContext, uid: string): Promise<boolean> {
  const { auth } = context;
  const ended = await awaitAnswer(
    context,
    auth.revokeRefreshTokens(uid).then(() => true),
  );
  if (!ended) return false;
  return (
    (await awaitAnswer(
      context,
      auth.setCustomUserClaims(uid, null).then(() => true),
    )) ?? false
  );
}
