/** The beginning of a text, which is shown before the text is paid. */
const excerptMaxWords = 45;
/** The largest share of a text that is shown, so that most of a short text stays hidden too. */
const excerptMaxShare = 0.4;
const excerptMaxCharacters = 320;

export function countWords(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/).length;
}

export function toExcerpt(text: string): string {
  const trimmed = text.trim();
  const words = [...trimmed.matchAll(/\S+/g)];
  const shown = Math.max(1, Math.min(excerptMaxWords, Math.floor(words.length * excerptMaxShare)));
  const last = words[shown - 1];
  const end = last ? last.index + last[0].length : 0;
  // Counts characters, because the text is cut by characters: an emoji is one character, but two units of a
  // string.
  const share = Math.ceil(Array.from(trimmed).length * excerptMaxShare);
  const characters = Array.from(trimmed.slice(0, end));
  return `${characters.slice(0, Math.min(excerptMaxCharacters, share)).join('').trimEnd()}…`;
}
