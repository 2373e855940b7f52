import { CreateUserRequest } from '@sachet/shared/contracts/user';
import { describe, expect, test } from 'vitest';
import {
  findCode,
  isEmail,
  nameErrors,
  noNames,
  normalEmail,
  otpError,
  passwordError,
  toProfileRequest,
  toTypedCode,
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

test.each([
  '123456',
  '123 456',
  '123-456',
  '123–456',
  '123\u00a0456',
  ' 123456\n',
  'Your code is 123456.',
  'Your code is 123 456.',
  'G-123456 is your verification code.',
  '123456 is your Sachet code. It expires in 10 minutes. Do not share it.',
  'On 2026-10-12 your code for +91 98488 96734 is 123456',
  'आपका कोड १२३४५६ है।',
  '१२३ ४५६',
  '१२३456',
])('the code is found in %j', (text) => {
  expect(findCode(text)).toBe('123456');
  expect(toTypedCode(text)).toBe('123456');
});

test.each(['', '12345', '1234567', '+91 98488 96734', 'no code here'])(
  'there is no code in %j',
  (text) => expect(findCode(text)).toBeNull(),
);

test('a code that is being typed is its digits so far, at most six', () => {
  expect(toTypedCode('12')).toBe('12');
  expect(toTypedCode('१२३')).toBe('123');
  expect(toTypedCode('12a3 4')).toBe('1234');
  expect(toTypedCode('1234567')).toBe('123456');
});
