/** The messages for a model: as much of the conversation as fits, and the new prompt. */
import type { ChatTurn } from '@sachet/db/chat/conversations';
import {
  contextPicturesMax,
  exchangesLeftOut,
  findReplacedTurns,
  type Exchange,
} from '@sachet/shared/chat/chat';

/** The turns that may be part of a context; earlier turns are never sent. */
export const contextTurnsMax = 100;

/** The prompt for a result whose own prompt is unknown. */
const seedQuestion = 'Let us go on from this.';

/** A message for the model, with the ids of its pictures. */
export interface ContextMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly pictureIds: readonly string[];
}

export interface Context {
  readonly messages: ContextMessage[];
  /** Null when nothing was left out. */
  readonly keptFromTurnId: string | null;
}

interface KnownExchange extends Exchange {
  readonly turnId: string;
  readonly pictureIds: readonly string[];
}

/**
 * `turns` are the newest turns, oldest first; `hasEarlier` is true if older turns exist; `turnId` is the new
 * turn, with its pictures. Replaced turns are left out, also the turn that the new one replaces.
 */
export function toContext(
  turns: readonly Pick<
    ChatTurn,
    'id' | 'status' | 'prompt' | 'content' | 'replaces_turn_id' | 'picture_ids'
  >[],
  {
    turnId,
    prompt,
    pictureIds = [],
    replacesTurnId = null,
    hasEarlier,
  }: {
    turnId: string;
    prompt: string;
    pictureIds?: readonly string[];
    replacesTurnId?: string | null;
    hasEarlier: boolean;
  },
): Context {
  const replaced = findReplacedTurns([
    ...turns.map(({ id, replaces_turn_id, status }) => ({
      id,
      replacesTurnId: replaces_turn_id,
      hasFailed: status === 'failed',
    })),
    { id: turnId, replacesTurnId, hasFailed: false },
  ]);
  const exchanges = turns.flatMap((turn): KnownExchange[] => {
    const isWhole = turn.status === 'seed' || turn.status === 'done' || turn.status === 'stopped';
    if (!isWhole || turn.content === null || replaced.has(turn.id)) return [];
    const { id, content, picture_ids } = turn;
    const question = turn.prompt ?? seedQuestion;
    return [{ turnId: id, prompt: question, reply: content, pictureIds: picture_ids }];
  });
  const leftOut = exchangesLeftOut(exchanges, prompt);
  const kept = exchanges.slice(leftOut);
  const messages = kept.flatMap((exchange): ContextMessage[] => [
    { role: 'user', content: exchange.prompt, pictureIds: exchange.pictureIds },
    { role: 'assistant', content: exchange.reply, pictureIds: [] },
  ]);
  return {
    messages: keepNewestPictures([...messages, { role: 'user', content: prompt, pictureIds }]),
    keptFromTurnId: leftOut > 0 || hasEarlier ? (kept[0]?.turnId ?? turnId) : null,
  };
}

/** Each picture costs as much as a page of text, with every message again. */
function keepNewestPictures(messages: readonly ContextMessage[]): ContextMessage[] {
  let left = contextPicturesMax;
  return messages
    .toReversed()
    .map((message) => {
      const pictureIds = message.pictureIds.slice(0, left);
      left -= pictureIds.length;
      return { ...message, pictureIds };
    })
    .toReversed();
}
