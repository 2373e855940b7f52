import type { List, ListItem, Nodes } from 'mdast';
import { isReadable, splitBlocks } from './markdown-blocks';
import { parseMarkdown } from './markdown-syntax';

/**
 * Converts Markdown to text for WhatsApp, Instagram or a spreadsheet. List items keep a bullet or their
 * number, and table cells are separated by tabs. Struck-out text keeps one tilde on each side, because a
 * struck-out price would otherwise look like the price.
 */

export function toPlainText(markdown: string): string {
  return splitBlocks(markdown)
    .map((block) => (isReadable(block) ? toPlain(parseMarkdown(block)) : block))
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .join('\n\n');
}

function toPlain(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
    case 'html':
      return node.value;
    case 'break':
      return '\n';
    case 'thematicBreak':
      return '';
    case 'delete':
      return `~${joinChildren(node, '')}~`;
    case 'link':
      return toLinkText(joinChildren(node, ''), node.url);
    case 'image':
      return toLinkText(node.alt ?? '', node.url);
    case 'list':
      return toListText(node);
    case 'table':
      return joinChildren(node, '\n');
    case 'tableRow':
      return joinChildren(node, '\t');
    case 'root':
    case 'blockquote':
      return joinChildren(node, '\n\n');
    default:
      return joinChildren(node, '');
  }
}

function joinChildren(node: Nodes, separator: string): string {
  const parts = 'children' in node ? node.children.map(toPlain) : [];
  return parts.filter((part) => separator !== '\n\n' || part !== '').join(separator);
}

function toLinkText(words: string, url: string): string {
  const address = url.replace(/^mailto:/, '');
  return words === '' || address === words || address === `http://${words}`
    ? words || address
    : `${words} (${address})`;
}

function toListText({ children, ordered }: List): string {
  return children
    .map((item) => {
      const mark = ordered ? `${item.data?.number}.` : '•';
      return `${mark} ${toItemText(item).replaceAll('\n', '\n  ')}`;
    })
    .join('\n');
}

/** Returns the text of a list item without its bullet or number. */
function toItemText({ checked, children }: ListItem): string {
  const box = typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : '';
  return box + children.map(toPlain).join('\n');
}

type Variation = { at: number; text: string };

/** If the answer is exactly one list, returns its items as plain text; otherwise null. */
export function parseVariations(text: string): Variation[] | null {
  // Models also write "•", which is not a bullet in Markdown.
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
