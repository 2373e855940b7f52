import type {
  CreateUserRequest,
  CreateUserResponse,
  UserProfile,
} from '@sachet/shared/people/contracts/user';
import { analytics } from '../../../app/analytics/analytics';
import { api } from '../../../api/client';
import { isAnswerLost } from '../../../api/failure';
import { cacheProfile, readProfileAfterLogin } from '../../../api/profile';
import { friendCodeKey } from '../../../app/base/bonus';
import { persisted, storage } from '../../../browser/storage';
import { useStore } from '../../../browser/store';
import { ProfileFailure } from './auth-errors';
import { firebase, holdingSession } from './firebase-session';
import { endWait, startWait } from './code-wait';
import type { Names } from './draft';
import { normalEmail, toProfileRequest } from './validation';

/**
 * Signs users in (docs/product.md, Screens and States). Each function ends with a signed-in user or throws.
 */

/**
 * The result of a sign-in. `newProfile` is null if the user already had a profile, or if the name for one is
 * missing.
 */
export type Entry = { newProfile: UserProfile | null; needsNames?: boolean };

/** @returns the id of the code for `verifyOtp` */
export async function sendOtp(phoneNumber: string): Promise<string> {
  const verificationId = await (await firebase()).sendOtp(phoneNumber);
  startWait(Date.now());
  return verificationId;
}

/** Signs in with a code. A new number has no profile until the user has entered their name. */
export function verifyOtp(verificationId: string, otp: string): Promise<Entry> {
  return holdingSession(async (sdk) => {
    const { isNew } = await sdk.confirmOtp(verificationId, otp);
    endWait();
    const uid = sdk.currentUser()?.uid ?? '';
    // A number that was unknown until now has no profile, so the read needs no retries.
    const known = await readProfileAfterLogin(uid, isNew ? { retries: 0 } : undefined);
    return { newProfile: null, needsNames: !known };
  });
}

/**
 * Creates an account. If its profile cannot be created, the account is deleted again (docs/product.md, API).
 */
export function signUpWithEmail(email: string, password: string, names: Names): Promise<Entry> {
  return holdingSession(async (sdk) => {
    await sdk.signUpWithEmail(normalEmail(email), password);
    try {
      const entry = await create(names, 'email');
      await sdk.sendVerificationEmail().catch(() => undefined);
      return entry;
    } catch (thrown) {
      await sdk.deleteCurrentUser().catch(() => sdk.signOut());
      throw thrown;
    }
  });
}

export type Login = 'entered' | 'awaits-verification' | 'no-profile';

export function signInWithEmail(email: string, password: string): Promise<Login> {
  return holdingSession(async (sdk) => {
    await sdk.signInWithEmail(normalEmail(email), password);
    const user = sdk.currentUser();
    if (!user?.emailVerified) return 'awaits-verification';
    // If the profile cannot be read now, the pages read it again.
    const profile = await readProfileAfterLogin(user.uid).catch(() => undefined);
    return profile === null ? 'no-profile' : 'entered';
  });
}

/** Creates the profile of a signed-in user who has none. */
export function completeProfile(names: Names): Promise<Entry> {
  return holdingSession((sdk) => create(names, sdk.currentUser()?.email ? 'email' : 'phone'));
}

async function create(names: Names, method: Method): Promise<Entry> {
  const sdk = await firebase();
  const uid = sdk.currentUser()?.uid ?? '';
  try {
    const { profile, createdProfile } = await createSurely({
      ...toProfileRequest(names),
      friendCode: storage.read(friendCodeKey) ?? undefined,
    });
    await cacheProfile(uid, profile);
    storage.remove(friendCodeKey);
    if (createdProfile) analytics.track({ name: 'sign_up', method });
    return { newProfile: createdProfile ? profile : null };
  } catch (thrown) {
    throw new ProfileFailure(thrown);
  }
}

/**
 * If the answer is lost, repeats the call once. Otherwise the account would be deleted although its profile
 * may exist.
 */
async function createSurely(request: CreateUserRequest): Promise<CreateUserResponse> {
  try {
    return await api('POST /api/user', { body: request });
  } catch (thrown) {
    if (!isAnswerLost(thrown)) throw thrown;
    const { profile } = await api('POST /api/user', { body: request });
    // There was no profile before the first call, so that call created it.
    return { profile, createdProfile: true };
  }
}

export async function sendVerificationEmail(): Promise<void> {
  await (await firebase()).sendVerificationEmail();
}

/** Sends a link to reset the password. Does not reveal whether the account exists. */
export async function sendPasswordReset(email: string): Promise<void> {
  await (await firebase()).sendPasswordReset(normalEmail(email));
}

/** Checks whether the email address is verified now. If it is, a new token reports that to the server. */
export function checkVerification(): Promise<'unverified' | 'verified' | 'verified-no-profile'> {
  return holdingSession(async (sdk) => {
    const user = await sdk.reloadUser();
    if (!user?.emailVerified) return 'unverified';
    await sdk.freshToken();
    const profile = await readProfileAfterLogin(user.uid);
    return profile ? 'verified' : 'verified-no-profile';
  });
}

/** The way to sign in that the visitor chose last. It is kept across visits. */
export type Method = 'phone' | 'email';

const method = persisted<Method>('sachet.sign-in-method', (stored) =>
  stored === 'email' ? 'email' : 'phone',
);

export const useMethod = (): Method => useStore(method);

export const chooseMethod = (next: Method): void => method.set(next);
