import { expect, test } from 'vitest';
import { isDisposable } from './disposable-address.ts';

test.each([
  ['a@mailinator.com', true],
  ['a@YOPMAIL.com', true],
  ['a@anything.at.all.mailinator.com', true],
  ['a@10minutemail.com.', true],
  ['a@duck.com', true],
  ['a@ｙｏｐｍａｉｌ.com', true],
  ['a@passmail.net', true],
  ['a@8alias.com', true],
  ['a@mailinator.com.example.in', false],
  ['mailinator.com@gmail.com', false],
  ...['gmail.com', 'yahoo.co.in', 'rediffmail.com', 'outlook.com', 'icloud.com', 'zohomail.in'].map(
    (domain) => [`a@${domain}`, false] as const,
  ),
  ['a@people.test', false],
] as const)('%s is disposable: %s', async (email, disposable) => {
  expect(await isDisposable(email)).toBe(disposable);
});
