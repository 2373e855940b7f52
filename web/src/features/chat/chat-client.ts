import type { Conversation } from '@sachet/shared/chat/contracts/chat';
import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import { api } from '../../api/client';
import { t } from '../../i18n/translate';
import { cacheReplyEnd, revalidateConversation } from '../../api/chat';
import { toErrorMessage } from '../../api/errors';
import { isAboutFunds, isFailure, type ApiFailure } from '../../api/failure';
import { cacheFigures, revalidateWallet } from '../../api/hooks';
import { revalidate } from '../../api/keys';
import type { Photo } from '../../browser/photo-store';
import { forgetUpload, isCancelled, uploadPhoto } from '../studio/photos/photo-upload';
import { openAuth, openVerify, openWallet } from '../../app/base/dialogs';
import { randomKey } from '../../browser/random-key';
import { notify } from '../../ui/Toaster';
import type { Begun, Reply, Seed } from './chat-reducer';
import { dispatch, getReply } from './chat-store';
import { readReply, type ReplyEnd, type ReplyListener, type ReplySource } from './reply-transport';

type Sent = {
  uid: string;
  source: ReplySource;
  blockPrice: number | null;
  pictures: readonly Photo[];
};

/** The sent messages by the key of their reply. 'Try again' uses them after a lost connection. */
const sent = new Map<string, Sent>();

/**
 * Sends a message. `blockPrice` is the shown price of the next block in rupees; null if the message does not
 * open a block.
 */
export function sendMessage({
  uid,
  chat,
  provider,
  prompt,
  language,
  blockPrice = null,
  seed = null,
  pictures = [],
  replacesTurnId = null,
  isEdit = false,
}: {
  uid: string;
  chat: string;
  provider: Provider;
  prompt: string;
  language: Language;
  blockPrice?: number | null;
  seed?: Seed | null;
  pictures?: readonly Photo[];
  /** The turn whose place the new one takes; it keeps its pictures. */
  replacesTurnId?: string | null;
  isEdit?: boolean;
}): void {
  const key = randomKey();
  const isNew = chat === 'new';
  const message = { key, provider, prompt, seed, pictures, replacesTurnId, isEdit };
  dispatch({ type: 'sent', chat, message });
  const order = {
    conversationId: isNew ? null : chat,
    provider,
    prompt,
    language,
    blockPrice,
    ...(replacesTurnId !== null && { replacesTurnId }),
    ...(isNew && seed && { seedGenerationId: seed.generationId }),
  };
  const send = (uploadIds: string[]) => {
    const source = { kind: 'ask', idempotencyKey: key, order: { ...order, uploadIds } } as const;
    sent.set(key, { uid, blockPrice, source, pictures });
    void follow(key);
  };
  if (pictures.length === 0) send([]);
  else void uploadFirst(key, pictures, send);
}

/** Sends the message after its pictures are uploaded. If that fails, the message returns to the box. */
async function uploadFirst(
  key: string,
  pictures: readonly Photo[],
  send: (uploadIds: string[]) => void,
): Promise<void> {
  const uploadIds: string[] = [];
  try {
    for (const picture of pictures) uploadIds.push(await uploadPhoto(picture));
  } catch (thrown) {
    if (isCancelled(thrown)) return dispatch({ type: 'takenBack', key, isRestored: true });
    return dispatch({ type: 'refused', key, refusal: thrown, price: null });
  }
  const isWanted = getReply(key)?.reply.isStopping === false;
  if (isWanted) send(uploadIds);
  else dispatch({ type: 'takenBack', key, isRestored: true });
}

/** Reads a reply that is already being written, after a reload or for another tab. */
export function readAlong(uid: string, conversation: Conversation, turnId: string): void {
  const key = randomKey();
  dispatch({ type: 'joined', chat: conversation.id, conversation, turnId, key });
  sent.set(key, { uid, blockPrice: null, source: { kind: 'read', turnId }, pictures: [] });
  void follow(key);
}

export function retryReply({ key }: Reply): void {
  dispatch({ type: 'disconnected', key });
  void follow(key);
}

/** Stops a reply. If the server has not named the turn yet, the request is sent as soon as it has. */
export function stopReply({ key, turnId }: Reply): void {
  dispatch({ type: 'stopping', key, isStopping: true });
  if (turnId) void askToStop(key, turnId);
}

