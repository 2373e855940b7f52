import type { Language } from '@sachet/shared/contracts/vocabulary';

/** Joins items as a sentence does: "Google and OpenAI", "Google या OpenAI". */
export function formatList(
  language: Language,
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  // British English, as in Indian newspapers, has no comma before the last item.
  const list = new Intl.ListFormat(language === 'hi' ? 'hi' : 'en-GB', { type }).format(items);
  // Browsers have no words for Hindi in Latin letters.
  return language === 'hg' ? list.replace(' and ', ' aur ').replace(' or ', ' ya ') : list;
}
