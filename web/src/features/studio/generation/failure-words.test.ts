import { FailureReason, OwnFailure } from '@sachet/shared/studio/contracts/failure';
import { failureText } from '@sachet/shared/studio/failure';
import { afterEach, describe, expect, test } from 'vitest';
import { en } from '../../../i18n/en';
import { hg } from '../../../i18n/hg';
import { hi } from '../../../i18n/hi';
import { applyLanguage, t } from '../../../i18n/translate';
import { toFailureWords } from './failure-words';

afterEach(() => applyLanguage('en', en));

const failure = (reason: FailureReason) => {
  const own = OwnFailure.safeParse(reason);
  return own.success
    ? { error: failureText[reason], errorCategory: 'server' as const, errorCode: own.data }
    : {
        error: failureText[reason],
        errorCategory: FailureReason.exclude(OwnFailure.options).parse(reason),
        errorCode: 'code_of_the_provider',
      };
};

describe.each(FailureReason.options)('a failure because of %s', (reason) => {
  test("a failure shows the server's text once in English", () => {
    applyLanguage('en', en);
    const { title, text } = toFailureWords(t, failure(reason));
    expect(text).toBe(failureText[reason]);
    expect(title).toBe(en.failure[reason]);
    expect(title).not.toBe(text);
  });

  test('a failure shows no English text in Hindi and in Hinglish', () => {
    for (const [language, words] of [
      ['hi', hi],
      ['hg', hg],
    ] as const) {
      applyLanguage(language, words);
      const { title, text, lang } = toFailureWords(t, failure(reason));
      expect([title, text]).toEqual([words.failure[reason], words.failure[`${reason}Hint`]]);
      expect([text, lang]).not.toContain(failureText[reason]);
      expect([title, text].map(isDevanagari)).toEqual(Array(2).fill(language === 'hi'));
    }
  });
});

const isDevanagari = (text: string) => /[\u0900-\u097F]/.test(text);

test("a failure of an unknown category shows the server's text, marked as English", () => {
  applyLanguage('hi', hi);
  const unknown = { error: 'It rained.', errorCategory: null, errorCode: 'rain' };
  expect(toFailureWords(t, unknown)).toEqual({
    title: hi.results.failed,
    text: 'It rained.',
    lang: 'en',
  });
});

test('a failure without a reason says that it was unexpected', () => {
  const nothing = { error: null, errorCategory: null, errorCode: null };
  expect(toFailureWords(t, nothing).text).toBe('An unexpected error occurred.');
});
