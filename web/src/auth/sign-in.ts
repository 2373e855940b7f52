/** The ways in (specification, sections 2 and 4). Each one ends signed in with a profile, or throws. */
import { createProfile, findProfile } from '../api/actions';
import { keepProfile } from '../api/hooks';
import { firebase, holdingSession } from './session';
import { normalEmail, profileRequestOf, type Names } from './validation';

export type Entry = { createdProfile: boolean };

export async function sendOtp(phoneNumber: string): Promise<void> {
  await (await firebase()).sendOtp(phoneNumber);
}

/** An unknown phone gets a profile, on the Login tab as well: the form has the names. */
export function verifyOtp(otp: string, names: Names): Promise<Entry> {
  return holdingSession(async (sdk) => {
    await sdk.confirmOtp(otp);
    return enter(names);
  });
}

/** When the profile cannot be made, the e-mail account just created goes again (section 7). */
export function signUpWithEmail(email: string, password: string, names: Names): Promise<Entry> {
  return holdingSession(async (sdk) => {
    await sdk.signUpWithEmail(normalEmail(email), password);
    try {
      const entry = await enter(names);
      await sdk.sendVerificationEmail().catch(() => undefined);
      return entry;
    } catch (thrown) {
      await sdk.deleteCurrentUser().catch(() => sdk.signOut());
      throw thrown;
    }
  });
}

export async function signInWithEmail(
  email: string,
  password: string,
): Promise<{ emailVerified: boolean }> {
  return holdingSession(async (sdk) => {
    await sdk.signInWithEmail(normalEmail(email), password);
    return { emailVerified: sdk.currentUser()?.emailVerified ?? false };
  });
}

/** For somebody signed in whose profile was never made. */
export function completeProfile(names: Names): Promise<Entry> {
  return holdingSession(() => enter(names));
}

async function enter(names: Names): Promise<Entry> {
  const sdk = await firebase();
  const uid = sdk.currentUser()?.uid ?? '';
  const known = await findProfile();
  if (known) {
    await keepProfile(uid, known);
    return { createdProfile: false };
  }
  const { profile, createdProfile } = await createProfile(profileRequestOf(names));
  await keepProfile(uid, profile);
  return { createdProfile };
}

export async function sendVerificationEmail(): Promise<void> {
  await (await firebase()).sendVerificationEmail();
}

/** Whether the e-mail is verified by now; a fresh token then carries that to the server. */
export function reloadVerification(): Promise<boolean> {
  return holdingSession(async (sdk) => {
    const verified = (await sdk.reloadUser())?.emailVerified ?? false;
    if (verified) await sdk.freshToken();
    return verified;
  });
}
