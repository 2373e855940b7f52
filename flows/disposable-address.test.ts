import { expect, test } from 'vitest';
import { toMailbox } from '@sachet/shared/mailbox';
import { isDisposable } from './disposable-address.ts';

test.each([
  ['asha.rao@gmail.com', 'asharao@gmail.com'],
  ['A.S.H.A.Rao+sachet@GoogleMail.com', 'asharao@gmail.com'],
  ['asharao+1+2@gmail.com', 'asharao@gmail.com'],
  ['Asha.Rao+x@Example.in', 'asha.rao@example.in'],
  [' asha@example.in ', 'asha@example.in'],
  ['asha@example.in.', 'asha@example.in'],
  ['+asha@example.in', '+asha@example.in'],
  ['"a@b"+c@example.in', '"a@b"@example.in'],
  ['राम+अ@डाटा.भारत', 'राम@डाटा.भारत'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
  expect(toMailbox(mailbox)).toBe(mailbox);
});

test.each([
  ['a@mailinator.com', true],
  ['a@YOPMAIL.com', true],
  ['a@anything.at.all.mailinator.com', true],
  ['a@10minutemail.com.', true],
  ['a@duck.com', true],
  ['a@mailinator.com.example.in', false],
  ['mailinator.com@gmail.com', false],
  ...['gmail.com', 'yahoo.co.in', 'rediffmail.com', 'outlook.com', 'icloud.com', 'zohomail.in'].map(
    (domain) => [`a@${domain}`, false] as const,
  ),
  ['a@people.test', false],
] as const)('%s is disposable: %s', async (email, disposable) => {
  expect(await isDisposable(email)).toBe(disposable);
});
