import { toErrorMessage } from '../../../api/errors';
import { ApiFailure } from '../../../api/failure';
import type { Messages } from '../../../i18n/en';
import type { TFunction } from '../../../i18n/translate';

export type AuthField = 'form' | 'phone' | 'otp' | 'email' | 'password' | 'names' | 'orgName';
type Known = { field: AuthField; message: (t: TFunction) => string };

const known: Record<string, Known> = {
  'auth/invalid-phone-number': { field: 'phone', message: (t) => t('invalid.phone') },
  'auth/missing-phone-number': { field: 'phone', message: (t) => t('invalid.phone') },
  'auth/invalid-verification-code': { field: 'otp', message: (t) => t('error.wrongOtp') },
  'auth/missing-verification-code': { field: 'otp', message: (t) => t('invalid.otp') },
  'auth/code-expired': { field: 'otp', message: (t) => t('error.expiredOtp') },
  'auth/invalid-verification-id': { field: 'otp', message: (t) => t('error.expiredOtp') },
  'auth/session-expired': { field: 'otp', message: (t) => t('error.expiredOtp') },
  'auth/invalid-email': { field: 'email', message: (t) => t('invalid.email') },
  'auth/email-already-in-use': { field: 'email', message: (t) => t('error.emailTaken') },
  'auth/weak-password': { field: 'password', message: (t) => t('invalid.password') },
  'auth/wrong-password': { field: 'password', message: (t) => t('error.wrongPassword') },
  'auth/user-not-found': { field: 'password', message: (t) => t('error.wrongPassword') },
  'auth/invalid-credential': { field: 'password', message: (t) => t('error.wrongPassword') },
  'auth/user-disabled': { field: 'form', message: (t) => t('error.account_disabled') },
  'auth/too-many-requests': { field: 'form', message: (t) => t('error.rate_limited') },
  'auth/network-request-failed': { field: 'form', message: (t) => t('error.offline') },
};

/** The fields of `POST /api/user`, and the form's fields that show their errors. */
const formFields: Record<string, AuthField> = {
  firstName: 'names',
  lastName: 'names',
  orgName: 'orgName',
};

export type AuthError = { field: AuthField; message: string };

/** Thrown when `POST /api/user` failed; its cause is the original failure. */
export class ProfileFailure extends Error {
  constructor(cause: unknown) {
    super('The profile could not be created', { cause });
    this.name = 'ProfileFailure';
  }
}

/**
 * Returns the error text and the field below which it is shown. The fallbacks are promised (docs/product.md,
 * Messages).
 */
export function toAuthError(
  t: TFunction,
  thrown: unknown,
  fallback: keyof Messages['error'],
): AuthError {
  if (thrown instanceof ProfileFailure) return toProfileError(t, thrown.cause);
  if (thrown instanceof ApiFailure)
    return {
      field: 'form',
      message: toErrorMessage(t, thrown, { fallback: t(`error.${fallback}`) }),
    };
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const error = known[code];
  return error
    ? { field: error.field, message: error.message(t) }
    : { field: 'form', message: t(`error.${fallback}`) };
}

/** Returns the server's text, or the fallback. */
function toProfileError(t: TFunction, cause: unknown): AuthError {
  const field = cause instanceof ApiFailure ? formFields[cause.field ?? ''] : undefined;
  const message = toErrorMessage(t, cause, { fallback: t('error.createProfile') });
  return { field: field ?? 'form', message };
}
