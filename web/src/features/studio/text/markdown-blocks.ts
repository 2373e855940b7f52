/**
 * Splits an answer into blocks that can be parsed separately. While an answer is streamed, only its last
 * block is parsed again, so the total work is linear.
 */

/**
 * Describes the quote and list markers at the start of a line: how many there are, and whether one of them
 * marks a list item.
 */
type Prefix = { depth: number; hasItem: boolean };

/**
 * Matches one marker: a bullet, a number with a dot or bracket, or a quote. Each marker is one level deeper.
 */
const sign = /[ \t]*(?:(>)|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Matches a line that is indented less than the content of an item. */
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
    // A block of code inside an item ends no later than the item.
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

/** Returns the fence of the code block that is open after this line; null if none is open. */
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

/** The maximum number of blocks. The rest of a longer text is one block. */
const blocksMax = 1000;

/** The limits of a block. A larger block is shown as plain text, because parsing it would take too long. */
const blockMaxCharacters = 50_000;
const signsMax = 2000;
const depthMax = 16;

/** Whether a block is parsed as Markdown. This is true for any ordinary text. */
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
