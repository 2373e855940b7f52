import { freeReplies } from '@sachet/shared/chat/chat';
import type { Conversation, NextReply } from '@sachet/shared/chat/contracts/chat';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { useEffect } from 'react';
import { isFailure } from '../../api/failure';
import { useGeneration } from '../../api/hooks';
import { useUid } from '../../api/keys';
import { useApi } from '../../api/use-api';
import { useLanguage } from '../../i18n/language';
import { readAlong, sendMessage } from './chat-client';
import { isReplyInProgress, type ChatState, type Seed } from './chat-reducer';
import { useChatState } from './chat-store';
import { shownMessages, type ShownMessage } from './shown-messages';
import { useChatProvider } from './ProviderChoice';

const firstReply: NextReply = { block: 0, repliesLeft: freeReplies, inr: 0 };

export type Chat = {
  /** The conversation's id, or 'new'. */
  id: string;
  state: ChatState;
  conversation: Conversation | null;
  provider: Provider;
  title: string | null;
  /** The model of the last reply, or of the result that a new chat continues. */
  modelName: string | null;
  messages: ShownMessage[];
  keptFromTurnId: string | null;
  next: NextReply;
  isRunning: boolean;
  /** Whether the conversation is being read for the first time. */
  isLoading: boolean;
  readError: unknown;
  readAgain: () => void;
  send: (message: MessageToSend) => void;
};

export type MessageToSend = {
  prompt: string;
  /** The last turn, whose place the reply to this message takes. */
  replacesTurnId?: string | null;
  /** The words of that turn's message were changed. */
  isEdit?: boolean;
};

/** Returns one chat with its saved messages and the reply in progress. */
export function useChat(id: string, fromGenerationId: string | null): Chat {
  const uid = useUid();
  const language = useLanguage();
  const chosen = useChatProvider();
  const isNew = id === 'new';
  const { data, error, mutate } = useApi('GET /api/conversation', isNew ? null : { id });
  const conversation = data ?? null;
  const state = useChatState(id);
  const { reply } = state;
  const { data: from, error: fromError } = useGeneration(isNew ? fromGenerationId : null);
  const seed = from ? toSeed(from) : (reply?.seed ?? null);
  const streamingTurnId = conversation?.streamingTurnId ?? null;

  useEffect(() => {
    if (uid && conversation && streamingTurnId && !reply) {
      readAlong(uid, conversation, streamingTurnId);
    }
  }, [uid, conversation, streamingTurnId, reply]);

  const provider = conversation?.provider ?? reply?.provider ?? from?.provider ?? chosen;
  const next = conversation?.next ?? firstReply;
  return {
    id,
    state,
    conversation,
    provider,
    title: conversation?.title ?? reply?.title ?? null,
    modelName: reply?.modelName ?? conversation?.modelName ?? null,
    messages: shownMessages(conversation, reply, seed),
    keptFromTurnId: reply?.keptFromTurnId ?? conversation?.keptFromTurnId ?? null,
    next,
    isRunning: isReplyInProgress(reply) || streamingTurnId !== null,
    isLoading: isNew
      ? fromGenerationId !== null && !from && !fromError
      : !conversation && !reply && !error,
    readError: isFailure(error, 'not_found') || (!conversation && !reply) ? (error ?? null) : null,
    readAgain: () => void mutate(),
    send(message) {
      if (!uid) return;
      const blockPrice = next.inr > 0 ? next.inr : null;
      // A repeated or replaced message has its own pictures.
      const isDraft = !message.replacesTurnId && message.prompt === state.draft.trim();
      const pictures = isDraft ? state.pictures : [];
      sendMessage({ uid, chat: id, provider, language, blockPrice, seed, pictures, ...message });
    },
  };
}

/**
 * Converts a result to the start of a chat. Uses the whole text if the text is paid for, else its visible
 * beginning.
 */
function toSeed({
  generationId,
  prompt,
  content,
  previewContent,
  modelName,
}: GenerationResult): Seed | null {
  const answer = content ?? previewContent;
  return (answer && { generationId, prompt, modelName, answer }) || null;
}
