import type { Language } from '@sachet/shared/contracts/vocabulary';

const locale: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN', hg: 'en-IN' };

/** `21 Nov 2026, 2:05 pm`, in the reader's own time zone and with Latin digits. */
export function formatMoment(timestamp: string, language: Language): string {
  return new Intl.DateTimeFormat(`${locale[language]}-u-nu-latn`, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(timestamp));
}
