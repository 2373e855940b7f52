import { ErrorCode, statusByCode } from '@sachet/shared/contracts/error';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { beforeEach, describe, expect, test } from 'vitest';
import { en } from '../i18n/en';
import { hg } from '../i18n/hg';
import { hi } from '../i18n/hi';
import { speakWith, t } from '../i18n/translate';
import { toFailure } from './answers';
import { toErrorMessage } from './errors';
import { ApiFailure, isAboutFunds } from './failure';

const dictionaries = { en, hi, hg };
const speak = (language: Language) => speakWith(language, dictionaries[language]);
beforeEach(() => speak('en'));

function answer(code: ErrorCode, error = 'Told by the server'): ApiFailure {
  return toFailure(statusByCode[code], { error, code });
}

describe.each(['en', 'hi', 'hg'] as const)('in %s', (language) => {
  test.each(ErrorCode.options)('%s has words', async (code) => {
    speak(language);
    const words = toErrorMessage(t, answer(code));
    expect(words).not.toBe('');
    expect(words).not.toContain('error.');
  });
});

test("the server's text is shown in English where it says more, and never for a error of its own", async () => {
  speak('en');
  expect(toErrorMessage(t, answer('invalid', 'Enter a prompt.'))).toBe('Enter a prompt.');
  expect(toErrorMessage(t, answer('internal', 'secret'))).toBe(en.error.internal);
  speak('hi');
  expect(toErrorMessage(t, answer('invalid', 'Enter a prompt.'))).toBe(hi.error.invalid);
});

test('what is not our answer is told by its status, and no answer as offline', async () => {
  speak('en');
  expect(toErrorMessage(t, toFailure(504, '<html>'))).toBe('Request failed with status 504');
  expect(toErrorMessage(t, new ApiFailure({ message: 'x', status: 0 }))).toBe(en.error.offline);
  expect(toErrorMessage(t, new Error('bug'), 'sendOtp')).toBe('Failed to send OTP');
});

test('what nobody expected is told so, and nothing is said about money', async () => {
  speak('en');
  const unreadable = new ApiFailure({ message: 'Unexpected answer', status: 200 });
  for (const thrown of [new Error('bug'), unreadable]) {
    expect(toErrorMessage(t, thrown)).toBe('An unexpected error occurred.');
  }
});

test('missing money and a spent budget open the wallet', () => {
  expect(isAboutFunds(answer('insufficient_funds'))).toBe(true);
  expect(isAboutFunds(answer('budget_exceeded'))).toBe(true);
  expect(isAboutFunds(answer('forbidden'))).toBe(false);
});
