import type { CountryCode } from '../app/phone-number';

/** docs/product.md, API: the countries that the phone field begins with. */
const known = [
  'IN',
  'US',
  'GB',
  'CA',
  'AU',
  'SG',
  'AE',
  'DE',
  'FR',
  'BR',
  'ZA',
  'JP',
  'CN',
  'MX',
] as const satisfies readonly CountryCode[];

const home: CountryCode = 'IN';

const find = (region: string | null) => known.find((country) => country === region);

/**
 * The country that `GET /api/geo` returns, else that of the browser's languages, most preferred first,
 * else India.
 */
export function guessCountry(
  countryCode: string | null,
  languages: readonly string[],
): CountryCode {
  return find(countryCode) ?? findByLanguage(languages) ?? home;
}

function findByLanguage(languages: readonly string[]): CountryCode | undefined {
  for (const language of languages) {
    const region = language.split('-').slice(1).at(-1)?.toUpperCase() ?? '';
    const country = find(region === 'UK' ? 'GB' : region);
    if (country) return country;
  }
  return undefined;
}
