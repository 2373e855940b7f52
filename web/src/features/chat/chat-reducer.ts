/**
 * The state of chats in this tab that is not saved: drafts, replies in progress and errors. It is stored by
 * the conversation's id, or by 'new' for a chat without one.
 */
import { messagePicturesMax } from '@sachet/shared/chat/chat';
import type { ChatEvent, Conversation } from '@sachet/shared/chat/contracts/chat';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { Photo } from '../../browser/photo-store';
import { appendWords } from './voice/append-words';

/** The result with which a new chat continues. */
export type Seed = { generationId: string; prompt: string; answer: string; modelName: string };

/** `message` is the server's English text. The client translates `reason`. */
type ReplyError = Pick<
  Extract<ChatEvent, { event: 'error' }>['data'],
  'message' | 'reason' | 'until'
>;

export type Reply = {
  /** The idempotency key of the message. A reply that this tab only reads has its own key. */
  key: string;
  turnId: string | null;
  prompt: string | null;
  /** Pictures that this tab sends with the message. */
  pictures: readonly Photo[];
  /** The turn that this one replaces unless it fails; null for a further message. */
  replacesTurnId: string | null;
  /** Whether the user changed the words of the replaced message. */
  isEdit: boolean;
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
  /** Pictures of the next message. They do not survive a reload. */
  pictures: readonly Photo[];
  /** The new words of the last message while the user edits it; otherwise null. */
  editing: string | null;
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
  | { type: 'attached'; chat: string; pictures: readonly Photo[] }
  /** Changes the words while the user edits the last message; null ends the editing. */
  | { type: 'edited'; chat: string; words: string | null }
  | {
      type: 'sent';
      chat: string;
      message: Pick<
        Reply,
        'key' | 'provider' | 'seed' | 'pictures' | 'replacesTurnId' | 'isEdit'
      > & { prompt: string };
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
  pictures: [],
  editing: null,
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
      return change(chats, action.chat, ({ draft }) => ({
        draft: appendWords(draft, action.words),
      }));
    case 'attached':
      return change(chats, action.chat, () => ({ pictures: action.pictures }));
    case 'edited':
      return change(chats, action.chat, () => ({ editing: action.words }));
    case 'sent':
      return change(chats, action.chat, (state) => send(state, action.message));
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
      return changeByReply(chats, action.key, (state, reply) => ({
        reply: null,
        ...(action.isRestored && restore(reply, state)),
      }));
    case 'ended': {
      const { status, error } = action;
      return changeReply(chats, action.key, { phase: 'ended', isStopping: false, status, error });
    }
    case 'refused':
      return changeByReply(chats, action.key, (state, reply) => ({
        reply: null,
        refusal: action.refusal,
        refusedPrice: action.price,
        ...restore(reply, state),
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

export function isReplyInProgress(reply: Reply | null): boolean {
  return reply !== null && reply.phase !== 'lost' && reply.phase !== 'ended';
}

function send(
  { draft, pictures }: ChatState,
  message: Extract<ChatAction, { type: 'sent' }>['message'],
): Partial<ChatState> {
  const reply: Reply = { ...emptyReply, ...message, isMine: true, phase: 'sending' };
  // Retrying or replacing an earlier message keeps the current draft.
  const isDraft = message.replacesTurnId === null && draft.trim() === message.prompt;
  return {
    ...begin(reply),
    editing: null,
    draft: isDraft ? '' : draft,
    pictures: isDraft ? [] : pictures,
  };
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
    pictures: [],
    replacesTurnId: question?.replacesTurnId ?? null,
    isEdit: false,
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

/**
 * Puts a refused message and its pictures before the text that the user has typed since. An edited message is
 * edited again. A request for another reply has nothing to restore.
 */
function restore(reply: Reply, { draft, pictures }: ChatState): Partial<ChatState> {
  const { prompt, replacesTurnId, isEdit } = reply;
  if (isEdit) return { editing: prompt };
  if (!prompt || replacesTurnId !== null) return {};
  return {
    draft: draft.trim() === '' ? prompt : `${prompt}\n\n${draft}`,
    pictures: [...reply.pictures, ...pictures].slice(0, messagePicturesMax),
  };
}
