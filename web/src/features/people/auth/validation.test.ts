import { CreateUserRequest } from '@sachet/shared/people/contracts/user';
import { describe, expect, test } from 'vitest';
import { noDraft } from './draft';
import {
  findCode,
  isEmail,
  nameErrors,
  normalEmail,
  otpError,
  passwordError,
  toProfileRequest,
  toTypedCode,
} from './validation';

describe('email addresses (docs/product.md, Validation)', () => {
  test.each(['asha@example.in', ' Asha.K+1@Mail.Example.COM ', 'a_b@x-y.co'])(
    'isEmail accepts the address %s',
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
  ])('isEmail rejects the address %j', (typed) => expect(isEmail(typed)).toBe(false));
  test('normalEmail trims and lowercases an address', () => {
    expect(normalEmail(' Asha@Example.IN ')).toBe('asha@example.in');
  });
});

describe('names', () => {
  const asha = { ...noDraft, name: 'Asha Kulkarni' };
  test('nameErrors requires a first and a last name', () => {
    expect(nameErrors({ ...asha, name: ' Asha ' })).toEqual({ names: 'names' });
    expect(nameErrors({ ...asha, name: ' ' })).toEqual({ names: 'names' });
    expect(nameErrors(asha)).toEqual({});
  });
  test('nameErrors allows 40 characters for each name, as the server does', () => {
    const names = (first: number, last: number) => ({
      ...asha,
      name: `${'😀'.repeat(first)} ${'अ'.repeat(last)}`,
    });
    expect(nameErrors(names(40, 40))).toEqual({});
    expect(nameErrors(names(41, 1))).toEqual({ names: 'longNames' });
    expect(nameErrors(names(1, 41))).toEqual({ names: 'longNames' });
  });
  test('nameErrors requires the name of an organization', () => {
    expect(nameErrors({ ...asha, accountType: 'organization' })).toEqual({ orgName: 'orgName' });
  });
  test.each([
    ['Asha Kulkarni', 'Asha', 'Kulkarni'],
    ['  आशा \u00a0 कुलकर्णी ', 'आशा', 'कुलकर्णी'],
    ['Mohd. Imran Sheikh', 'Mohd. Imran', 'Sheikh'],
  ])('the last word of %j is the last name', (name, firstName, lastName) => {
    const request = toProfileRequest({ ...asha, name });
    expect(CreateUserRequest.parse(request)).toEqual({
      accountType: 'individual',
      firstName,
      lastName,
    });
  });
  test('the names of an organization become a request that matches the contract', () => {
    const names = { ...asha, accountType: 'organization' as const, orgName: ' Chai & Co ' };
    expect(CreateUserRequest.parse(toProfileRequest(names))).toEqual({
      accountType: 'organization',
      firstName: 'Asha',
      lastName: 'Kulkarni',
      orgName: 'Chai & Co',
    });
  });
});

test('a code must have six digits, and a password at least six characters', () => {
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
])('findCode finds the code in %j', (text) => {
  expect(findCode(text)).toBe('123456');
  expect(toTypedCode(text)).toBe('123456');
});

test.each(['', '12345', '1234567', '+91 98488 96734', 'no code here'])(
  'findCode finds no code in %j',
  (text) => expect(findCode(text)).toBeNull(),
);

test('toTypedCode keeps at most six digits while a code is typed', () => {
  expect(toTypedCode('12')).toBe('12');
  expect(toTypedCode('१२३')).toBe('123');
  expect(toTypedCode('12a3 4')).toBe('1234');
  expect(toTypedCode('1234567')).toBe('123456');
});
