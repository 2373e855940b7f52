import {
  conversationPageSize,
  type Conversation,
  type ConversationList,
  type ConversationSummary,
} from '@sachet/shared/contracts/chat';
import useSWR, { mutate } from 'swr';
import { toUrl } from '../url';
import { call } from './client';
import { isFailure } from './failure';
import { paths, revalidate, useUid, type Key } from './keys';
import { usePages } from './pages';

export function useConversation(conversationId: string | null) {
  const uid = useUid();
  return useSWR(
    uid && conversationId && ([paths.conversation(conversationId), uid] as const),
    read,
  );
}

function read([path]: Key): Promise<Conversation> {
  return call(path, 'Conversation');
}

/** Pages of saved conversations, the last written first. */
export function useConversations() {
  return usePages<ConversationList, ConversationSummary>(
    {
      path: conversationsPath,
      read: (path) => call(path, 'ConversationList'),
      rows: ({ conversations }) => conversations,
      id: ({ id }) => id,
    },
    // A message moves its conversation to the front, so all pages are read again.
    { revalidateAll: true },
  );
}

function conversationsPath(previous: ConversationList | null): string | null {
  if (previous && previous.conversations.length < conversationPageSize) return null;
  const after = previous?.conversations.at(-1)?.id;
  return toUrl('/api/conversations', { limit: conversationPageSize, after });
}

/** Reads the conversation again immediately. Returns null if it no longer exists. */
export async function revalidateConversation(
  uid: string,
  conversationId: string,
): Promise<Conversation | null> {
  const key: Key = [paths.conversation(conversationId), uid];
  try {
    const latest = await read(key);
    await mutate(key, latest, { revalidate: false });
    return latest;
  } catch (thrown) {
    if (!isFailure(thrown, 'not_found')) throw thrown;
    await mutate(key);
    return null;
  }
}

/** Caches the end that the stream reported, until the conversation is read again. */
export async function cacheReplyEnd(
  uid: string,
  conversationId: string,
  { turnCount, paidBlocks, next }: Pick<Conversation, 'turnCount' | 'paidBlocks' | 'next'>,
): Promise<void> {
  await mutate<Conversation>(
    [paths.conversation(conversationId), uid],
    (conversation) =>
      conversation && { ...conversation, turnCount, paidBlocks, next, streamingTurnId: null },
    { revalidate: false },
  );
}

/** Stops the reply, which ends its stream. */
export async function stopChat(turnId: string): Promise<void> {
  await call('/api/stop-chat', 'NoContent', { method: 'POST', body: { turnId } });
}

export async function renameConversation(
  uid: string,
  conversationId: string,
  title: string,
): Promise<ConversationSummary> {
  const path = paths.conversation(conversationId);
  const renamed = await call(path, 'ConversationSummary', { method: 'PATCH', body: { title } });
  await mutate<Conversation>(
    [path, uid],
    (conversation) => conversation && { ...conversation, title: renamed.title },
    { revalidate: false },
  );
  await revalidate('/api/conversations');
  return renamed;
}

/**
 * Deletes a conversation; one that another tab has deleted counts as deleted. `onDeleted` runs
 * before the list is read again.
 */
export async function deleteConversation(
  uid: string,
  conversationId: string,
  onDeleted: () => void,
): Promise<void> {
  const path = paths.conversation(conversationId);
  try {
    await call(path, 'NoContent', { method: 'DELETE' });
  } catch (thrown) {
    if (!isFailure(thrown, 'not_found')) throw thrown;
  }
  onDeleted();
  await mutate([path, uid], undefined, { revalidate: false });
  await revalidate('/api/conversations');
}
