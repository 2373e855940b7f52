import {
  conversationPageSize,
  type Conversation,
  type ConversationSummary,
} from '@sachet/shared/chat/contracts/chat';
import { mutate } from 'swr';
import { api } from './client';
import { download } from './download';
import { isFailure } from './failure';
import { cacheAnswer, revalidate, toKey } from './keys';
import { usePages } from './pages';
import { useApi } from './use-api';

/** Loads pages of saved conversations, the last written first. */
export function useConversations() {
  return usePages(
    'GET /api/conversations',
    {
      query(previous) {
        if (previous && previous.conversations.length < conversationPageSize) return null;
        return { limit: conversationPageSize, after: previous?.conversations.at(-1)?.id };
      },
      rows: ({ conversations }) => conversations,
      id: ({ id }) => id,
    },
    // A new message moves its conversation to the front, so all pages are read again.
    { revalidateAll: true },
  );
}

/** The conversations that contain these words; nothing is read for no words. */
export function useConversationSearch(q: string) {
  return useApi('GET /api/conversations/search', q === '' ? null : { q });
}

/** Saves the whole conversation as Markdown. Throws `ApiFailure`. */
export const downloadConversation = (id: string): Promise<void> =>
  download('GET /api/conversation/export', { id }, 'sachet-chat.md');

/** Reads the conversation again immediately. Returns null if it no longer exists. */
export async function revalidateConversation(
  uid: string,
  conversationId: string,
): Promise<Conversation | null> {
  const query = { id: conversationId };
  try {
    const latest = await api('GET /api/conversation', { query });
    await cacheAnswer(uid, 'GET /api/conversation', query, latest);
    return latest;
  } catch (thrown) {
    if (!isFailure(thrown, 'not_found')) throw thrown;
    await mutate(toKey(uid, 'GET /api/conversation', query));
    return null;
  }
}

/** Caches the result that the stream reported, until the conversation is read again. */
export async function cacheReplyEnd(
  uid: string,
  conversationId: string,
  { turnCount, paidBlocks, next }: Pick<Conversation, 'turnCount' | 'paidBlocks' | 'next'>,
): Promise<void> {
  await cacheAnswer(
    uid,
    'GET /api/conversation',
    { id: conversationId },
    (conversation) =>
      conversation && { ...conversation, turnCount, paidBlocks, next, streamingTurnId: null },
  );
}

export async function renameConversation(
  uid: string,
  conversationId: string,
  title: string,
): Promise<ConversationSummary> {
  const query = { id: conversationId };
  const renamed = await api('PATCH /api/conversation', { query, body: { title } });
  await cacheAnswer(
    uid,
    'GET /api/conversation',
    query,
    (conversation) => conversation && { ...conversation, title: renamed.title },
  );
  await revalidate('/api/conversations');
  return renamed;
}

/**
 * Deletes a conversation. If another tab has already deleted it, that counts as success. `onDeleted` runs
 * before the list is read again.
 */
export async function deleteConversation(
  uid: string,
  conversationId: string,
  onDeleted: () => void,
): Promise<void> {
  const query = { id: conversationId };
  try {
    await api('DELETE /api/conversation', { query });
  } catch (thrown) {
    if (!isFailure(thrown, 'not_found')) throw thrown;
  }
  onDeleted();
  await cacheAnswer(uid, 'GET /api/conversation', query, undefined);
  await revalidate('/api/conversations');
}
