import { ErrorCode, statusOfError } from '@sachet/shared/contracts/error';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { en } from '../i18n/en';
import { hg } from '../i18n/hg';
import { hi } from '../i18n/hi';
import { toFailure } from './answers';
import { toErrorMessage } from './errors';
import { ApiFailure, isAboutFunds } from './failure';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: en }, hi: { translation: hi }, hg: { translation: hg } },
  });
});

function answer(code: ErrorCode, error = 'Told by the server'): ApiFailure {
  return toFailure(statusOfError[code], { error, code });
}

describe.each(['en', 'hi', 'hg'])('in %s', (language) => {
  test.each(ErrorCode.options)('%s has words', async (code) => {
    await i18next.changeLanguage(language);
    const words = toErrorMessage(i18next.t, answer(code));
    expect(words).not.toBe('');
    expect(words).not.toContain('error.');
  });
});

test("the server's text is shown in English where it says more, and never for a error of its own", async () => {
  await i18next.changeLanguage('en');
  expect(toErrorMessage(i18next.t, answer('invalid', 'Enter a prompt.'))).toBe('Enter a prompt.');
  expect(toErrorMessage(i18next.t, answer('internal', 'secret'))).toBe(en.error.internal);
  await i18next.changeLanguage('hi');
  expect(toErrorMessage(i18next.t, answer('invalid', 'Enter a prompt.'))).toBe(hi.error.invalid);
});

test('what is not our answer is told by its status, and no answer as offline', async () => {
  await i18next.changeLanguage('en');
  expect(toErrorMessage(i18next.t, toFailure(504, '<html>'))).toBe(
    'Request failed with status 504',
  );
  expect(toErrorMessage(i18next.t, new ApiFailure({ message: 'x', status: 0 }))).toBe(
    en.error.offline,
  );
  expect(toErrorMessage(i18next.t, new Error('bug'), 'sendOtp')).toBe('Failed to send OTP');
});

test('what nobody expected is told so, and nothing is said about money', async () => {
  await i18next.changeLanguage('en');
  const unreadable = new ApiFailure({ message: 'Unexpected answer', status: 200 });
  for (const thrown of [new Error('bug'), unreadable]) {
    expect(toErrorMessage(i18next.t, thrown)).toBe('An unexpected error occurred.');
  }
});

test('missing money and a spent budget open the wallet', () => {
  expect(isAboutFunds(answer('insufficient_funds'))).toBe(true);
  expect(isAboutFunds(answer('budget_exceeded'))).toBe(true);
  expect(isAboutFunds(answer('forbidden'))).toBe(false);
});
