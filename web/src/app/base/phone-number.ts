import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';
import { toAsciiDigits, toDigits } from './digits';

/**
 * Parses phone numbers as users type and paste them. The sign-in dialog loads this file after it is shown,
 * because the numbering plans are 34 KB.
 */

export type { CountryCode };

/** The minimum number of digits after the country code (docs/product.md, Validation). */
const localMinDigits = 6;
/** A number that gets text messages in India has ten digits and does not begin with 0 or 1. */
const indianNumber = /^\+91[2-9][0-9]{9}$/;
/** E.164 allows 15 digits with the country code. */
const maxDigits = 15;

const hasPlus = (text: string) => /^[^0-9]*[+＋]/.test(text);

/** Parses the text with the country's numbering plan. Returns null if no plan contains the number. */
function findValid(country: CountryCode, typed: string): PhoneNumber | null {
  const text = toAsciiDigits(typed);
  const digits = toDigits(text);
  const readings = hasPlus(text)
    ? [`+${digits}`]
    : // Users type 00 for the plus sign even where the international prefix is another one.
      [digits, ...(digits.startsWith('00') ? [`+${digits.slice(2)}`] : [])];
  const parsed = readings.flatMap((reading) => parse(country, reading) ?? []);
  // Drops a country code that was typed twice, as in 0 91 98488 96734.
  const repaired = parsed.flatMap(({ countryCallingCode, nationalNumber }) =>
    nationalNumber.startsWith(countryCallingCode)
      ? (parse(country, `+${nationalNumber}`) ?? [])
      : [],
  );
  return [...parsed, ...repaired].find((number) => number.isValid()) ?? null;
}

const parse = (country: CountryCode, text: string) =>
  parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });

/**
 * Returns the number in E.164; null if it has too few or too many digits. Accepts a number that no numbering
 * plan contains, because plans change; the text message shows whether the number exists.
 */
export function toPhoneNumber(country: CountryCode, typed: string): string | null {
  const valid = findValid(country, typed);
  const number = valid?.number ?? toUnlisted(country, typed);
  return number?.startsWith('+91') && !indianNumber.test(number) ? null : number;
}

function toUnlisted(country: CountryCode, typed: string): string | null {
  const digits = toDigits(typed);
  const isInternational = hasPlus(toAsciiDigits(typed));
  const code = isInternational
    ? (parse(country, `+${digits}`)?.countryCallingCode ?? '')
    : getCountryCallingCode(country);
  const local = isInternational ? digits.slice(code.length) : digits;
  if (code === '' || local.length < localMinDigits) return null;
  return code.length + local.length > maxDigits ? null : `+${code}${local}`;
}

/**
 * Splits a whole number into the country and the local part for the two fields. Returns null for an
 * incomplete number.
 */
export function splitPhoneNumber(
  country: CountryCode,
  typed: string,
): { country: CountryCode; local: string } | null {
  const valid = findValid(country, typed);
  if (!valid) return null;
  const code = valid.countryCallingCode;
  const isSame = code === getCountryCallingCode(country);
  return {
    // If several countries share a code, the first in the list is the main one.
    country: isSame ? country : (metadata.country_calling_codes[code]?.[0] ?? country),
    local: valid.formatInternational().slice(`+${code} `.length),
  };
}

/** Groups the digits typed so far as is usual in the country. */
export function formatWhileTyping(country: CountryCode, typed: string): string {
  return new AsYouType(country).input(toAsciiDigits(typed));
}

const callingCode = (country: CountryCode): string => `+${getCountryCallingCode(country)}`;

/** Returns every country with its name in `language` and its calling code, sorted by name. */
export function listCountries(
  language: string,
): { country: CountryCode; name: string; code: string }[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const byName = new Intl.Collator([language, 'en']).compare;
  return getCountries()
    .map((country) => ({
      country,
      name: names.of(country) ?? country,
      code: callingCode(country),
    }))
    .toSorted((one, other) => byName(one.name, other.name));
}
