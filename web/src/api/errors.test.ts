import { ErrorCode, statusByCode } from '@sachet/shared/contracts/error';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { beforeEach, describe, expect, test } from 'vitest';
import { en } from '../i18n/en';
import { hg } from '../i18n/hg';
import { hi } from '../i18n/hi';
import { applyLanguage, t } from '../i18n/translate';
import { toFailure } from './answers';
import { toErrorMessage } from './errors';
import { ApiFailure, isAboutFunds, isAnswerLost } from './failure';

const dictionaries = { en, hi, hg };
const speak = (language: Language) => applyLanguage(language, dictionaries[language]);
beforeEach(() => speak('en'));

function answer(code: ErrorCode, error = 'Sent by the server'): ApiFailure {
  return toFailure(statusByCode[code], { error, code });
}

describe.each(['en', 'hi', 'hg'] as const)('error codes in %s', (language) => {
  test.each(ErrorCode.options)('the error code %s has a text', async (code) => {
    speak(language);
    const words = toErrorMessage(t, answer(code));
    expect(words).not.toBe('');
    expect(words).not.toContain('error.');
  });
});

test("toErrorMessage shows the server's text only in English, and never for an internal error", async () => {
  speak('en');
  expect(toErrorMessage(t, answer('invalid', 'Enter a prompt.'))).toBe('Enter a prompt.');
  expect(toErrorMessage(t, answer('internal', 'secret'))).toBe(en.error.internal);
  speak('hi');
  expect(toErrorMessage(t, answer('invalid', 'Enter a prompt.'))).toBe(hi.error.invalid);
});

test('toErrorMessage shows the status of an unreadable answer, and the offline text without an answer', async () => {
  speak('en');
  expect(toErrorMessage(t, toFailure(504, '<html>'))).toBe('Request failed with status 504');
  expect(toErrorMessage(t, new ApiFailure({ message: 'x', status: 0 }))).toBe(en.error.offline);
  const fallback = t('error.sendOtp');
  expect(toErrorMessage(t, new Error('bug'), { fallback })).toBe('Failed to send OTP');
});

test.each([
  ['without a code', { error: 'The kitchen is closed today.' }],
  ['with an unknown code', { error: 'The kitchen is closed today.', code: 'kitchen_closed' }],
  ['with a code that is not a text', { error: 'The kitchen is closed today.', code: 7 }],
])("toErrorMessage shows the server's text in every language for an error %s", (_what, body) => {
  for (const language of ['en', 'hi', 'hg'] as const) {
    speak(language);
    for (const status of [400, 409, 503]) {
      const words = toErrorMessage(t, toFailure(status, body), { fallback: 'Failed' });
      expect(words).toBe('The kitchen is closed today.');
    }
  }
});

test.each([[null], [{}], [{ error: '  ' }], [{ error: { message: 'x' } }], ['<html>'], [[1]]])(
  'toErrorMessage names the failed action, or the status, for an error with the body %j',
  (body) => {
    const failure = toFailure(502, body);
    expect(toErrorMessage(t, failure)).toBe('Request failed with status 502');
    expect(toErrorMessage(t, failure, { fallback: 'Failed to log in' })).toBe('Failed to log in');
    const withStatus = (status: number) => `Unlock failed with status ${status}`;
    expect(toErrorMessage(t, failure, { withStatus })).toBe('Unlock failed with status 502');
  },
);

test('toErrorMessage names the failed action for an internal error', () => {
  const failure = answer('internal');
  expect(toErrorMessage(t, failure)).toBe(en.error.internal);
  expect(toErrorMessage(t, failure, { fallback: 'Failed to log in' })).toBe('Failed to log in');
});

test("toErrorMessage prefers the caller's text to the code's text, but not to the server's English text", () => {
  const words = { wrong_state: 'Already a member.' };
  expect(toErrorMessage(t, answer('wrong_state', 'They joined.'), { words })).toBe('They joined.');
  speak('hi');
  expect(toErrorMessage(t, answer('wrong_state'), { words })).toBe('Already a member.');
});

test("toErrorMessage shows the server's text to admins in every language", () => {
  speak('hi');
  const failure = answer('wrong_state', 'Already closed.');
  expect(toErrorMessage(t, failure, { showsServerText: true })).toBe('Already closed.');
  expect(toErrorMessage(t, answer('forbidden', 'No.'), { showsServerText: true })).toBe('No.');
});

test('toErrorMessage shows a general text for an unexpected error', async () => {
  speak('en');
  const unreadable = new ApiFailure({ message: 'Unexpected answer', status: 200 });
  for (const thrown of [new Error('bug'), unreadable]) {
    expect(toErrorMessage(t, thrown)).toBe('An unexpected error occurred.');
  }
});

test('isAboutFunds is true for missing money and for a spent budget', () => {
  expect(isAboutFunds(answer('insufficient_funds'))).toBe(true);
  expect(isAboutFunds(answer('budget_exceeded'))).toBe(true);
  expect(isAboutFunds(answer('forbidden'))).toBe(false);
});

test.each([
  ['The wallet has insufficient funds', 402, true],
  ['organization wallet has insufficient funds', 400, true],
  ['Budget exceeded', 409, true],
  ['The kitchen is closed today.', 402, false],
  ['The wallet cannot be reached.', 503, false],
])('the error "%s" (status %i) without a code is about funds: %s', (error, status, isFunds) => {
  expect(isAboutFunds(toFailure(status, { error }))).toBe(isFunds);
});

test.each([
  [new ApiFailure({ message: '', status: 0 }), true],
  [new ApiFailure({ message: '', status: 503 }), true],
  [new ApiFailure({ message: '', status: 400 }), false],
  [new ApiFailure({ message: '', status: 409 }), false],
  [new Error('Anything else'), true],
])('whether the outcome is unknown after the failure %s: %s', (thrown, isLost) => {
  expect(isAnswerLost(thrown)).toBe(isLost);
});
