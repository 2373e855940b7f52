/** docs/product.md, API: the calling code of a country, for the phone field's first value. */
const callingCodes: Record<string, string> = {
  IN: '91',
  US: '1',
  GB: '44',
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

const homeCode = '91';

/**
 * Digits only. The country that `GET /api/geo` answers, else the browser's languages, most wanted
 * first, else India.
 */
export function callingCode(countryCode: string | null, languages: readonly string[]): string {
  return callingCodes[countryCode ?? ''] ?? findCallingCode(languages) ?? homeCode;
}

function findCallingCode(languages: readonly string[]): string | undefined {
  for (const language of languages) {
    const region = language.split('-').slice(1).at(-1)?.toUpperCase() ?? '';
    const code = callingCodes[region === 'UK' ? 'GB' : region];
    if (code) return code;
  }
  return undefined;
}
