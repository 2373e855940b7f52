import { expect, test } from 'vitest';
import type { ApiEnvironment } from '@sachet/shared/environment';
import { contentSecurityPolicy } from './content-security-policy.ts';

const policyOf = (settings: Partial<ApiEnvironment>) => {
  const policy = contentSecurityPolicy(settings as ApiEnvironment);
  return typeof policy === 'object' ? policy.directives! : {};
};

test('given live keys, then the payment sheet may run, and comes from Razorpay alone', () => {
  const policy = policyOf({ RAZORPAY_KEY_ID: 'rzp_live_1' });
  expect(policy['scriptSrc']).toContain('https://checkout.razorpay.com');
  expect(policy['frameSrc']).toContain('https://api.razorpay.com');
  expect(policy['formAction']).toEqual(["'self'", 'https://api.razorpay.com']);
  expect(policy['connectSrc']).toEqual(
    expect.arrayContaining(['https://api.razorpay.com', 'https://lumberjack.razorpay.com']),
  );
});

test('given no keys, then nothing of Razorpay is let in', () => {
  expect(JSON.stringify(policyOf({}))).not.toContain('razorpay');
});
