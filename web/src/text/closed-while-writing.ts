import { trimEndOf } from '@sachet/shared/trim-end-of';

/**
 * A text that is still being written, cut off anywhere: strong words whose end has not come yet are
 * closed, so that their marks are not read as stars. What is in a block of code stays as it is.
 */
export function closedWhileWriting(text: string): string {
  const lines = text.split('\n');
  const fences = lines.filter((line) => /^ {0,3}(?:```|~~~)/.test(line)).length;
  if (fences % 2 === 1) return text;
  const last = trimEndOf(lines.pop() ?? '', '*');
  const isOpen = hasOpenStrong(last);
  return [...lines, isOpen ? `${last.trimEnd()}**` : last].join('\n');
}

/** The beginning of a text, cut off anywhere: strong words that were cut in two are closed. */
export function closedExcerpt(excerpt: string): string {
  const cut = excerpt.endsWith('…') ? `${trimEndOf(excerpt.slice(0, -1), '*')}…` : excerpt;
  return hasOpenStrong(cut) ? `${cut}**` : cut;
}

const hasOpenStrong = (text: string) => (text.match(/\*\*/g) ?? []).length % 2 === 1;
