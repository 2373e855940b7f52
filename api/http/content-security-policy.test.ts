import { expect, test } from 'vitest';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { permissionsPolicy } from './permissions-policy.ts';

const buildPolicy = (settings: Partial<ApiEnvironment>) =>
  contentSecurityPolicy(settings as ApiEnvironment).directives;

test('the policy allows the payment sheet from Razorpay alone when there are live keys', () => {
  const policy = buildPolicy({ RAZORPAY_KEY_ID: 'rzp_live_1' });
  expect(policy.scriptSrc).toContain('https://checkout.razorpay.com');
  expect(policy.frameSrc).toContain('https://api.razorpay.com');
  expect(policy.formAction).toEqual(["'self'", 'https://api.razorpay.com']);
  expect(policy.connectSrc).toEqual(
    expect.arrayContaining(['https://api.razorpay.com', 'https://lumberjack.razorpay.com']),
  );
});

test('the policy allows nothing from Razorpay without keys', () => {
  expect(JSON.stringify(buildPolicy({}))).not.toContain('razorpay');
});

test("scripts and HTML must pass the client's trusted-types policy, or the policies of a real captcha", () => {
  const policy = buildPolicy({});
  expect(policy.requireTrustedTypesFor).toEqual(["'script'"]);
  expect(policy.trustedTypes).toEqual(['default', 'recaptcha', 'goog#html']);
  const local = buildPolicy({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' });
  expect(local.trustedTypes).toEqual(['default']);
});

test("payments are allowed in the live payment sheet's frame, and the microphone only on our pages", () => {
  const live = permissionsPolicy({ RAZORPAY_KEY_ID: 'rzp_live_1' } as ApiEnvironment);
  expect(live).toContain('payment=(self "https://api.razorpay.com")');
  expect(live).toContain('microphone=(self)');
  expect(live).toContain('camera=()');
  expect(permissionsPolicy({} as ApiEnvironment)).toContain('payment=(self)');
});
