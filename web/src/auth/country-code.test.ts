import { describe, expect, test } from 'vitest';
import { callingCode } from './country-code';

describe('the phone field’s first code (docs/product.md, API)', () => {
  test.each([
    ['IN', '91'],
    ['US', '1'],
    ['GB', '44'],
    ['CA', '1'],
    ['AU', '61'],
    ['SG', '65'],
    ['AE', '971'],
    ['DE', '49'],
    ['FR', '33'],
    ['BR', '55'],
    ['ZA', '27'],
    ['JP', '81'],
    ['CN', '86'],
    ['MX', '52'],
  ])('given the country %s, then %s, whatever the language', (country, code) => {
    expect(callingCode(country, ['fr-CH'])).toBe(code);
  });

  test.each([
    [['en-US'], '1'],
    [['en-GB'], '44'],
    [['en-uk'], '44'],
    [['hi-IN', 'en-US'], '91'],
    [['en', 'de-DE'], '49'],
    [['zh-Hans-CN'], '86'],
    [['in'], '91'],
    [[], '91'],
  ])('given no country and the languages %j, then %s', (languages, code) => {
    expect(callingCode(null, languages)).toBe(code);
    expect(callingCode('NL', languages)).toBe(code);
  });
});
