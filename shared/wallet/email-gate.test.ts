import { expect, test } from 'vitest';
import { mustVerifyEmail } from './email-gate.ts';

test.each([
  ['just over the limit', { lifetimeSpent: 1000.01 }, true],
  ['at the limit', { lifetimeSpent: 1000 }, false],
  ['verified', { lifetimeSpent: 5000, emailVerified: true }, false],
  ['without an address', { lifetimeSpent: 5000, email: null }, false],
])('the email gate decides for an account that is %s (%#)', (_who, part, waits) => {
  const unverified = { email: 'asha@people.test', emailVerified: false };
  expect(mustVerifyEmail({ ...unverified, ...part })).toBe(waits);
});
