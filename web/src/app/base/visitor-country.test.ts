import { describe, expect, test } from 'vitest';
import { listCountries } from './phone-number';
import { guessCountry, listKnownCountries } from './visitor-country';

describe('the phone field’s first country (docs/product.md, API)', () => {
  test.each([
    ['IN', '+91'],
    ['US', '+1'],
    ['GB', '+44'],
    ['CA', '+1'],
    ['AU', '+61'],
    ['SG', '+65'],
    ['AE', '+971'],
    ['DE', '+49'],
    ['FR', '+33'],
    ['BR', '+55'],
    ['ZA', '+27'],
    ['JP', '+81'],
    ['CN', '+86'],
    ['MX', '+52'],
  ])(
    'the phone field preselects %s (%s) for a visitor from that country, in any language',
    (country, code) => {
      const guessed = guessCountry(country, ['fr-CH']);
      expect(guessed).toBe(country);
      const shown = listKnownCountries('en').find((each) => each.country === guessed);
      expect(shown?.code).toBe(code);
      expect(listCountries('en')).toContainEqual(shown);
    },
  );

  test.each([
    [['en-US'], 'US'],
    [['en-GB'], 'GB'],
    [['en-uk'], 'GB'],
    [['hi-IN', 'en-US'], 'IN'],
    [['en', 'de-DE'], 'DE'],
    [['zh-Hans-CN'], 'CN'],
    [['in'], 'IN'],
    [[], 'IN'],
  ])(
    'the phone field follows the languages %j when the visitor’s country is not listed: %s',
    (languages, country) => {
      expect(guessCountry(null, languages)).toBe(country);
      expect(guessCountry('NL', languages)).toBe(country);
    },
  );
});
