import type { Language } from '@sachet/shared/contracts/vocabulary';

const locale: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN', hg: 'en-IN' };

/** What budgets, statements and filters reckon days by. */
export const indianTime = 'Asia/Kolkata';

/** `21 Nov 2026, 2:05 pm`, in the reader's own time zone unless told, with Latin digits. */
export function formatMoment(timestamp: string, language: Language, timeZone?: string): string {
  return new Intl.DateTimeFormat(`${locale[language]}-u-nu-latn`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(timestamp));
}
