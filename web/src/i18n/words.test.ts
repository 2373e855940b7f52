import { providerEntries } from '@sachet/shared/providers';
import { describe, expect, test } from 'vitest';
import { en } from './en';
import { hg } from './hg';
import { hi } from './hi';
import { policies as enPolicies, type Policy, type PolicyName } from './policies/en';
import { policies as hgPolicies } from './policies/hg';
import { policies as hiPolicies } from './policies/hi';

/** Returns every text with its key, such as `auth.login`. */
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
])('the dictionary %s', (language, words) => {
  test('a translation has the same keys as English', () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('a translation has the placeholders of English and no empty text', () => {
    for (const [key, text] of words) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''));
    }
  });

  test('a translation is written in its own script', () => {
    const devanagari = /[\u0900-\u097f]/;
    const wrong = [...words].filter(([key, text]) => {
      const isDevanagari = devanagari.test(text);
      // 'OTP' and '{{size}} px' are the same in every language, so the texts are compared with English first.
      if (language === 'hi') return !isDevanagari && text !== english.get(key);
      return language === 'hg' && isDevanagari;
    });
    expect(wrong).toEqual([]);
  });
});

/** Returns the structure of a policy page with its placeholders, without the text. */
function toShape({ lead, short, sections }: Policy) {
  return {
    lead: placeholders(lead),
    short: short?.map(placeholders),
    sections: sections.map(({ body }) =>
      body.map((part) => (typeof part === 'string' ? placeholders(part) : part.map(placeholders))),
    ),
  };
}

describe.each(Object.keys(enPolicies) as PolicyName[])('the policy page %s', (name) => {
  test.each([
    ['hi', hiPolicies],
    ['hg', hgPolicies],
  ])(
    'a policy page in %s has the sections, lists and placeholders of English',
    (_language, policies) => {
      expect(toShape(policies[name])).toEqual(toShape(enPolicies[name]));
    },
  );
});

test('the policy page contains the refund policy (docs/product.md, Numbers)', () => {
  const text = JSON.stringify(enPolicies.billing);
  expect(text).toContain('within 14 days for clear billing errors or prolonged outages');
  expect(text).toContain('Consumed credits are not refundable');
  expect(text).toContain('limited to what you paid in the preceding 12 months');
});

/** Texts about Google's sign-in and analytics, which are not about a provider. */
const aboutGoogle = /Google (?:Analytics|Firebase)|^Google$/g;

test.each([
  ['en', english],
  ['hi', leaves(hi)],
  ['hg', leaves(hg)],
])('no text in %s names a provider, because the list of providers changes', (_language, words) => {
  const names = new RegExp(
    Object.values(providerEntries)
      .flatMap(({ name, product }) => [name, product])
      .join('|'),
  );
  const naming = [...words].filter(([, text]) => names.test(text.replaceAll(aboutGoogle, '')));
  expect(naming).toEqual([]);
});