async function askToStop(key: string, turnId: string): Promise<void> {
  try {
    await api('POST /api/stop-chat', { body: { turnId } });
  } catch (thrown) {
    // Either the reply has just ended, or the user can press the button again.
    dispatch({ type: 'stopping', key, isStopping: false });
    if (isFailure(thrown, 'no_free_cancels')) notify.info(toErrorMessage(t, thrown));
  }
}

/** Reads a reply into the state of its chat until the reply has ended or the window is closed. */
async function follow(key: string): Promise<void> {
  const known = sent.get(key);
  const begun = getReply(key)?.reply;
  if (!known || !begun) return;
  const { uid, source } = known;
  const connection = new AbortController();
  const whileOpen = (act: () => void) => (getReply(key) ? act() : connection.abort());
  const listener: ReplyListener = {
    onBegun: (data) => whileOpen(() => beginTurn(key, uid, data)),
    onBilled: ({ inr, wallet }) =>
      whileOpen(() => {
        void cacheFigures(uid, wallet);
        dispatch({ type: 'paid', key, rupees: inr });
        void revalidateWallet(uid);
      }),
    onText: (text) => whileOpen(() => dispatch({ type: 'written', key, text })),
    onConnected: () => whileOpen(() => dispatch({ type: 'connected', key })),
    onDisconnected: () => whileOpen(() => dispatch({ type: 'disconnected', key })),
  };
  const outcome = await readReply(source, begun, listener, connection.signal);
  if (outcome.kind === 'lost') return dispatch({ type: 'lost', key });
  sent.delete(key);
  if (outcome.kind === 'refused') await refuse(key, known, outcome.failure);
  if (outcome.kind === 'ended') await end(key, uid, outcome.end);
}

function beginTurn(key: string, uid: string, data: Begun): void {
  const before = getReply(key);
  dispatch({ type: 'begun', key, data });
  if (before?.chat === 'new') void revalidate('/api/conversations');
  if (before?.reply.isStopping) void askToStop(key, data.turnId);
}

/**
 * Replaces the streamed reply with the saved version. Until the saved version is read, the streamed one
 * stays.
 */
async function end(key: string, uid: string, replyEnd: ReplyEnd): Promise<void> {
  const open = getReply(key);
  if (!open) return;
  const { chat, reply } = open;
  if (replyEnd.event === 'done') await cacheReplyEnd(uid, chat, replyEnd.data);
  const isTakenBack = replyEnd.event === 'error' && replyEnd.data.code === 'stopped';
  // Reads the wallet again, because it shows the free cancels and the stop may have used one.
  if (isTakenBack) void revalidateWallet(uid);
  const isSaved = chat !== 'new' && (await readAgain(uid, chat));
  // Restores the message in the tab that stopped the reply, even if another tab sent it.
  if (isTakenBack) dispatch({ type: 'takenBack', key, isRestored: reply.isStopping });
  else if (isSaved) dispatch({ type: 'saved', key });
  else {
    const isDone = replyEnd.event === 'done';
    const status = isDone ? replyEnd.data.status : null;
    const error = isDone ? null : replyEnd.data;
    dispatch({ type: 'ended', key, status, error });
  }
}

async function readAgain(uid: string, conversationId: string): Promise<boolean> {
  try {
    const [saved] = await Promise.all([
      revalidateConversation(uid, conversationId),
      revalidate('/api/conversations'),
    ]);
    return saved !== null;
  } catch {
    return false;
  }
}

/** Puts a refused message back into the box and shows the reason. */
async function refuse(
  key: string,
  { uid, blockPrice, pictures }: Sent,
  refusal: ApiFailure,
): Promise<void> {
  // An upload lasts a day.
  if (refusal.field === 'uploadIds') pictures.forEach(forgetUpload);
  const chat = getReply(key)?.chat;
  if (!chat) return;
  if (chat !== 'new') await readAgain(uid, chat);
  dispatch({ type: 'refused', key, refusal, price: blockPrice });
  if (isAboutFunds(refusal)) openWallet(blockPrice);
  if (isFailure(refusal, 'email_unverified', 'allowance_used_up')) openVerify();
  if (isFailure(refusal, 'unauthenticated')) openAuth('login');
}
