import {
  conversationPageSize,
  type Conversation,
  type ConversationSummary,
} from '@sachet/shared/contracts/chat';
import { mutate } from 'swr';
import { api } from './client';
import { isFailure } from './failure';
import { cacheAnswer, revalidate, toKey } from './keys';
import { usePages } from './pages';

/** The saved ones, the one last written in first, page by page. */
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
    // Whichever is written in moves to the front: all pages are read again.
    { revalidateAll: true },
  );
}

/** Reads it at once, for whoever shows it. null: it is not there any more. */
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

/** What the stream has told of its end, before the conversation is read again. */
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
 * What another tab has deleted already is as good as deleted here. `onDeleted` runs before the list
 * is read without it.
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
