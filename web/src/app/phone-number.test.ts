import { describe, expect, test } from 'vitest';
import {
  callingCode,
  formatWhileTyping,
  guessCountry,
  listCountries,
  splitPhoneNumber,
  toPhoneNumber,
  type CountryCode,
} from './phone-number';

describe('a phone number (docs/product.md, Validation)', () => {
  test.each([
    '98488 96734',
    '+91 98488 96734',
    '919848896734',
    '91-98488-96734',
    '09848896734',
    '00919848896734',
    '0091 098488 96734',
    '+91 (0)98488 96734',
    '(+91) 98488-96734',
    '0919848896734',
    '+91 91 98488 96734',
    '९८४८८९६७३४',
    '+९१ ९८४८८ ९६७३४',
    '௯௮௪௮௮ ௯௬௭௩௪',
    '९८४८८ 96734',
    '９８４８８９６７３４',
    '\u202a+91 98488 96734\u202c',
  ])('typed in India as %s is the Indian number that was meant', (typed) => {
    expect(toPhoneNumber('IN', typed)).toBe('+919848896734');
  });

  test.each([
    ['9123456789', '+919123456789'],
    ['09123456789', '+919123456789'],
    ['919123456789', '+919123456789'],
    ['+919123456789', '+919123456789'],
    ['9191919191', '+919191919191'],
  ])('that begins with 91 without a country code keeps its 91: %s', (typed, number) => {
    expect(toPhoneNumber('IN', typed)).toBe(number);
  });

  test.each([
    ['US', '(415) 555-0100', '+14155550100'],
    ['US', '1 415 555 0100', '+14155550100'],
    ['US', '011 91 98488 96734', '+919848896734'],
    ['US', '0091 98488 96734', '+919848896734'],
    ['US', '+91 98488 96734', '+919848896734'],
    ['GB', '07911 123456', '+447911123456'],
    ['AE', '050 123 4567', '+971501234567'],
    ['SG', '8123 4567', '+6581234567'],
    ['IT', '06 698 12345', '+390669812345'],
  ] satisfies [CountryCode, string, string][])(
    'typed in %s as %s is dialled as there',
    (country, typed, number) => expect(toPhoneNumber(country, typed)).toBe(number),
  );

  test('has at least six digits after the country code', () => {
    expect(toPhoneNumber('IN', '12345')).toBeNull();
    expect(toPhoneNumber('IN', '+91 12345')).toBeNull();
    expect(toPhoneNumber('IN', '१२३४५')).toBeNull();
    expect(toPhoneNumber('IN', '123456')).toBe('+91123456');
    expect(toPhoneNumber('IN', '')).toBeNull();
    expect(toPhoneNumber('IN', 'call me')).toBeNull();
  });

  test('that no numbering plan knows is a plus sign, the code, then the number', () => {
    expect(toPhoneNumber('IN', '98488 967345')).toBe('+9198488967345');
    expect(toPhoneNumber('US', '123-4567')).toBe('+11234567');
  });

  test('has at most fifteen digits, however long the text is', () => {
    expect(toPhoneNumber('IN', '98765432109876')).toBeNull();
    expect(toPhoneNumber('IN', '9'.repeat(50_000))).toBeNull();
    expect(toPhoneNumber('IN', '+'.repeat(50_000))).toBeNull();
    expect(toPhoneNumber('IN', '98488 96734 / 98488 96735')).toBeNull();
  });
});

test('a whole number is split into its country and the rest', () => {
  expect(splitPhoneNumber('IN', '09848896734')).toEqual({ country: 'IN', local: '98488 96734' });
  expect(splitPhoneNumber('US', '+919848896734')).toEqual({ country: 'IN', local: '98488 96734' });
  expect(splitPhoneNumber('IN', '+447911123456')).toEqual({ country: 'GB', local: '7911 123456' });
  expect(splitPhoneNumber('CA', '+14155550100')).toEqual({ country: 'CA', local: '415 555 0100' });
  expect(splitPhoneNumber('IN', '98488')).toBeNull();
});

test('a number is grouped while it is typed', () => {
  expect(formatWhileTyping('IN', '984889')).toBe('98488 9');
  expect(formatWhileTyping('IN', '९८४८८९६७३४')).toBe('98488 96734');
  expect(formatWhileTyping('IN', '+9198488')).toBe('+91 98488');
});

test('every country is listed by its name in the language of the page', () => {
  const countries = listCountries('en');
  expect(countries.length).toBeGreaterThan(200);
  expect(countries).toContainEqual({ country: 'IN', name: 'India', code: '+91' });
  expect(listCountries('hi')).toContainEqual({ country: 'IN', name: 'भारत', code: '+91' });
});

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
  ])('is %s with %s for a visitor from there in any language', (country, code) => {
    const guessed = guessCountry(country, ['fr-CH']);
    expect(guessed).toBe(country);
    expect(callingCode(guessed)).toBe(code);
  });

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
    'is found by the languages %j where the visitor’s country is not listed: %s',
    (languages, country) => {
      expect(guessCountry(null, languages)).toBe(country);
      expect(guessCountry('NL', languages)).toBe(country);
    },
  );
});
