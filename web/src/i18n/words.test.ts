import { describe, expect, test } from 'vitest';
import { en } from './en';
import { hg } from './hg';
import { hi } from './hi';
import { policies as enPolicies } from './policies/en';
import { policies as hgPolicies } from './policies/hg';
import { policies as hiPolicies } from './policies/hi';

/** `auth.login` and its text, for every leaf. */
function leaves(words: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : [...leaves(value as object, `${prefix}${key}.`)],
    ),
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();
}

const english = leaves(en);

describe.each([
  ['hi', leaves(hi)],
  ['hg', leaves(hg)],
])('%s', (language, words) => {
  test('has the keys of English', () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('has the placeholders of English, and no empty text', () => {
    for (const [key, text] of words) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
    }
  });

  test('is written in its own letters', () => {
    const devanagari = /[\u0900-\u097f]/;
    for (const [key, text] of words) {
      // 'OTP' and '{{size}} px' are the same in every language.
      if (language === 'hi' && text !== english.get(key)) expect(text, key).toMatch(devanagari);
      if (language === 'hg') expect(text, key).not.toMatch(devanagari);
    }
  });
});

test('the policies have the same sections in every language', () => {
  for (const policies of [hiPolicies, hgPolicies]) {
    for (const [name, { sections }] of Object.entries(enPolicies)) {
      const translated = policies[name as keyof typeof enPolicies].sections;
      expect(translated.length, name).toBe(sections.length);
      sections.forEach((section, index) =>
        expect(placeholders(translated[index]?.text ?? ''), name).toEqual(
          placeholders(section.text),
        ),
      );
    }
  }
});

test("the specification's own messages stand to the letter", () => {
  expect(en.auth.profileCreated).toBe('Profile created — starting balance credited.');
  expect(en.invalid.emailFormat).toBe('Invalid email format.');
  expect(en.invalid.email).toBe('Please enter a valid email address.');
  expect(en.invalid.names).toBe('First and last name are required.');
  expect(en.invalid.orgName).toBe('Organization name is required.');
  expect(en.invalid.phone).toBe('Enter a valid phone number.');
  expect(en.error.insufficient_funds).toBe('Insufficient funds or budget exceeded.');
  expect(en.error.generate).toBe('An error occurred. Please check your funds or try again.');
  expect(en.error.createProfile).toBe('Failed to create user profile on the server.');
  expect(en.error.missingModel).toBe('Cannot unlock: missing model identifier. Please regenerate.');
  expect(en.auth.unverified).toBe(
    'Please verify your email. A verification link was sent to your inbox.',
  );
  expect(en.auth.emailSent).toBe('Verification email sent. Please check your inbox.');
});
