import { expect, test } from 'vitest';
import { findCode, toTypedCode } from './one-time-code';

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
