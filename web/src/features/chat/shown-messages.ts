import { findReplacedTurns } from '@sachet/shared/chat/chat';
import type {
  Conversation,
  Message,
  MessagePicture,
  ReplyStatus,
} from '@sachet/shared/chat/contracts/chat';
import type { FailureReason } from '@sachet/shared/studio/contracts/failure';
import type { Photo } from '../../browser/photo-store';
import { isReplyInProgress, type Reply, type Seed } from './chat-reducer';

export type ShownMessage = {
  key: string;
  /** The id of the turn; null for a message that is not saved yet. */
  turnId: string | null;
  role: Message['role'];
  content: string;
  /** Saved pictures, or those that this tab sends. */
  pictures: readonly (MessagePicture | Photo)[];
  /** Whether a later turn has replaced this one. */
  isReplaced: boolean;
  status: ReplyStatus | null;
  modelName: string | null;
  /** The charge in rupees, for an answer that opened a paid block; otherwise null. */
  charged: number | null;
  /** Why the reply failed, for a system message. It is null if the content already contains the reason. */
  reason: FailureReason | null;
  /** When the provider has capacity again, if that is the reason. */
  until?: string | undefined;
};

/**
 * Returns the saved messages, then the reply in progress. If a reply is in both, the finished version is
 * used.
 */
export function shownMessages(
  conversation: Conversation | null,
  reply: Reply | null,
  seed: Seed | null,
): ShownMessage[] {
  const saved = conversation?.messages ?? [];
  const isSaved = saved.some(
    ({ turnId, role, status }) =>
      turnId === reply?.turnId && role !== 'user' && status !== 'streaming',
  );
  const replaced = findReplaced(saved, isSaved ? null : reply);
  const shown = saved
    .filter(({ turnId, role }) => isSaved || turnId !== reply?.turnId || role === 'user')
    .map((message) => toShown(message, replaced.has(message.turnId)));
  if (!conversation && seed) shown.unshift(...seedMessages(seed));
  if (!reply || isSaved) return shown;
  const { key, turnId, prompt, text, modelName } = reply;
  const live = { ...plain, turnId };
  const isQuestionSaved = turnId !== null && saved.some((message) => message.turnId === turnId);
  if (prompt !== null && !isQuestionSaved) {
    const pictures = reply.pictures.length > 0 ? reply.pictures : keptPictures(saved, reply);
    const question = { ...live, role: 'user', content: prompt, pictures } as const;
    shown.push({ ...question, key: `${turnId ?? key}:user` });
  }
  if (text !== '' || isReplyInProgress(reply)) {
    shown.push({
      ...live,
      key: `${turnId ?? key}:assistant`,
      role: 'assistant',
      content: text,
      status: isReplyInProgress(reply) ? 'streaming' : reply.status,
      modelName,
    });
  }
  if (reply.error !== null) {
    const { message, reason, until } = reply.error;
    const content = `Error: ${message}`;
    shown.push({ ...live, key: `${turnId ?? key}:system`, role: 'system', content, reason, until });
  }
  return shown;
}

const plain = {
  turnId: null,
  pictures: [],
  isReplaced: false,
  status: null,
  modelName: null,
  charged: null,
  reason: null,
} as const;

/** A message that takes the place of another one keeps its pictures. */
function keptPictures(saved: readonly Message[], { replacesTurnId }: Reply) {
  const replaced = saved.find(({ turnId, role }) => turnId === replacesTurnId && role === 'user');
  return replaced?.pictures ?? [];
}

function findReplaced(saved: readonly Message[], live: Reply | null): ReadonlySet<string> {
  const turns = new Map(
    saved.map(({ turnId, replacesTurnId }) => [turnId, { id: turnId, replacesTurnId }]),
  );
  if (live) {
    const id = live.turnId ?? live.key;
    turns.set(id, { id, replacesTurnId: live.replacesTurnId });
  }
  const failed = new Set(saved.flatMap(({ role, turnId }) => (role === 'system' ? turnId : [])));
  if (live?.error) failed.add(live.turnId ?? live.key);
  return findReplacedTurns(
    [...turns.values()].map((turn) => ({ ...turn, hasFailed: failed.has(turn.id) })),
  );
}

function toShown(message: Message, isReplaced: boolean): ShownMessage {
  const { turnId, role, content, pictures, status, modelName, charged, reason, until } = message;
  const key = `${turnId}:${role}`;
  const shown = { key, turnId, role, content, pictures, isReplaced, status, modelName, charged };
  return { ...shown, reason, until };
}

function seedMessages({ prompt, answer, modelName }: Seed): ShownMessage[] {
  return [
    { ...plain, key: 'seed:user', role: 'user', content: prompt },
    { ...plain, key: 'seed:assistant', role: 'assistant', content: answer, modelName },
  ];
}

/** Returns the newest turn with its question if it can be replaced, and whether it has failed. */
export function lastTurn(
  messages: readonly ShownMessage[],
): { turnId: string; prompt: string; hasFailed: boolean } | null {
  const last = messages.at(-1);
  if (!last?.turnId || last.role === 'user' || last.status === 'streaming') return null;
  const { turnId } = last;
  const question = messages.find((message) => message.turnId === turnId && message.role === 'user');
  return question ? { turnId, prompt: question.content, hasFailed: last.role === 'system' } : null;
}

/** Returns the question to retry if the newest reply has failed; otherwise null. */
export function failedPrompt(messages: ShownMessage[]): string | null {
  const last = messages.at(-1);
  if (last?.role !== 'system') return null;
  return messages.findLast(({ role }) => role === 'user')?.content ?? null;
}

/** Whether the newest reply stopped at the maximum length, so that the user can ask for the rest. */
export const canContinue = (messages: ShownMessage[]): boolean =>
  messages.at(-1)?.status === 'cut_short';

/** Describes for screen readers how a reply ended; null if that is unknown. */
export function getReplyEnd(
  messages: ShownMessage[],
  turnId: string,
): 'written' | 'stopped' | 'brokenOff' | 'failed' | 'takenBack' | null {
  const answer = messages.findLast((message) => message.turnId === turnId);
  if (!answer || answer.role === 'user') return 'takenBack';
  if (answer.role === 'system') return 'failed';
  if (answer.status === 'done' || answer.status === 'cut_short') return 'written';
  if (answer.status === 'broken_off') return 'brokenOff';
  return answer.status === 'stopped' ? 'stopped' : null;
}
