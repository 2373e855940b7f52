/**
 * The Firebase client, in its own chunk. Only `auth/session` imports it, and only for a sign-in or
 * a stored session.
 */
import type { ClientConfig } from '@sachet/shared/contracts/config';
import { initializeApp } from 'firebase/app';
import {
  PhoneAuthProvider,
  RecaptchaVerifier,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  getAdditionalUserInfo,
  getIdToken,
  getIdTokenResult,
  initializeAuth,
  onIdTokenChanged,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  type Auth,
} from 'firebase/auth';

export type FirebaseUser = { uid: string; email: string | null; emailVerified: boolean };

export type Firebase = ReturnType<typeof wrap>;

export function startFirebase({ firebase }: ClientConfig): Firebase {
  const { emulatorUrl, ...options } = firebase;
  const auth = initializeAuth(initializeApp(options), { persistence: browserLocalPersistence });
  if (emulatorUrl) {
    connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
    auth.settings.appVerificationDisabledForTesting = true;
  }
  return wrap(auth);
}

function wrap(auth: Auth) {
  /** The user whose outdated token was replaced: once, so that a new token cannot cause another. */
  let refreshedUid: string | null = null;
  return {
    onUser: (listener: (user: FirebaseUser | null) => void) =>
      onIdTokenChanged(auth, async (user) => {
        // After the link of the email was opened elsewhere, the stored token still says that the address is
        // not verified.
        if (user?.emailVerified && user.uid !== refreshedUid) {
          const isStale = await getIdTokenResult(user).then(
            ({ claims }) => claims['email_verified'] !== true,
            () => false,
          );
          if (isStale) {
            refreshedUid = user.uid;
            await getIdToken(user, true).catch(() => null);
          }
        }
        listener(user);
      }),
    currentUser: (): FirebaseUser | null => auth.currentUser,
    token: async () => (auth.currentUser ? getIdToken(auth.currentUser) : null),
    freshToken: async () => (auth.currentUser ? getIdToken(auth.currentUser, true) : null),
    signOut: () => signOut(auth),

    signUpWithEmail: (email: string, password: string) =>
      createUserWithEmailAndPassword(auth, email, password),
    signInWithEmail: (email: string, password: string) =>
      signInWithEmailAndPassword(auth, email, password),
    deleteCurrentUser: async () => {
      if (auth.currentUser) await deleteUser(auth.currentUser);
    },
    sendVerificationEmail: async () => {
      setLanguage(auth);
      if (auth.currentUser) await sendEmailVerification(auth.currentUser);
    },
    /**
     * An address without an account causes no error, so that the answer does not reveal which addresses have
     * one.
     */
    async sendPasswordReset(email: string): Promise<void> {
      setLanguage(auth);
      try {
        await sendPasswordResetEmail(auth, email);
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
        if (code !== 'auth/user-not-found') throw thrown;
      }
    },
    reloadUser: async () => {
      if (auth.currentUser) await reload(auth.currentUser);
      return auth.currentUser;
    },

    /**
     * Sends a one-time code. Creates a new invisible captcha, because each one works only once.
     *
     * @returns the code's id for `confirmOtp`, which stays valid after a reload
     */
    async sendOtp(phoneNumber: string): Promise<string> {
      setLanguage(auth);
      const place = document.body.appendChild(document.createElement('div'));
      const captcha = new RecaptchaVerifier(auth, place, { size: 'invisible' });
      try {
        return await new PhoneAuthProvider(auth).verifyPhoneNumber(phoneNumber, captcha);
      } finally {
        captcha.clear();
        place.remove();
      }
    },
    /** `isNew` is true if the number had no account. */
    async confirmOtp(verificationId: string, otp: string): Promise<{ isNew: boolean }> {
      const credential = PhoneAuthProvider.credential(verificationId, otp);
      const signedIn = await signInWithCredential(auth, credential);
      return { isNew: getAdditionalUserInfo(signedIn)?.isNewUser ?? false };
    },
  };
}

/**
 * Sets the language of emails and text messages to the page's language. Hinglish has no template and gets
 * English.
 */
function setLanguage(auth: Auth): void {
  auth.languageCode = document.documentElement.lang === 'hi' ? 'hi' : 'en';
}
