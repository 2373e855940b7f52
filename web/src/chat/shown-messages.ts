import type { Conversation, Message, ReplyStatus } from '@sachet/shared/contracts/chat';
import type { FailureReason } from '@sachet/shared/contracts/failure';
import { isUnderWay, type Reply, type Seed } from './chat-reducer';

export type ShownMessage = {
  key: string;
  /** The id of the turn; null for a message that is not saved yet. */
  turnId: string | null;
  role: Message['role'];
  content: string;
  status: ReplyStatus | null;
  modelName: string | null;
  /** The charge in rupees, for an answer that opened a paid block; otherwise null. */
  charged: number | null;
  /** Why the reply failed, for a system message. It is null if the content already contains the reason. */
  reason: FailureReason | null;
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
  const shown = saved
    .filter(({ turnId, role }) => isSaved || turnId !== reply?.turnId || role === 'user')
    .map(toShown);
  if (!conversation && seed) shown.unshift(...seedMessages(seed));
  if (!reply || isSaved) return shown;
  const { key, turnId, prompt, text, modelName } = reply;
  const live = { turnId, status: null, modelName: null, charged: null, reason: null };
  const isQuestionSaved = turnId !== null && saved.some((message) => message.turnId === turnId);
  if (prompt !== null && !isQuestionSaved) {
    shown.push({ ...live, key: `${turnId ?? key}:user`, role: 'user', content: prompt });
  }
  if (text !== '' || isUnderWay(reply)) {
    shown.push({
      ...live,
      key: `${turnId ?? key}:assistant`,
      role: 'assistant',
      content: text,
      status: isUnderWay(reply) ? 'streaming' : reply.status,
      modelName,
    });
  }
  if (reply.error !== null) {
    const { message, reason } = reply.error;
    const content = `Error: ${message}`;
    shown.push({ ...live, key: `${turnId ?? key}:system`, role: 'system', content, reason });
  }
  return shown;
}

function toShown(message: Message): ShownMessage {
  const { turnId, role, content, status, modelName, charged, reason } = message;
  return { key: `${turnId}:${role}`, turnId, role, content, status, modelName, charged, reason };
}

function seedMessages({ prompt, answer, modelName }: Seed): ShownMessage[] {
  const seed = { turnId: null, status: null, charged: null, reason: null };
  return [
    { ...seed, key: 'seed:user', role: 'user', content: prompt, modelName: null },
    { ...seed, key: 'seed:assistant', role: 'assistant', content: answer, modelName },
  ];
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
