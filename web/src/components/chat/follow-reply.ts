import type { ChatEvent } from '@sachet/shared/contracts/chat';
import { t } from 'i18next';
import { keepEndOfReply, readConversationAgain, readConversationsAgain } from '../../api/chat';
import { readReply, type ReplySource } from '../../api/chat-stream';
import { ApiFailure, isAboutFunds, isFailure } from '../../api/failure';
import { readWalletAgain } from '../../api/hooks';
import { askToStop } from './ask-to-stop';
import { openAuth, openVerify, openWallet } from '../dialogs';
import {
  changeChat,
  changeReply,
  chatOfReply,
  chatState,
  giveBack,
  moveChat,
  type Reply,
} from './chat-state';
import { createTextFlow } from './text-flow';

type End = Extract<ChatEvent, { event: 'done' | 'error' }>;

const triesMax = 5;
const firstRetryMs = 400;

/**
 * Reads a reply into its chat's state until it has ended, over as many connections as that takes.
 * False: the connection did not come back, and the same may be called again.
 */
export async function followReply(given: {
  key: string;
  uid: string;
  source: ReplySource;
  blockPrice: number | null;
}): Promise<boolean> {
  const { key, uid } = given;
  const connection = new AbortController();
  const flow = createTextFlow(replyOf(key)?.text ?? '', (text) => changeReply(key, { text }));
  let end: End | null = null;
  let triesLeft = triesMax;

  function hear(event: ChatEvent, at: number | null): void {
    if (!chatOfReply(key)) return connection.abort();
    triesLeft = triesMax;
    switch (event.event) {
      case 'conversation':
        return begin(key, uid, event.data);
      case 'chunk':
        if (replyOf(key)?.phase !== 'streaming') changeReply(key, { phase: 'streaming' });
        return flow.add(event.data.text, at);
      case 'billing':
        return note(key, uid, event.data);
      case 'done':
      case 'error':
        end = event;
    }
  }

  for (;;) {
    try {
      await readReply(sourceNow(given), {
        after: flow.length(),
        signal: connection.signal,
        onEvent: hear,
      });
    } catch (thrown) {
      if (isRefusal(thrown, replyOf(key))) {
        await refuse(given, thrown);
        return true;
      }
    }
    flow.flush();
    if (end) {
      await settle(key, uid, end);
      return true;
    }
    if (!chatOfReply(key)) return true;
    triesLeft -= 1;
    if (triesLeft === 0) {
      changeReply(key, { phase: 'lost', isStopping: false });
      return false;
    }
    changeReply(key, { phase: 'reconnecting' });
    await untilWorthATry(firstRetryMs * 2 ** (triesMax - 1 - triesLeft));
  }
}

function replyOf(key: string): Reply | null {
  const chat = chatOfReply(key);
  return chat === null ? null : chatState(chat).reply;
}

/** Once the turn has a name it is read by that: a message can then not be sent twice. */
function sourceNow({ key, source }: { key: string; source: ReplySource }): ReplySource {
  const turnId = replyOf(key)?.turnId;
  return turnId ? { kind: 'read', turnId } : source;
}

function begin(
  key: string,
  uid: string,
  data: Extract<ChatEvent, { event: 'conversation' }>['data'],
): void {
  const { conversationId, turnId, title, modelName, keptFromTurnId } = data;
  const isStopping = replyOf(key)?.isStopping;
  changeReply(key, { turnId, title, modelName, keptFromTurnId, phase: 'streaming' });
  if (chatOfReply(key) === 'new') {
    moveChat(conversationId);
    void readConversationsAgain(uid);
  }
  if (isStopping) void askToStop(key, turnId);
}

function note(
  key: string,
  uid: string,
  { inr }: Extract<ChatEvent, { event: 'billing' }>['data'],
): void {
  const chat = chatOfReply(key);
  const turnId = replyOf(key)?.turnId;
  if (chat && turnId) changeChat(chat, { paid: { turnId, rupees: inr } });
  void readWalletAgain(uid);
}

/** The saved version takes the place of what was read here; until it is there, this one stands. */
async function settle(key: string, uid: string, end: End): Promise<void> {
  const chat = chatOfReply(key);
  const reply = replyOf(key);
  if (!chat || !reply) return;
  if (end.event === 'done') await keepEndOfReply(uid, chat, end.data);
  const isTakenBack = end.event === 'error' && end.data.code === 'stopped';
  // It may have taken a free cancel, which is told there.
  if (isTakenBack) void readWalletAgain(uid);
  const saved = chat === 'new' ? null : await readAgain(uid, chat);
  if (chatOfReply(key) !== chat) return;
  // In the tab where it was stopped, wherever it was sent from.
  if (isTakenBack && reply.isStopping && reply.prompt) giveBack(chat, reply.prompt);
  if (saved || isTakenBack) changeChat(chat, { reply: null });
  else {
    const told =
      end.event === 'done'
        ? { status: end.data.status }
        : { error: t('chat.error', { message: end.data.message }) };
    changeReply(key, { phase: 'ended', isStopping: false, ...told });
  }
}

async function readAgain(uid: string, conversationId: string): Promise<boolean> {
  try {
    const [saved] = await Promise.all([
      readConversationAgain(uid, conversationId),
      readConversationsAgain(uid),
    ]);
    return saved !== null;
  } catch {
    return false;
  }
}

/** It never began: the message is in the box again, with what to do about it. */
async function refuse(
  { key, uid, blockPrice }: { key: string; uid: string; blockPrice: number | null },
  refusal: unknown,
): Promise<void> {
  const chat = chatOfReply(key);
  const prompt = replyOf(key)?.prompt;
  if (!chat) return;
  if (chat !== 'new') await readAgain(uid, chat);
  changeChat(chat, { reply: null, refusal, refusedPrice: blockPrice });
  if (prompt) giveBack(chat, prompt);
  if (isAboutFunds(refusal)) openWallet(blockPrice);
  if (isFailure(refusal, 'email_unverified')) openVerify();
  if (isFailure(refusal, 'unauthenticated')) openAuth('login');
}

/** What another try would not change. A reply that had begun is given up only when it is gone. */
function isRefusal(thrown: unknown, reply: Reply | null): boolean {
  if (!(thrown instanceof ApiFailure) || thrown.status === 0) return false;
  if (reply?.turnId) return isFailure(thrown, 'not_found', 'forbidden', 'account_disabled');
  return thrown.code !== null;
}

/** Waits, but no longer than until the network or the reader comes back. */
function untilWorthATry(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, waitMs * (0.75 + Math.random() / 2));
    window.addEventListener('online', go);
    document.addEventListener('visibilitychange', go);
    function go(): void {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      document.removeEventListener('visibilitychange', go);
      resolve();
    }
  });
}
