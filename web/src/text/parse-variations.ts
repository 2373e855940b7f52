import { isReadable } from './markdown-blocks';
import { parseMarkdown } from './markdown-syntax';
import { toItemText } from './plain-text';

type Variation = { at: number; text: string };

/** The variations of an answer that is one list and nothing else, without Markdown; null for any other answer. */
export function parseVariations(text: string): Variation[] | null {
  // Models write bullets that Markdown does not know.
  const known = text.replaceAll(/^([ \t]*)•(?=[ \t])/gm, '$1-');
  if (!isReadable(known)) return null;
  const [list, ...more] = parseMarkdown(known).children;
  if (list?.type !== 'list' || more.length > 0 || list.children.length < 2) return null;
  const hasLists = list.children.some((item) => item.children.some(({ type }) => type === 'list'));
  if (hasLists) return null;
  return list.children.map((item) => ({
    at: item.position?.start.offset ?? 0,
    text: toItemText(item),
  }));
}
