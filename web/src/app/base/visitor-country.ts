/**
 * The countries that can be preselected in the phone field (docs/product.md, API), with their calling codes. The
 * numbering plans of all countries (phone-number.ts) load later.
 */
const callingCodes = {
  IN: '+91',
  US: '+1',
  GB: '+44',
  CA: '+1',
  AU: '+61',
  SG: '+65',
  AE: '+971',
  DE: '+49',
  FR: '+33',
  BR: '+55',
  ZA: '+27',
  JP: '+81',
  CN: '+86',
  MX: '+52',
} as const;

type Known = keyof typeof callingCodes;

const known = Object.keys(callingCodes) as Known[];

const home: Known = 'IN';

const find = (region: string | null) => known.find((country) => country === region);

/** Returns these countries in the form of `listCountries`. */
export const listKnownCountries = (language: string) => {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  return known.map((country) => ({
    country,
    name: names.of(country) ?? country,
    code: callingCodes[country],
  }));
};

/** Returns the country of `GET /api/geo`, else that of the browser's preferred language, else India. */
export function guessCountry(countryCode: string | null, languages: readonly string[]): Known {
  return find(countryCode) ?? findByLanguage(languages) ?? home;
}

function findByLanguage(languages: readonly string[]): Known | undefined {
  for (const language of languages) {
    const region = language.split('-').slice(1).at(-1)?.toUpperCase() ?? '';
    const country = find(region === 'UK' ? 'GB' : region);
    if (country) return country;
  }
  return undefined;
}
