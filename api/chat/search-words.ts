/** The words of a search in conversations, and the excerpt that shows where they are. */

const wordsMax = 5;

/** At least one word: the query is not empty. */
export function toSearchWords(query: string): string[] {
  return query.normalize('NFC').trim().split(/\s+/).slice(0, wordsMax);
}

/** Characters of an excerpt before the found word, and in total. */
const before = 40;
const total = 140;

/** The part of a text around a word, on one line, cut between characters as readers see them. */
export function excerptAround(text: string, word: string): string {
  const found = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()));
  // Enough for the excerpt, because segmenting a long text takes long.
  const from = Math.max(0, found - 3 * before);
  const line = text.slice(from, found + 3 * total).replace(/\s+/g, ' ');
  const graphemes = [...new Intl.Segmenter().segment(line)];
  const at = text.slice(from, found).replace(/\s+/g, ' ').length;
  const first = Math.max(0, graphemes.findLastIndex(({ index }) => index <= at) - before);
  const shown = graphemes.slice(first, first + total);
  const start = from + first > 0 ? '…' : '';
  const end = first + total < graphemes.length || found + 3 * total < text.length ? '…' : '';
  return `${start}${shown
    .map(({ segment }) => segment)
    .join('')
    .trim()}${end}`;
}
