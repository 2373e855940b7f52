/** The messages for a model: as much of the conversation as fits, and the new prompt. */
import type { ChatTurn } from '@sachet/db/chat/conversations';
import type { TextMessage } from '@sachet/providers/provider';
import { exchangesLeftOut, type Exchange } from '@sachet/shared/chat';

/** The turns that may be part of a context; earlier turns are never sent. */
export const contextTurnsMax = 100;

/** The prompt for a result whose own prompt is unknown. */
const seedQuestion = 'Let us go on from this.';

export interface Context {
  readonly messages: TextMessage[];
  /** Null when nothing was left out. */
  readonly keptFromTurnId: string | null;
}

interface KnownExchange extends Exchange {
  readonly turnId: string;
}

/**
 * `turns` are the newest turns, oldest first; `hasEarlier` is true if older turns exist; `turnId` is the new
 * one.
 */
export function toContext(
  turns: readonly Pick<ChatTurn, 'id' | 'status' | 'prompt' | 'content'>[],
  { turnId, prompt, hasEarlier }: { turnId: string; prompt: string; hasEarlier: boolean },
): Context {
  const exchanges = turns.flatMap((turn): KnownExchange[] => {
    const isWhole = turn.status === 'seed' || turn.status === 'done' || turn.status === 'stopped';
    if (!isWhole || turn.content === null) return [];
    return [{ turnId: turn.id, prompt: turn.prompt ?? seedQuestion, reply: turn.content }];
  });
  const leftOut = exchangesLeftOut(exchanges, prompt);
  const kept = exchanges.slice(leftOut);
  const messages = kept.flatMap(({ prompt: question, reply }): TextMessage[] => [
    { role: 'user', content: question },
    { role: 'assistant', content: reply },
  ]);
  return {
    messages: [...messages, { role: 'user', content: prompt }],
    keptFromTurnId: leftOut > 0 || hasEarlier ? (kept[0]?.turnId ?? turnId) : null,
  };
}
