import { trimEndOf } from '@sachet/shared/trim-end-of';

/** The little Markdown that models write unasked, read into plain data: nothing of it is ever HTML. */

/** `at` is where it begins: a character of the text, or of a block a line. */
type Inline = { at: number; kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string };

type ListItem = { at: number; depth: number; text: string };

type Block =
  | { at: number; kind: 'paragraph' | 'heading' | 'code'; text: string }
  /** `start` is the number of the first item, null for bullets. */
  | { at: number; kind: 'list'; start: number | null; items: ListItem[] };

const fence = /^\s*```/;
const heading = /^#{1,6}\s+(\S.*)$/;
const bullet = /^(\s*)[-*•]\s+(\S.*)$/;
const number = /^(\s*)(\d{1,3})[.)]\s+(\S.*)$/;
const rule = /^\s*([-*_])(\s*\1){2,}\s*$/;
const indented = /^(\t| {2,})\S/;

const depthMax = 2;

/** @internal exported for its test */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let code: { at: number; lines: string[] } | null = null;
  let gap = true;
  const close = () => {
    if (code) blocks.push({ at: code.at, kind: 'code', text: code.lines.join('\n') });
    code = null;
  };

  for (const [at, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    if (fence.test(line)) {
      if (code) close();
      else code = { at, lines: [] };
    } else if (code) {
      code.lines.push(line);
    } else if (line.trim() !== '' && !rule.test(line)) {
      readLine(blocks, { at, line, gap });
      gap = false;
      continue;
    }
    gap = true;
  }
  close();
  return blocks;
}

/** `gap`: an empty line, or nothing, stands before it. */
function readLine(
  blocks: Block[],
  { at, line, gap }: { at: number; line: string; gap: boolean },
): void {
  const last = blocks.at(-1);
  // A heading may end as it begins: `## Words ##`.
  const [, title] = heading.exec(trimEndOf(line, '#').trimEnd()) ?? [];
  if (title) {
    blocks.push({ at, kind: 'heading', text: title });
    return;
  }
  const found = parseItem(line);
  if (found) {
    const { number: start, ...rest } = found;
    const item = { at, ...rest };
    const isSameList = last?.kind === 'list' && (last.start === null) === (start === null);
    // Markers of the other kind, further in, are points of the same list.
    if (last?.kind === 'list' && (isSameList || item.depth > 0)) last.items.push(item);
    else blocks.push({ at, kind: 'list', start, items: [{ ...item, depth: 0 }] });
    return;
  }
  const text = line.trim();
  if (last?.kind === 'list' && (!gap || indented.test(line))) {
    const open = last.items.at(-1);
    if (open) open.text += `\n${text}`;
  } else if (last?.kind === 'paragraph' && !gap) {
    last.text += `\n${text}`;
  } else {
    blocks.push({ at, kind: 'paragraph', text });
  }
}

function parseItem(line: string): { depth: number; text: string; number: number | null } | null {
  const [, bulletSpace = '', point] = bullet.exec(line) ?? [];
  if (point) return { depth: getDepth(bulletSpace), text: point, number: null };
  const [, numberSpace = '', digits, step] = number.exec(line) ?? [];
  if (step) return { depth: getDepth(numberSpace), text: step, number: Number(digits) };
  return null;
}

function getDepth(space: string): number {
  return Math.min(depthMax, Math.floor(space.replaceAll('\t', '  ').length / 2));
}

const inline = /\*\*(.+?)\*\*|`([^`]+)`|(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\w*])/gs;

/** @internal exported for its test */
export function readInlines(text: string): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  const push = (at: number, kind: Inline['kind'], part: string) =>
    inlines.push({ at, kind, text: part });
  for (const { 0: whole, 1: strong, 2: code, 3: emphasis, index } of text.matchAll(inline)) {
    if (index > end) push(end, 'text', text.slice(end, index));
    if (strong !== undefined) push(index, 'strong', strong);
    else if (code !== undefined) push(index, 'code', code);
    else if (emphasis !== undefined) push(index, 'emphasis', emphasis);
    end = index + whole.length;
  }
  if (end < text.length) push(end, 'text', text.slice(end));
  return inlines;
}

/** How a text begins, cut off anywhere: strong words that were cut in two are closed again. */
export function closedExcerpt(text: string): string {
  const cut = text.endsWith('*…') ? `${trimEndOf(text.slice(0, -1), '*')}…` : text;
  const isOpen = (cut.match(/\*\*/g) ?? []).length % 2 === 1;
  return isOpen ? `${cut}**` : cut;
}

/**
 * Without the marks, as it is pasted elsewhere.
 * @internal exported for its test
 */
export function plainText(text: string): string {
  return readInlines(text)
    .map((part) => part.text)
    .join('');
}

/** The variations of an answer that is one list and nothing else; null for any other answer. */
export function parseVariations(text: string): { at: number; text: string }[] | null {
  const [list, ...more] = readBlocks(text);
  if (list?.kind !== 'list' || more.length > 0 || list.items.length < 2) return null;
  return list.items.every(({ depth }) => depth === 0)
    ? list.items.map((item) => ({ at: item.at, text: plainText(item.text) }))
    : null;
}
