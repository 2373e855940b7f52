import { describe, expect, test } from 'vitest';
import {
  formatWhileTyping,
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
  ])('toPhoneNumber reads %s, typed in India, as the same Indian number', (typed) => {
    expect(toPhoneNumber('IN', typed)).toBe('+919848896734');
  });

  test.each([
    ['9123456789', '+919123456789'],
    ['09123456789', '+919123456789'],
    ['919123456789', '+919123456789'],
    ['+919123456789', '+919123456789'],
    ['9191919191', '+919191919191'],
  ])(
    'toPhoneNumber keeps the 91 at the start of a number without a country code: %s',
    (typed, number) => {
      expect(toPhoneNumber('IN', typed)).toBe(number);
    },
  );

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
    'toPhoneNumber reads a number typed in %s by the dialling rules of that country: %s',
    (country, typed, number) => expect(toPhoneNumber(country, typed)).toBe(number),
  );

  test('toPhoneNumber requires at least six digits after the country code', () => {
    expect(toPhoneNumber('IN', '12345')).toBeNull();
    expect(toPhoneNumber('IN', '+91 12345')).toBeNull();
    expect(toPhoneNumber('IN', '१२३४५')).toBeNull();
    expect(toPhoneNumber('US', '123456')).toBe('+1123456');
    expect(toPhoneNumber('IN', '')).toBeNull();
    expect(toPhoneNumber('IN', 'call me')).toBeNull();
  });

  test('toPhoneNumber accepts a number that no numbering plan contains', () => {
    expect(toPhoneNumber('IN', '29999 99999')).toBe('+912999999999');
    expect(toPhoneNumber('US', '123-4567')).toBe('+11234567');
  });

  test.each(['98488 96', '98488 9673', '98488 967345', '18488 96734', '+91 18488 96734'])(
    'toPhoneNumber rejects %s, which has another form than all Indian numbers',
    (typed) => expect(toPhoneNumber('IN', typed)).toBeNull(),
  );

  test('toPhoneNumber rejects more than fifteen digits, however long the text is', () => {
    expect(toPhoneNumber('IN', '98765432109876')).toBeNull();
    expect(toPhoneNumber('IN', '9'.repeat(50_000))).toBeNull();
    expect(toPhoneNumber('IN', '+'.repeat(50_000))).toBeNull();
    expect(toPhoneNumber('IN', '98488 96734 / 98488 96735')).toBeNull();
  });
});

test('splitPhoneNumber splits a whole number into its country and its local part', () => {
  expect(splitPhoneNumber('IN', '09848896734')).toEqual({ country: 'IN', local: '98488 96734' });
  expect(splitPhoneNumber('US', '+919848896734')).toEqual({ country: 'IN', local: '98488 96734' });
  expect(splitPhoneNumber('IN', '+447911123456')).toEqual({ country: 'GB', local: '7911 123456' });
  expect(splitPhoneNumber('CA', '+14155550100')).toEqual({ country: 'CA', local: '415 555 0100' });
  expect(splitPhoneNumber('IN', '98488')).toBeNull();
});

test('formatWhileTyping groups the digits of a number while it is typed', () => {
  expect(formatWhileTyping('IN', '984889')).toBe('98488 9');
  expect(formatWhileTyping('IN', '९८४८८९६७३४')).toBe('98488 96734');
  expect(formatWhileTyping('IN', '+9198488')).toBe('+91 98488');
});

test("listCountries returns every country under its name in the page's language", () => {
  const countries = listCountries('en');
  expect(countries.length).toBeGreaterThan(200);
  expect(countries).toContainEqual({ country: 'IN', name: 'India', code: '+91' });
  expect(listCountries('hi')).toContainEqual({ country: 'IN', name: 'भारत', code: '+91' });
});
