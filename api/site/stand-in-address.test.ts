import { expect, test } from 'vitest';
import { getCheckoutScript } from '../payments/checkout-script.ts';
import { getEmulatorUrl } from './stand-in-address.ts';

const given = {
  FIREBASE_AUTH_EMULATOR_HOST: 'emulator:9099',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_BASE_URL: 'http://sandbox:4003',
};

test('browsers get the host by which they can reach the stand-ins', () => {
  const settings = { ...given, STAND_INS_HOST: 'studio.example' };
  expect(getEmulatorUrl(settings)).toBe('http://studio.example:9099');
  expect(getCheckoutScript(settings)).toBe('http://studio.example:4003/v1/checkout.js');
});

test('browsers use the same addresses for stand-ins on this machine', () => {
  const settings = { ...given, STAND_INS_HOST: undefined };
  expect(getEmulatorUrl(settings)).toBe('http://emulator:9099');
  expect(getCheckoutScript(settings)).toBe('http://sandbox:4003/v1/checkout.js');
});

test('the config names no stand-in when the real services are configured', () => {
  const settings = { STAND_INS_HOST: 'studio.example', RAZORPAY_KEY_ID: 'rzp_live_1' };
  const real = {
    ...settings,
    FIREBASE_AUTH_EMULATOR_HOST: undefined,
    RAZORPAY_BASE_URL: undefined,
  };
  expect(getEmulatorUrl(real)).toBeUndefined();
  expect(getCheckoutScript(real)).toBe('https://checkout.razorpay.com/v1/checkout.js');
});
