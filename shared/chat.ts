/**
 * The rules of chat: which replies are paid, and how much of a conversation a model is told.
 * Pure, so that the screen shows what the server does.
 */

/** docs/product.md, Numbers: 5 free replies, then paid blocks of 5. */
export const freeReplies = 5;
export const blockReplies = 5;

/** A conversation this long is full: a limit on everything. */
export const repliesMax = 300;

/**
 * What the reply after `turnCount` counted ones is: `block` is 0 while replies are free, then 1, 2,
 * …; `opensBlock` says that this reply is the first of its block, the one that pays for it; `left`
 * is how many replies the free ones or the block have yet, this one included.
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

/** Whether the reply after `turnCount` counted ones is paid for, by itself or with its block. */
export function isInPaidBlock(turnCount: number): boolean {
  return turnAfter(turnCount).block > 0;
}

/** Tokens of earlier words that a model is given with a new message. */
const contextTokens = 12_000;

/** No tokenizer is exact for two providers: three UTF-8 bytes a token is on the safe side in all three languages. */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 3);
}

/** One question and its answer, the smallest thing that is kept or left out. */
export interface Exchange {
  readonly prompt: string;
  readonly reply: string;
}

/**
 * How many of the oldest exchanges do not fit into the budget together with `prompt`. The newest
 * are kept whole; a middle is never cut out.
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

/** A conversation is called by its first message, cut between words. */
export function toTitle(prompt: string): string {
  const line = prompt.trim().split(/\s*\n/, 1)[0]!.replace(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= titleCharacters) return line;
  const cut = characters.slice(0, titleCharacters).join('');
  const atWord = cut.lastIndexOf(' ') > titleCharacters / 2 ? cut.lastIndexOf(' ') : cut.length;
  return `${cut.slice(0, atWord).trimEnd()}…`;
}
