/** Identifies the caller: the user of the ID token, and their profile. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { DecodedIdToken } from 'firebase-admin/auth';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import { verifyEmail } from '@sachet/flows/people/signup-bonus';
import { withTimeout } from '@sachet/adapters/with-timeout';
import { getAddress, getNetwork } from '../http/address.ts';
import type { Dependencies } from '../dependencies.ts';
import { accountDisabled, Refusal } from '../http/refusal.ts';

export interface Caller {
  readonly uid: string;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** When the token expires, milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/**
 * How long a verified token is accepted before the provider is asked again whether the account was disabled
 * or its sessions revoked in the provider's console. Accounts that our own admins disable are refused
 * immediately: every request reads the profile.
 */
const believedMs = 10_000;
/** Verified tokens to remember until they expire; they skip the limit for unknown tokens. */
const believedAtMost = 20_000;
/** Timeout of the sign-in provider, whose library waits minutes for the token keys. */
const answerTimeoutMs = 5_000;

const answerInTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeout(work, answerTimeoutMs, () => new Error('the sign-in provider does not answer'));

export type Authenticate = (request: Request, response: Response) => Promise<Caller>;

/**
 * An invalid token counts against its sender's address. Once an address has sent too many, its unknown tokens
 * are refused unverified: a flood reaches neither the sign-in provider nor, beyond the limit, the signature
 * check. Other users of the same address continue with their known tokens.
 */
export function createAuthenticate({
  auth,
  log,
  limits,
  resources,
}: Pick<Dependencies, 'auth' | 'log' | 'limits'> & {
  readonly resources: Pick<Dependencies['resources'], 'tokens'>;
}): Authenticate {
  const believed = new Map<string, { caller: Caller; untilMs: number }>();
  /** Verifications in progress: concurrent requests with one token share a verification. */
  const pending = new Map<string, Promise<Caller>>();

  // Signature and claims are checked here, with the provider's public keys; the provider is asked only
  // whether a valid token was revoked.
  async function verify(token: string): Promise<Caller> {
    const decoded = await answerInTime(auth.verifyIdToken(token, true)).catch((error: unknown) => {
      throw toTokenRefusal(error, log);
    });
    return toCaller(decoded);
  }

  async function verifyUnknown(token: string, address: string, response: Response) {
    limits.expectRoom('bad-tokens', address, response);
    try {
      return await verify(token);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthenticated') {
        await limits.consume('bad-tokens', address, response);
      }
      throw error;
    }
  }

  return async (request, response) => {
    const address = getAddress(request);
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (!token) {
      await limits.consume('anonymous', address, response);
      throw new Refusal('unauthenticated', 'Not signed in');
    }
    const digest = createHash('sha256').update(token).digest('base64');
    const known = believed.get(digest);
    if (known && Date.now() < Math.min(known.untilMs, known.caller.expiresAtMs)) {
      return known.caller;
    }
    const shared = pending.get(digest);
    if (shared) return shared;
    const verifying = known
      ? verify(token)
      : // The timeout includes the waiting, so that every request is answered in time.
        answerInTime(
          resources.tokens.run(
            { uid: address, network: getNetwork(request), class: 'other' },
            undefined,
            () => verifyUnknown(token, address, response),
          ),
        );
    const verified = verifying
      .then((caller) => remember(digest, caller))
      .catch((error: unknown) => {
        const refusal = error instanceof Refusal ? error : toTokenRefusal(error, log);
        // An expired or revoked token is forgotten; an unreachable provider is no reason to forget it.
        if (refusal.code !== 'unavailable') believed.delete(digest);
        throw refusal;
      })
      .finally(() => pending.delete(digest));
    pending.set(digest, verified);
    return verified;
  };

  function remember(digest: string, caller: Caller): Caller {
    believed.delete(digest);
    if (believed.size >= believedAtMost) believed.delete(believed.keys().next().value!);
    believed.set(digest, { caller, untilMs: Date.now() + believedMs });
    return caller;
  }
}

function toCaller(token: DecodedIdToken): Caller {
  return {
    uid: token.uid,
    phoneNumber: token.phone_number ?? null,
    email: token.email?.trim().toLowerCase() ?? null,
    emailVerified: token.email_verified ?? false,
    expiresAtMs: token.exp * 1000,
  };
}

/**
 * firebase-admin reports bad tokens with these messages. When it cannot fetch the keys, it uses the same
 * code with the network's message. (firebase-admin/lib/auth/token-verifier.js)
 */
const isAboutToken =
  /^(Decoding Firebase ID token failed|Firebase ID token has|verifyIdToken\(\) expects)/;

function toTokenRefusal(error: unknown, log: Dependencies['log']): Refusal {
  const code = (error as { code?: string } | null)?.code ?? '';
  switch (code) {
    case 'auth/id-token-expired':
    case 'auth/id-token-revoked':
    case 'auth/session-cookie-expired':
      return new Refusal('unauthenticated', 'Your session has expired. Sign in again.');
    case 'auth/user-disabled':
      return accountDisabled();
    case 'auth/argument-error':
      if (!isAboutToken.test((error as Error).message)) return toUncheckedRefusal(error, log);
      return new Refusal('unauthenticated', 'Not signed in');
    case 'auth/invalid-id-token':
    case 'auth/user-not-found':
      return new Refusal('unauthenticated', 'Not signed in');
    default:
      return toUncheckedRefusal(error, log);
  }
}

function toUncheckedRefusal(error: unknown, log: Dependencies['log']): Refusal {
  log.error({ err: error }, 'the sign-in provider did not answer');
  return new Refusal('unavailable', 'Couldn’t check your sign-in. Try again.', {
    retryAfterSeconds: 2,
  });
}

/**
 * The caller's profile, if there is one. When a token says that its address is verified, the profile is
 * updated.
 */
export async function findProfile(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'settings'>,
  { uid, email, emailVerified }: Caller,
): Promise<Profile | undefined> {
  const { db } = deps;
  const profile = await readProfile(db, uid);
  if (profile?.disabled_at) throw accountDisabled();
  const isKnown = profile?.email_verified && profile.email === email;
  if (!profile || !email || !emailVerified || isKnown) return profile;
  await verifyEmail(deps, { uid, email });
  return readProfile(db, uid);
}

/** A signed-in user without a profile has not finished signing up. */
export async function requireProfile(
  deps: Pick<Dependencies, 'db' | 'ledger' | 'settings'>,
  caller: Caller,
): Promise<Profile> {
  const profile = await findProfile(deps, caller);
  if (!profile) throw new Refusal('wrong_state', 'Finish signing up first.');
  return profile;
}
