import type { Language } from '@sachet/shared/contracts/vocabulary';

/** British English, as in Indian newspapers, has no comma before the last item. */
const locale = (language: Language): string => (language === 'hi' ? 'hi' : 'en-GB');

/** Browsers have no words for Hindi in Latin letters. */
const hinglish: Readonly<Record<string, string>> = { and: 'aur', or: 'ya' };

/** Joins items as a sentence does: "Google and OpenAI", "Google या OpenAI". */
export function formatList(
  language: Language,
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const parts = new Intl.ListFormat(locale(language), { type }).formatToParts(items);
  return parts
    .map((part) =>
      part.type === 'literal' && language === 'hg'
        ? part.value.replace(/and|or/, (word) => hinglish[word] ?? word)
        : part.value,
    )
    .join('');
}
