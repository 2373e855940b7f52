import type { TFunction } from 'i18next';
import { toErrorMessage } from '../api/errors';
import { ApiFailure } from '../api/failure';
import type { Messages } from '../i18n/en';

export type AuthField = 'form' | 'phone' | 'otp' | 'email' | 'password' | 'names' | 'orgName';
type Known = { field: AuthField; words: (t: TFunction) => string };

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

/** The fields of `POST /api/user`, and where the form shows them. */
const fieldOfRequest: Record<string, AuthField> = {
  firstName: 'names',
  lastName: 'names',
  orgName: 'orgName',
};

export type AuthFault = { field: AuthField; words: string };

/** `POST /api/user` failed: thrown instead of its own failure, which is the cause. */
export class ProfileFailure extends Error {
  constructor(cause: unknown) {
    super('The profile could not be created', { cause });
    this.name = 'ProfileFailure';
  }
}

/** Nobody can tell whether the server did what was asked of it. */
export function isAnswerLost(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && (thrown.status === 0 || thrown.status >= 500);
}

/** What failed, and the field it belongs under; the fallbacks are promised (docs/product.md, Messages). */
export function authFault(
  t: TFunction,
  thrown: unknown,
  fallback: keyof Messages['error'],
): AuthFault {
  if (thrown instanceof ProfileFailure) return profileFault(t, thrown.cause);
  if (thrown instanceof ApiFailure)
    return { field: 'form', words: toErrorMessage(t, thrown, fallback) };
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const fault = known[code];
  return fault
    ? { field: fault.field, words: fault.words(t) }
    : { field: 'form', words: t(`error.${fallback}`) };
}

/** The server's words where it has some, else the fallback. */
function profileFault(t: TFunction, cause: unknown): AuthFault {
  if (!(cause instanceof ApiFailure) || (isAnswerLost(cause) && cause.status > 0))
    return { field: 'form', words: t('error.createProfile') };
  return {
    field: fieldOfRequest[cause.field ?? ''] ?? 'form',
    words: toErrorMessage(t, cause, 'createProfile'),
  };
}
