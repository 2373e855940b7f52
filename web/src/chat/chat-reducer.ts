/**
 * What this tab knows of chats beyond what is saved: what is typed, the reply that is being read,
 * and what went wrong. A chat is named by its conversation's id, or 'new' until it has one.
 */
import type { ChatEvent, Conversation } from '@sachet/shared/contracts/chat';
import type { Provider } from '@sachet/shared/contracts/vocabulary';

/** The words of a result that a new conversation goes on from. */
export type Seed = { generationId: string; prompt: string; answer: string; modelName: string };

/** `message` is the server's English, `reason` what the client translates. */
type ReplyError = Pick<Extract<ChatEvent, { event: 'error' }>['data'], 'message' | 'reason'>;

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
  error: ReplyError | null;
  /** How it ended, once the stream has said it and where nothing went wrong. */
  status: 'done' | 'cut_short' | 'stopped' | 'broken_off' | null;
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

export type Chats = Readonly<Record<string, ChatState>>;

export type Begun = Extract<ChatEvent, { event: 'conversation' }>['data'];

export type ChatAction =
  | { type: 'typed'; chat: string; draft: string }
  /** Spoken: it goes on where the text ends. */
  | { type: 'dictated'; chat: string; words: string }
  | {
      type: 'sent';
      chat: string;
      message: Pick<Reply, 'key' | 'provider' | 'seed'> & { prompt: string };
    }
  /** A reply that is being written already is read: after a reload, or for another tab. */
  | { type: 'joined'; chat: string; conversation: Conversation; turnId: string; key: string }
  /** The server has named the turn, and perhaps the conversation. */
  | { type: 'begun'; key: string; data: Begun }
  | { type: 'connected'; key: string }
  | { type: 'disconnected'; key: string }
  /** The connection did not come back. */
  | { type: 'lost'; key: string }
  /** All of the text so far. */
  | { type: 'written'; key: string; text: string }
  | { type: 'paid'; key: string; rupees: number }
  | { type: 'stopping'; key: string; isStopping: boolean }
  /** The saved version takes its place, where it could be read. */
  | { type: 'saved'; key: string }
  /** Stopped before its first words. Where that was asked for here, its message is in the box again. */
  | { type: 'takenBack'; key: string; isRestored: boolean }
  /** The saved version could not be read: until it is, this one stands. */
  | { type: 'ended'; key: string; status: Reply['status']; error: ReplyError | null }
  /** It never began: the message is in the box again. */
  | { type: 'refused'; key: string; refusal: unknown; price: number | null }
  /** Something else has succeeded since: an old refusal says nothing any more. */
  | { type: 'succeeded' }
  /** The address names the conversation that 'new' has become. */
  | { type: 'followed'; chat: 'new' }
  /** Its window: a reply under way goes on without us and is saved. */
  | { type: 'closed'; chat: string }
  /** Somebody else may sit here now. */
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
        // Tried again, an earlier message leaves alone what is being typed.
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

/** The chat that this reply belongs to; null once its window was closed. */
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

/** A new chat has its conversation: what is known of it goes over, and 'new' says where to. */
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

/** Nothing is changed once the reply's window was closed, or another reply has taken its place. */
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

/** What was not taken stands before what has been typed since. */
function restore(prompt: string | null, draft: string): string {
  if (!prompt) return draft;
  return draft.trim() === '' ? prompt : `${prompt}\n\n${draft}`;
}
