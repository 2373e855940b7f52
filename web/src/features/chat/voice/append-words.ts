/** Puts dictated words behind the text of a field, with a space between them, and cuts them at `max`. */
export function appendWords(text: string, words: string, max = Infinity): string {
  const isApart = text === '' || /\s$/.test(text);
  return (isApart ? text + words : `${text} ${words}`).slice(0, max);
}
