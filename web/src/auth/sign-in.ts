import type {
  CreateUserRequest,
  CreateUserResponse,
  UserProfile,
} from '@sachet/shared/contracts/user';
import { analytics } from '../analytics/analytics';
import { api } from '../api/client';
import { cacheProfile, readProfileAfterLogin } from '../api/profile';
import { persisted } from '../browser/storage';
import { useStore } from '../browser/store';
import { isAnswerLost, ProfileFailure } from './auth-errors';
import { firebase, holdingSession } from './firebase-session';
import { endWait, forgetSentCode, startWait } from './sent-code';
import { nameErrors, normalEmail, toProfileRequest, type Names } from './validation';

/** The ways in (docs/product.md, Screens and States). Each one ends signed in, or throws. */

/** The profile that this made; null where there was one, or where its names are still to be told. */
export type Entry = { newProfile: UserProfile | null; needsNames?: boolean };

/** @returns the id of the code, for `verifyOtp` */
export async function sendOtp(phoneNumber: string): Promise<string> {
  const verificationId = await (await firebase()).sendOtp(phoneNumber);
  startWait(Date.now());
  return verificationId;
}

/** An unknown phone gets a profile, on the Login tab as well, once its names are known. */
export function verifyOtp(verificationId: string, otp: string, names: Names): Promise<Entry> {
  return holdingSession(async (sdk) => {
    await sdk.confirmOtp(verificationId, otp);
    forgetSentCode();
    endWait();
    const uid = sdk.currentUser()?.uid ?? '';
    const areComplete = Object.keys(nameErrors(names)).length === 0;
    // With names it is made if it is missing, and found if it is not.
    const known = await readProfileAfterLogin(uid, areComplete ? { retries: 0 } : undefined);
    if (known) return { newProfile: null };
    return areComplete ? create(names, 'phone') : { newProfile: null, needsNames: true };
  });
}

/** When the profile cannot be made, the e-mail account just created goes again (docs/product.md, API). */
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
    // Where it cannot be read just now, the pages themselves go on asking.
    const profile = await readProfileAfterLogin(user.uid).catch(() => undefined);
    return profile === null ? 'no-profile' : 'entered';
  });
}

/** For somebody signed in whose profile was never made. */
export function completeProfile(names: Names): Promise<Entry> {
  return holdingSession((sdk) => create(names, sdk.currentUser()?.email ? 'email' : 'phone'));
}

async function create(names: Names, method: Method): Promise<Entry> {
  const sdk = await firebase();
  const uid = sdk.currentUser()?.uid ?? '';
  try {
    const { profile, createdProfile } = await createSurely(toProfileRequest(names));
    await cacheProfile(uid, profile);
    if (createdProfile) analytics.track({ name: 'sign_up', method });
    return { newProfile: createdProfile ? profile : null };
  } catch (thrown) {
    throw new ProfileFailure(thrown);
  }
}

/** The call may be repeated: once more when its answer got lost, so that no profile is left behind. */
async function createSurely(request: CreateUserRequest): Promise<CreateUserResponse> {
  try {
    return await api('POST /api/user', { body: request });
  } catch (thrown) {
    if (!isAnswerLost(thrown)) throw thrown;
    const { profile } = await api('POST /api/user', { body: request });
    // There was none before, so the first call has made it if this one did not.
    return { profile, createdProfile: true };
  }
}

export async function sendVerificationEmail(): Promise<void> {
  await (await firebase()).sendVerificationEmail();
}

/** Whether such an account exists is not told. */
export async function sendPasswordReset(email: string): Promise<void> {
  await (await firebase()).sendPasswordReset(normalEmail(email));
}

/** Whether the e-mail is verified by now; a fresh token then carries that to the server. */
export function checkVerification(): Promise<'unverified' | 'verified' | 'verified-no-profile'> {
  return holdingSession(async (sdk) => {
    const user = await sdk.reloadUser();
    if (!user?.emailVerified) return 'unverified';
    await sdk.freshToken();
    const profile = await readProfileAfterLogin(user.uid);
    return profile ? 'verified' : 'verified-no-profile';
  });
}

/** How the visitor prefers to sign in; kept across visits. */
type Method = 'phone' | 'email';

const method = persisted<Method>('sachet.sign-in-method', (stored) =>
  stored === 'email' ? 'email' : 'phone',
);

export const useMethod = (): Method => useStore(method);

export const chooseMethod = (next: Method): void => method.set(next);
