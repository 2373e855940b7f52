/**
 * The state of chats in this tab that is not saved: drafts, replies in progress and errors. It is stored by
 * the conversation's id, or by 'new' for a chat without one.
 */
import type { ChatEvent, Conversation } from '@sachet/shared/contracts/chat';
import type { Provider } from '@sachet/shared/contracts/vocabulary';

/** The result with which a new chat continues. */
export type Seed = { generationId: string; prompt: string; answer: string; modelName: string };

/** `message` is the server's English text. The client translates `reason`. */
type ReplyError = Pick<Extract<ChatEvent, { event: 'error' }>['data'], 'message' | 'reason'>;

export type Reply = {
  /** The idempotency key of the message. A reply that this tab only reads has its own key. */
  key: string;
  turnId: string | null;
  prompt: string | null;
  /** Whether this tab has sent the message since its last reload. */
  isMine: boolean;
  seed: Seed | null;
  provider: Provider;
  title: string | null;
  modelName: string | null;
  text: string;
  /** `lost`: the connection could not be restored; `ended`: only the saved version has not been read. */
  phase: 'sending' | 'streaming' | 'reconnecting' | 'lost' | 'ended';
  isStopping: boolean;
  /** The error that the stream reported. */
  error: ReplyError | null;
  /** How the reply ended without an error, once the stream has reported it. */
  status: 'done' | 'cut_short' | 'stopped' | 'broken_off' | null;
  /** The first turn that the model still sees, or null; undefined until the stream has reported it. */
  keptFromTurnId?: string | null;
};

export type ChatState = {
  draft: string;
  reply: Reply | null;
  /** Why the last message was refused. That message is in the box again. */
  refusal: unknown;
  /** The price in rupees that was shown for the block of the refused message. */
  refusedPrice: number | null;
  /** The price of the newest reply, in rupees. */
  paid: { turnId: string; rupees: number } | null;
  /** The conversation that 'new' has become; null in all other chats. */
  movedTo: string | null;
};

export type Chats = Readonly<Record<string, ChatState>>;

export type Begun = Extract<ChatEvent, { event: 'conversation' }>['data'];

export type ChatAction =
  | { type: 'typed'; chat: string; draft: string }
  /** Appends dictated words to the draft. */
  | { type: 'dictated'; chat: string; words: string }
  | {
      type: 'sent';
      chat: string;
      message: Pick<Reply, 'key' | 'provider' | 'seed'> & { prompt: string };
    }
  /** Reads a reply that is already being written, after a reload or for another tab. */
  | { type: 'joined'; chat: string; conversation: Conversation; turnId: string; key: string }
  /** The server has named the turn, and for a new chat also the conversation. */
  | { type: 'begun'; key: string; data: Begun }
  | { type: 'connected'; key: string }
  | { type: 'disconnected'; key: string }
  /** The connection could not be restored. */
  | { type: 'lost'; key: string }
  /** The whole text of the reply so far. */
  | { type: 'written'; key: string; text: string }
  | { type: 'paid'; key: string; rupees: number }
  | { type: 'stopping'; key: string; isStopping: boolean }
  /** The saved version was read and replaces the streamed reply. */
  | { type: 'saved'; key: string }
  /** The reply was stopped before its first words. If this tab stopped it, the message returns to the box. */
  | { type: 'takenBack'; key: string; isRestored: boolean }
  /** The reply has ended but its saved version could not be read, so the streamed text stays. */
  | { type: 'ended'; key: string; status: Reply['status']; error: ReplyError | null }
  /** The message was refused and returns to the box. */
  | { type: 'refused'; key: string; refusal: unknown; price: number | null }
  /** Another action has succeeded, so an old refusal no longer applies. */
  | { type: 'succeeded' }
  /** The address now contains the conversation that the chat 'new' has become. */
  | { type: 'followed'; chat: 'new' }
  /** The window was closed. A reply in progress continues on the server and is saved. */
  | { type: 'closed'; chat: string }
  /** All chats are removed, because another user may sign in. */
  | { type: 'forgotten' };

export const emptyChat: ChatState = {
  draft: '',
  reply: null,
  refusal: null,
  refusedPrice: null,
  paid: null,
  movedTo: null,
};

const emptyReply = {
  turnId: null,
  title: null,
  modelName: null,
  text: '',
  isStopping: false,
  error: null,
  status: null,
} as const;

