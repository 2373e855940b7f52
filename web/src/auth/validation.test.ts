import { CreateUserRequest } from '@sachet/shared/contracts/user';
import { describe, expect, test } from 'vitest';
import {
  isEmail,
  nameErrors,
  noNames,
  normalEmail,
  otpError,
  passwordError,
  toProfileRequest,
} from './validation';

describe('email (docs/product.md, Validation)', () => {
  test.each(['asha@example.in', ' Asha.K+1@Mail.Example.COM ', 'a_b@x-y.co'])(
    '%s passes',
    (typed) => expect(isEmail(typed)).toBe(true),
  );
  test.each([
    '',
    'asha',
    'asha@',
    'asha@example',
    'asha@example.i',
    '@example.in',
    'a b@example.in',
    'a@b@c.in',
  ])('%j does not', (typed) => expect(isEmail(typed)).toBe(false));
  test('is trimmed and lowercased', () => {
    expect(normalEmail(' Asha@Example.IN ')).toBe('asha@example.in');
  });
});

describe('names', () => {
  const asha = { ...noNames, firstName: 'Asha', lastName: 'Kulkarni' };
  test('both are required', () => {
    expect(nameErrors({ ...asha, lastName: ' ' })).toEqual({ names: 'names' });
    expect(nameErrors(asha)).toEqual({});
  });
  test('an organization needs its name', () => {
    expect(nameErrors({ ...asha, accountType: 'organization' })).toEqual({ orgName: 'orgName' });
  });
  test('what passes makes a request within the contract', () => {
    const names = { ...asha, accountType: 'organization' as const, orgName: ' Chai & Co ' };
    expect(CreateUserRequest.parse(toProfileRequest(names))).toEqual({
      accountType: 'organization',
      firstName: 'Asha',
      lastName: 'Kulkarni',
      orgName: 'Chai & Co',
    });
    expect(toProfileRequest(asha)).not.toHaveProperty('orgName');
  });
});

test('codes have six digits, passwords at least six characters', () => {
  expect(otpError('12345')).toBe('otp');
  expect(otpError('123456')).toBeNull();
  expect(passwordError('12345')).toBe('password');
  expect(passwordError('123456')).toBeNull();
});
