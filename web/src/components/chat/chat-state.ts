/**
 * What this tab knows of chats beyond what is saved: what is typed, the reply that is being read,
 * and what went wrong. A chat is named by its conversation's id, or 'new' until it has one.
 */
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { onWorkForgotten } from '../../auth/work';
import { tabStorage } from '../../ui/storage';
import { createStore, useStore } from '../../ui/store';

/** The words of a result that a new conversation goes on from. */
export type Seed = { generationId: string; prompt: string; answer: string; modelName: string };

export type Reply = {
  /** The idempotency key of the message, or of this reading of it. */
  key: string;
  turnId: string | null;
  prompt: string | null;
  /** Sent from here: not by another tab, nor before a reload. */
  isMine: boolean;
  seed: Seed | null;
  provider: Provider;
  title: string | null;
  modelName: string | null;
  text: string;
  /** `lost`: the connection did not come back; `ended`: only the saved version is still awaited. */
  phase: 'sending' | 'streaming' | 'reconnecting' | 'lost' | 'ended';
  isStopping: boolean;
  /** What the stream said went wrong. */
  error: string | null;
  /** How it ended, once the stream has said it and where nothing went wrong. */
  status: 'done' | 'stopped' | null;
  /** undefined until the stream has said it. */
  keptFromTurnId?: string | null;
};

export type ChatState = {
  draft: string;
  reply: Reply | null;
  /** Why the last message was not taken: it is in the box again. */
  refusal: unknown;
  /** The price of a block that went with it, in rupees. */
  refusedPrice: number | null;
  /** What the newest reply has cost, in rupees. */
  paid: { turnId: string; rupees: number } | null;
  /** Of 'new': the conversation that it has become. */
  movedTo: string | null;
};

const draftPrefix = 'sachet.chat-draft.';
const store = createStore<Readonly<Record<string, ChatState>>>({});

onWorkForgotten(() => store.set({}));

function stateOf(all: Readonly<Record<string, ChatState>>, chat: string): ChatState {
  return (
    all[chat] ?? {
      draft: tabStorage.read(draftPrefix + chat) ?? '',
      reply: null,
      refusal: null,
      refusedPrice: null,
      paid: null,
      movedTo: null,
    }
  );
}

export function useChatState(chat: string): ChatState {
  return stateOf(useStore(store), chat);
}

export function chatState(chat: string): ChatState {
  return stateOf(store.get(), chat);
}

export function changeChat(chat: string, change: Partial<ChatState>): void {
  store.set((all) => ({ ...all, [chat]: { ...stateOf(all, chat), ...change } }));
}

export function setDraft(chat: string, draft: string): void {
  changeChat(chat, { draft });
  if (draft === '') tabStorage.remove(draftPrefix + chat);
  else tabStorage.write(draftPrefix + chat, draft);
}

/** What was spoken goes on where the text ends. */
export function appendDraft(chat: string, words: string): void {
  const { draft } = chatState(chat);
  setDraft(chat, draft === '' || /\s$/.test(draft) ? draft + words : `${draft} ${words}`);
}

/** What was not taken is in the box again, before what has been typed since. */
export function giveBack(chat: string, prompt: string): void {
  const { draft } = chatState(chat);
  setDraft(chat, draft.trim() === '' ? prompt : `${prompt}\n\n${draft}`);
}

/** Closing the window clears its state; a reply under way goes on without us and is saved. */
export function forgetChat(chat: string): void {
  tabStorage.remove(draftPrefix + chat);
  store.set((all) => {
    const { [chat]: _forgotten, ...others } = all;
    return others;
  });
}

/** The chat that this reply belongs to; null once its window was closed. */
export function chatOfReply(key: string): string | null {
  return Object.entries(store.get()).find(([, state]) => state.reply?.key === key)?.[0] ?? null;
}

export function changeReply(key: string, change: Partial<Reply>): void {
  const chat = chatOfReply(key);
  const reply = chat && chatState(chat).reply;
  if (reply) changeChat(chat, { reply: { ...reply, ...change } });
}

/** A new chat has its conversation: what is known of it goes over, and 'new' says where to. */
export function moveChat(conversationId: string): void {
  const { movedTo: _none, ...state } = chatState('new');
  forgetChat('new');
  changeChat(conversationId, state);
  setDraft(conversationId, state.draft);
  changeChat('new', { movedTo: conversationId });
}

export function isUnderWay(reply: Reply | null): boolean {
  return reply !== null && reply.phase !== 'lost' && reply.phase !== 'ended';
}
