/** Specification, section 7: the calling code of a country, for the phone field's first value. */
const codeOfCountry: Record<string, string> = {
  IN: '91',
  US: '1',
  GB: '44',
  UK: '44',
  CA: '1',
  AU: '61',
  SG: '65',
  AE: '971',
  DE: '49',
  FR: '33',
  BR: '55',
  ZA: '27',
  JP: '81',
  CN: '86',
  MX: '52',
};

const homeCountryCode = '91';

/** The browser's language decides until a part of the studio knows better (`GET /api/geo`). */
export function guessCountryCode(languages: readonly string[]): string {
  for (const language of languages) {
    const region = language.split('-').at(-1)?.toUpperCase() ?? '';
    const code = language.includes('-') ? codeOfCountry[region] : undefined;
    if (code) return code;
  }
  return homeCountryCode;
}
