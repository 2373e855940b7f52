import type { Conversation } from '@sachet/shared/contracts/chat';
import type { Language, Provider } from '@sachet/shared/contracts/vocabulary';
import type { ReplySource } from '../../api/chat-stream';
import { randomKey } from '../../ui/random-key';
import { changeChat, changeReply, chatState, setDraft, type Reply, type Seed } from './chat-state';
import { followReply } from './follow-reply';
import { askToStop } from './ask-to-stop';

const begun = {
  turnId: null,
  title: null,
  modelName: null,
  text: '',
  isStopping: false,
  error: null,
  status: null,
} as const;

/** What 'Try again' reads once more, after the connection was lost. */
const sources = new Map<string, { uid: string; source: ReplySource; blockPrice: number | null }>();

/** `blockPrice` is the price of the next block as it was shown, in rupees; null where none begins. */
export function sendMessage({
  uid,
  chat,
  provider,
  prompt,
  language,
  blockPrice = null,
  seed = null,
}: {
  uid: string;
  chat: string;
  provider: Provider;
  prompt: string;
  language: Language;
  blockPrice?: number | null;
  seed?: Seed | null;
}): void {
  const key = randomKey();
  const isNew = chat === 'new';
  begin(chat, { ...begun, key, provider, prompt, seed, isMine: true, phase: 'sending' });
  // Tried again, an earlier message leaves alone what is being typed.
  if (chatState(chat).draft.trim() === prompt) setDraft(chat, '');
  sources.set(key, {
    uid,
    blockPrice,
    source: {
      kind: 'ask',
      idempotencyKey: key,
      order: {
        conversationId: isNew ? null : chat,
        provider,
        prompt,
        language,
        blockPrice,
        ...(isNew && seed && { seedGenerationId: seed.generationId }),
      },
    },
  });
  follow(key);
}

/** Takes up a reply that is being written already: after a reload, or for another tab. */
export function readAlong(uid: string, conversation: Conversation, turnId: string): void {
  const key = randomKey();
  const { id, provider, title, modelName, messages } = conversation;
  const question = messages.find((each) => each.turnId === turnId && each.role === 'user');
  begin(id, {
    ...begun,
    key,
    turnId,
    provider,
    title,
    modelName,
    prompt: question?.content ?? null,
    seed: null,
    isMine: false,
    phase: 'streaming',
  });
  sources.set(key, { uid, blockPrice: null, source: { kind: 'read', turnId } });
  follow(key);
}

function begin(chat: string, reply: Reply): void {
  const { reply: before } = chatState(chat);
  if (before) sources.delete(before.key);
  changeChat(chat, { reply, refusal: null, paid: null, movedTo: null });
}

export function tryAgain({ key }: Reply): void {
  changeReply(key, { phase: 'reconnecting' });
  follow(key);
}

function follow(key: string): void {
  const known = sources.get(key);
  if (!known) return;
  void followReply({ key, ...known }).then((isSettled) => {
    if (isSettled) sources.delete(key);
  });
}

/** Before the server has named the turn, the wish waits until it does. */
export function stopReply({ key, turnId }: Reply): void {
  changeReply(key, { isStopping: true });
  if (turnId) void askToStop(key, turnId);
}
