import { trimEndOf } from '@sachet/shared/text/trim-end-of';

/**
 * Closes `**` at the end of an incomplete text, so that it does not appear as asterisks. Blocks of code do
 * not change.
 */
export function closeStrong(text: string): string {
  const lines = text.split('\n');
  const fences = lines.filter((line) => /^ {0,3}(?:```|~~~)/.test(line)).length;
  if (fences % 2 === 1) return text;
  const last = trimEndOf(lines.pop() ?? '', '*');
  const isOpen = hasOpenStrong(last);
  return [...lines, isOpen ? `${last.trimEnd()}**` : last].join('\n');
}

/** Closes `**` in the beginning of a text that may be cut off anywhere. */
export function closeExcerpt(excerpt: string): string {
  const cut = excerpt.endsWith('…') ? `${trimEndOf(excerpt.slice(0, -1), '*')}…` : excerpt;
  return hasOpenStrong(cut) ? `${cut}**` : cut;
}

const hasOpenStrong = (text: string) => (text.match(/\*\*/g) ?? []).length % 2 === 1;
