import type { TFunction } from 'i18next';
import { errorWords } from '../api/errors';
import { ApiFailure } from '../api/failure';
import type { Words } from '../i18n/en';

type Known = {
  field: 'form' | 'phone' | 'otp' | 'email' | 'password';
  words: (t: TFunction) => string;
};

const known: Record<string, Known> = {
  'auth/invalid-phone-number': { field: 'phone', words: (t) => t('invalid.phone') },
  'auth/missing-phone-number': { field: 'phone', words: (t) => t('invalid.phone') },
  'auth/invalid-verification-code': { field: 'otp', words: (t) => t('error.wrongOtp') },
  'auth/missing-verification-code': { field: 'otp', words: (t) => t('invalid.otp') },
  'auth/code-expired': { field: 'otp', words: (t) => t('error.expiredOtp') },
  'auth/session-expired': { field: 'otp', words: (t) => t('error.expiredOtp') },
  'auth/invalid-email': { field: 'email', words: (t) => t('invalid.email') },
  'auth/email-already-in-use': { field: 'email', words: (t) => t('error.emailTaken') },
  'auth/weak-password': { field: 'password', words: (t) => t('invalid.password') },
  'auth/wrong-password': { field: 'password', words: (t) => t('error.wrongPassword') },
  'auth/user-not-found': { field: 'password', words: (t) => t('error.wrongPassword') },
  'auth/invalid-credential': { field: 'password', words: (t) => t('error.wrongPassword') },
  'auth/user-disabled': { field: 'form', words: (t) => t('error.account_disabled') },
  'auth/too-many-requests': { field: 'form', words: (t) => t('error.rate_limited') },
  'auth/network-request-failed': { field: 'form', words: (t) => t('error.offline') },
};

export type AuthFault = { field: Known['field']; words: string };

/** What failed, and the field it belongs under; the fallbacks are the specification's (section 8). */
export function authFault(
  t: TFunction,
  thrown: unknown,
  fallback: keyof Words['error'],
): AuthFault {
  if (thrown instanceof ApiFailure)
    return { field: 'form', words: errorWords(t, thrown, fallback) };
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const fault = known[code];
  return fault
    ? { field: fault.field, words: fault.words(t) }
    : { field: 'form', words: t(`error.${fallback}`) };
}
