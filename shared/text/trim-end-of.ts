/**
 * `text` without its trailing `characters`. A regular expression such as `/[ab]+$/` takes time that grows
 * with the square of a run's length.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
