import { onActionSucceeded } from '../../api/client';
import { tabStorage } from '../../browser/storage';
import { createStore, useStore } from '../../browser/store';
import { onWorkCleared } from '../../app/session/work';
import {
  emptyChat,
  findChat,
  reduceChats,
  type ChatAction,
  type Chats,
  type ChatState,
  type Reply,
} from './chat-reducer';

/** Prefix of the storage keys for drafts, which survive a reload. */
const draftPrefix = 'sachet.chat-draft.';
const store = createStore<Chats>({});

onWorkCleared(() => dispatch({ type: 'forgotten' }));
onActionSucceeded(() => {
  const hasRefusal = Object.values(store.get()).some(({ refusal }) => refusal !== null);
  if (hasRefusal) dispatch({ type: 'succeeded' });
});

export function dispatch(action: ChatAction): void {
  const all = store.get();
  const before = 'chat' in action ? { ...all, [action.chat]: toState(all, action.chat) } : all;
  const after = reduceChats(before, action);
  store.set(after);
  for (const chat of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const draft = after[chat]?.draft ?? '';
    if (draft !== before[chat]?.draft || !after[chat]) saveDraft(chat, draft);
  }
}

function saveDraft(chat: string, draft: string): void {
  if (draft === '') tabStorage.remove(draftPrefix + chat);
  else tabStorage.write(draftPrefix + chat, draft);
}

function toState(chats: Chats, chat: string): ChatState {
  return chats[chat] ?? { ...emptyChat, draft: tabStorage.read(draftPrefix + chat) ?? '' };
}

export function useChatState(chat: string): ChatState {
  return toState(useStore(store), chat);
}

/** The pictures of the next message. */
export const getPictures = (chat: string): ChatState['pictures'] =>
  store.get()[chat]?.pictures ?? [];

/** Returns null after the reply's window was closed. */
export function getReply(key: string): { chat: string; reply: Reply } | null {
  const chats = store.get();
  const chat = findChat(chats, key);
  const reply = chat === null ? null : chats[chat]?.reply;
  return chat !== null && reply ? { chat, reply } : null;
}
