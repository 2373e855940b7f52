import { beforeAll, describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../api/failure';
import { en } from '../../../i18n/en';
import { applyLanguage, t } from '../../../i18n/translate';
import { ProfileFailure, toAuthError } from './auth-errors';

beforeAll(() => applyLanguage('en', en));

const fromFirebase = (code: string) => Object.assign(new Error('Firebase'), { code });
const explain = (thrown: unknown) => toAuthError(t, thrown, 'login');

describe('errors of Firebase', () => {
  test.each([
    ['auth/invalid-phone-number', 'phone', en.invalid.phone],
    ['auth/invalid-verification-code', 'otp', en.error.wrongOtp],
    ['auth/code-expired', 'otp', en.error.expiredOtp],
    ['auth/email-already-in-use', 'email', en.error.emailTaken],
    ['auth/weak-password', 'password', en.invalid.password],
    ['auth/user-disabled', 'form', en.error.account_disabled],
    ['auth/too-many-requests', 'form', en.error.rate_limited],
    ['auth/network-request-failed', 'form', en.error.offline],
    ['auth/something-else', 'form', en.error.login],
  ])('the error %s is shown below %s with its own text', (code, field, message) => {
    expect(explain(fromFirebase(code))).toEqual({ field, message });
  });

  test('an error does not reveal whether the address or the password was wrong', () => {
    const codes = ['auth/wrong-password', 'auth/user-not-found', 'auth/invalid-credential'];
    const told = codes.map((code) => JSON.stringify(explain(fromFirebase(code))));
    expect(new Set(told).size).toBe(1);
  });
});

describe('a profile that could not be created', () => {
  const refused = (field: string | null) =>
    new ProfileFailure(
      new ApiFailure({ message: '', serverText: 'No.', code: 'invalid', status: 400, field }),
    );

  test.each([
    ['firstName', 'names'],
    ['lastName', 'names'],
    ['orgName', 'orgName'],
    [null, 'form'],
  ])("the server's error about the field %s is shown below %s", (ofRequest, field) => {
    expect(explain(refused(ofRequest))).toEqual({ field, message: 'No.' });
  });

  test.each([
    [
      new ApiFailure({ message: '', serverText: 'secret', code: 'internal', status: 500 }),
      en.error.createProfile,
    ],
    [new Error('secret'), en.error.createProfile],
    [new ApiFailure({ message: 'TypeError', status: 0 }), en.error.offline],
  ])('an error at the creation of a profile shows no technical details: %s', (cause, message) => {
    expect(explain(new ProfileFailure(cause))).toEqual({ field: 'form', message });
  });
});
