/**
 * An answer as a person pastes it into WhatsApp, Instagram or a sheet: words without Markdown. Items keep
 * a bullet or their number, a table its rows with tabs between cells. A struck-out price keeps one tilde
 * on each side, without which it would read as the price.
 */
import type { List, ListItem, Nodes } from 'mdast';
import { isReadable, splitBlocks } from './markdown-blocks';
import { parseMarkdown } from './markdown-syntax';

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

function toListText({ children, ordered, start }: List): string {
  return children
    .map((item, index) => {
      const mark = ordered ? `${(start ?? 1) + index}.` : '•';
      return `${mark} ${toItemText(item).replaceAll('\n', '\n  ')}`;
    })
    .join('\n');
}

/** The words of one item, without its mark. */
export function toItemText({ checked, children }: ListItem): string {
  const box = typeof checked === 'boolean' ? (checked ? '☑ ' : '☐ ') : '';
  return box + children.map(toPlain).join('\n');
}
