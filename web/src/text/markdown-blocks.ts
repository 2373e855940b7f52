/**
 * Cuts an answer into blocks that mean the same when each is read alone. While an answer is being
 * written, only its last block is read again, so the work for all of it grows with its length alone.
 */

/** The signs of quotes and list items before the words of a line. */
type Prefix = { depth: number; hasItem: boolean };

/** Bullets, digits with their dot or bracket, quotes; a sign more is a level deeper. */
const sign = /[ \t]*(?:(>)|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Less than what an item holds is indented by. */
const outermost = /^ ?[^ \t]/;
const endsList = /^ ?(?:#{1,6}[ \t]|>|`{3,}[^`]*$|~{3}|(?:[-*_][ \t]*){3,}$)/;

export function splitBlocks(text: string): string[] {
  const all = text.split('\n');
  const blocks: string[] = [];
  let lines: string[] = [];
  let hasList = false;
  let openFence: string | null = null;
  let isAfterGap = false;

  function cut(): void {
    const block = lines.join('\n');
    if (block.trim() !== '') blocks.push(block);
    lines = [];
    hasList = false;
  }

  for (const [index, line] of all.entries()) {
    if (blocks.length === blocksMax) return [...blocks, [...lines, ...all.slice(index)].join('\n')];
    const isOutermost = outermost.test(line);
    // A block of code inside an item ends with the item at the latest.
    const nextFence: string | null =
      hasList && !isOutermost ? openFence : getOpenFence(openFence, line);
    if (openFence === null) {
      const { hasItem } = readPrefix(line);
      const begins = nextFence !== null || (isAfterGap && !(hasItem && hasList));
      if (isOutermost && begins) cut();
      hasList = hasItem || (hasList && !endsList.test(line));
    }
    lines.push(line);
    isAfterGap = line.trim() === '';
    if (openFence !== null && nextFence === null) cut();
    openFence = nextFence;
  }
  cut();
  return blocks;
}

/** The marks of the block of code that is open after this line. */
function getOpenFence(open: string | null, line: string): string | null {
  const [indented = '', marks] = fence.exec(line) ?? [];
  if (!marks) return open;
  const info = line.slice(indented.length);
  if (open === null) return marks.startsWith('`') && info.includes('`') ? null : marks;
  return marks.startsWith(open) && info.trim() === '' ? null : open;
}

function readPrefix(line: string): Prefix {
  let depth = 0;
  let hasItem = false;
  sign.lastIndex = 0;
  for (let found = sign.exec(line); found; found = sign.exec(line)) {
    depth += 1;
    if (!found[1]) hasItem = true;
  }
  return { depth, hasItem };
}

/** All that follows as many blocks is one more. */
const blocksMax = 1000;

/** Limits of what one block is read as: beyond them reading takes too long, and the block is plain text. */
const blockMaxCharacters = 50_000;
const signsMax = 2000;
const depthMax = 16;

/** Whether a block is read as Markdown. What people and models write on purpose is. */
export function isReadable(block: string): boolean {
  if (block.length > blockMaxCharacters) return false;
  if (/^[ \t]*(?:`{3}|~{3})/.test(block)) return true;
  if ((block.match(/[*_~`[\]!<>|#=&\\@]/g) ?? []).length > signsMax) return false;
  return block.split('\n').every((line) => {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    return readPrefix(line).depth + indent / 2 <= depthMax || isRule(line);
  });
}

const isRule = (line: string) => /^[-*_ \t]*$/.test(line);
