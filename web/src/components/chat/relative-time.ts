import type { Language } from '@sachet/shared/contracts/vocabulary';

/** Hinglish reads dates in English, as elsewhere. */
const locale: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN', hg: 'en-IN' };

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** `5 minutes ago`, `yesterday`, in the reader's language and with Latin digits. */
export function relativeTime(timestamp: string, nowMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(`${locale[language]}-u-nu-latn`, { numeric: 'auto' });
  // A clock that is a little behind ours is no future.
  let left = Math.max(0, (nowMs - Date.parse(timestamp)) / 1000);
  for (const [unit, size] of steps) {
    if (left < size) {
      // Seconds that change all the time would say more than anybody wants to know.
      return format.format(unit === 'second' ? 0 : -Math.floor(left), unit);
    }
    left /= size;
  }
  return format.format(-Math.floor(left), 'year');
}
