/**
 * Removes the thoughts that some models write at the beginning of their text, between `<think>` and `</think>`.
 */
import { estimateTokens } from '@sachet/shared/chat/chat';

const opening = '<think>';
const closing = '</think>';
/** Thoughts are counted in parts of at least this length. */
const countedLength = 1_000;

/** Reads a text that arrives in pieces. */
export function startThoughts() {
  let state: 'before' | 'within' | 'blank' | 'after' = 'before';
  let waiting = '';
  let tokens = 0;
  return {
    /** Returns the text that is not a thought, as far as that is known. */
    take(piece: string): string {
      if (state === 'after') return piece;
      waiting += piece;
      if (state === 'blank') return release();
      if (state === 'before') {
        const begins = waiting.trimStart();
        if (begins.length < opening.length && opening.startsWith(begins)) return '';
        if (!begins.startsWith(opening)) return release();
        state = 'within';
        waiting = begins.slice(opening.length);
      }
      const end = waiting.indexOf(closing);
      if (end < 0) {
        if (waiting.length < countedLength) return '';
        // The closing tag may arrive in two pieces.
        const keptFrom = Math.max(0, waiting.length - closing.length);
        tokens += estimateTokens(waiting.slice(0, keptFrom));
        waiting = waiting.slice(keptFrom);
        return '';
      }
      tokens += estimateTokens(waiting.slice(0, end));
      waiting = waiting.slice(end + closing.length);
      state = 'blank';
      return release();
    },
    /** Returns the text that waited for more. A thought that never ended is dropped. */
    end: (): string => (state === 'before' ? release() : ''),
    /** The estimated tokens of the thoughts. */
    tokens: () => tokens + (state === 'within' ? estimateTokens(waiting) : 0),
  };

  /** After a thought, the text begins with its first word. */
  function release(): string {
    const text = state === 'blank' ? waiting.trimStart() : waiting;
    if (text !== '') state = 'after';
    waiting = '';
    return text;
  }
}

/** Reads a whole text. */
export function withoutThoughts(text: string): { text: string; tokens: number } {
  const thoughts = startThoughts();
  return { text: thoughts.take(text) + thoughts.end(), tokens: thoughts.tokens() };
}