export function reduceChats(chats: Chats, action: ChatAction): Chats {
  switch (action.type) {
    case 'typed':
      return change(chats, action.chat, () => ({ draft: action.draft }));
    case 'dictated':
      return change(chats, action.chat, ({ draft }) => ({ draft: append(draft, action.words) }));
    case 'sent': {
      const { message } = action;
      const reply: Reply = { ...emptyReply, ...message, isMine: true, phase: 'sending' };
      return change(chats, action.chat, ({ draft }) => ({
        ...begin(reply),
        // If the user retries an earlier message, the current draft stays.
        draft: draft.trim() === message.prompt ? '' : draft,
      }));
    }
    case 'joined':
      return change(chats, action.chat, () => begin(toReadAlong(action)));
    case 'begun':
      return beginTurn(chats, action.key, action.data);
    case 'connected':
      return changeReply(chats, action.key, { phase: 'streaming' });
    case 'disconnected':
      return changeReply(chats, action.key, { phase: 'reconnecting' });
    case 'lost':
      return changeReply(chats, action.key, { phase: 'lost', isStopping: false });
    case 'written':
      return changeReply(chats, action.key, { text: action.text });
    case 'paid':
      return changeByReply(chats, action.key, (_chat, { turnId }) =>
        turnId === null ? {} : { paid: { turnId, rupees: action.rupees } },
      );
    case 'stopping':
      return changeReply(chats, action.key, { isStopping: action.isStopping });
    case 'saved':
      return changeByReply(chats, action.key, () => ({ reply: null }));
    case 'takenBack':
      return changeByReply(chats, action.key, ({ draft }, { prompt }) => ({
        reply: null,
        draft: action.isRestored ? restore(prompt, draft) : draft,
      }));
    case 'ended': {
      const { status, error } = action;
      return changeReply(chats, action.key, { phase: 'ended', isStopping: false, status, error });
    }
    case 'refused':
      return changeByReply(chats, action.key, ({ draft }, { prompt }) => ({
        reply: null,
        refusal: action.refusal,
        refusedPrice: action.price,
        draft: restore(prompt, draft),
      }));
    case 'succeeded':
      return Object.fromEntries(
        Object.entries(chats).map(([chat, state]) => [chat, { ...state, refusal: null }]),
      );
    case 'followed':
      return change(chats, action.chat, () => ({ movedTo: null }));
    case 'closed':
      return without(chats, action.chat);
    case 'forgotten':
      return {};
    default:
      return action satisfies never;
  }
}

/** Finds the chat that this reply belongs to; null after its window was closed. */
export function findChat(chats: Chats, key: string): string | null {
  return Object.entries(chats).find(([, { reply }]) => reply?.key === key)?.[0] ?? null;
}

export function isUnderWay(reply: Reply | null): boolean {
  return reply !== null && reply.phase !== 'lost' && reply.phase !== 'ended';
}

function begin(reply: Reply): Partial<ChatState> {
  return { reply, refusal: null, paid: null, movedTo: null };
}

function toReadAlong({
  conversation,
  turnId,
  key,
}: Extract<ChatAction, { type: 'joined' }>): Reply {
  const { provider, title, modelName, messages } = conversation;
  const question = messages.find((each) => each.turnId === turnId && each.role === 'user');
  return {
    ...emptyReply,
    key,
    turnId,
    provider,
    title,
    modelName,
    prompt: question?.content ?? null,
    seed: null,
    isMine: false,
    phase: 'streaming',
  };
}

/** Moves the state of 'new' to the new conversation. The entry 'new' then points to that conversation. */
function beginTurn(chats: Chats, key: string, data: Begun): Chats {
  const { conversationId, turnId, title, modelName, keptFromTurnId } = data;
  const begun = changeReply(chats, key, {
    turnId,
    title,
    modelName,
    keptFromTurnId,
    phase: 'streaming',
  });
  const { new: moved, ...others } = begun;
  if (!moved || findChat(begun, key) !== 'new') return begun;
  return {
    ...others,
    [conversationId]: { ...moved, movedTo: null },
    new: { ...emptyChat, movedTo: conversationId },
  };
}

function change(chats: Chats, chat: string, to: (state: ChatState) => Partial<ChatState>): Chats {
  const state = chats[chat] ?? emptyChat;
  return { ...chats, [chat]: { ...state, ...to(state) } };
}

/**
 * Changes the chat of a reply. Does nothing if the window was closed or another reply has replaced this one.
 */
function changeByReply(
  chats: Chats,
  key: string,
  to: (state: ChatState, reply: Reply) => Partial<ChatState>,
): Chats {
  const chat = findChat(chats, key);
  if (chat === null) return chats;
  return change(chats, chat, (state) => (state.reply ? to(state, state.reply) : {}));
}

function changeReply(chats: Chats, key: string, to: Partial<Reply>): Chats {
  return changeByReply(chats, key, (_state, reply) => ({ reply: { ...reply, ...to } }));
}

function without(chats: Chats, chat: string): Chats {
  const { [chat]: _closed, ...others } = chats;
  return others;
}

function append(draft: string, words: string): string {
  return draft === '' || /\s$/.test(draft) ? draft + words : `${draft} ${words}`;
}

/** Puts a refused message in front of the text that the user has typed since. */
function restore(prompt: string | null, draft: string): string {
  if (!prompt) return draft;
  return draft.trim() === '' ? prompt : `${prompt}\n\n${draft}`;
}
