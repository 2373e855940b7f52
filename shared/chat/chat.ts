/**
 * The rules of chat: which replies are paid, and how much of a conversation a model gets. Pure: client and
 * server share them.
 */

/** docs/product.md, Numbers: 5 free replies, then paid blocks of 5. */
export const freeReplies = 5;
export const blockReplies = 5;

/**
 * How many replies per user and day are free when the provider breaks them off after the first words. Further
 * broken-off replies count as delivered.
 */
export const freeBrokenRepliesPerDay = 3;

/** Maximum replies of one conversation. */
export const repliesMax = 300;

/** The most pictures of one message. */
export const messagePicturesMax = 3;

/** The most pictures that a model is given with a message: its own, then those of the newest exchanges. */
export const contextPicturesMax = 4;

/**
 * The next reply of a conversation with `turnCount` counted replies. `block` is 0 while replies are free,
 * then 1, 2, … `opensBlock` is true for the first reply of a block, which pays for the block. `left` is the
 * number of remaining free replies, or of remaining replies in the block, including this one.
 */
export interface Turn {
  readonly block: number;
  readonly opensBlock: boolean;
  readonly left: number;
}

export function turnAfter(turnCount: number): Turn {
  if (turnCount < freeReplies) {
    return { block: 0, opensBlock: false, left: freeReplies - turnCount };
  }
  const paid = turnCount - freeReplies;
  return {
    block: Math.floor(paid / blockReplies) + 1,
    opensBlock: paid % blockReplies === 0,
    left: blockReplies - (paid % blockReplies),
  };
}

/** Whether the next reply of a conversation with `turnCount` counted replies belongs to a paid block. */
export function isInPaidBlock(turnCount: number): boolean {
  return turnAfter(turnCount).block > 0;
}

/** Maximum tokens of earlier messages that a model gets together with a new message. */
const contextTokens = 12_000;

/** Three UTF-8 bytes a token is a safe estimate for every provider in all three languages. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 3);
}

/**
 * Returns the turns that another turn has replaced. A failed turn replaces nothing, so the earlier turn is
 * shown again. Replaced turns that counted still count and stay paid.
 */
export function findReplacedTurns(
  turns: readonly {
    readonly id: string;
    readonly replacesTurnId: string | null;
    readonly hasFailed: boolean;
  }[],
): ReadonlySet<string> {
  const targets = new Map(turns.map(({ id, replacesTurnId }) => [id, replacesTurnId]));
  const replaced = new Set<string>();
  for (const { replacesTurnId, hasFailed } of turns) {
    let target = hasFailed ? null : replacesTurnId;
    while (target && !replaced.has(target)) {
      replaced.add(target);
      target = targets.get(target) ?? null;
    }
  }
  return replaced;
}

/** One question and its answer. A model gets both or neither. */
export interface Exchange {
  readonly prompt: string;
  readonly reply: string;
}

/**
 * Returns how many of the oldest exchanges must be left out so that the others fit into the budget together
 * with `prompt`.
 */
export function exchangesLeftOut(exchanges: readonly Exchange[], prompt: string): number {
  let left = contextTokens - estimateTokens(prompt);
  for (let index = exchanges.length - 1; index >= 0; index -= 1) {
    const { prompt: question, reply } = exchanges[index]!;
    left -= estimateTokens(question) + estimateTokens(reply);
    if (left < 0) return index + 1;
  }
  return 0;
}

const titleCharacters = 60;

/** A conversation's title is its first message, cut between words. */
export function toTitle(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0]!.trimEnd().replace(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= titleCharacters) return line;
  const cut = characters.slice(0, titleCharacters).join('');
  const atWord = cut.lastIndexOf(' ') > titleCharacters / 2 ? cut.lastIndexOf(' ') : cut.length;
  return `${cut.slice(0, atWord).trimEnd()}…`;
}
