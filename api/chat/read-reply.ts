/** Sends one reply to one reader, from the position where the reader stopped to the turn's end. */
import { readTurn } from '@sachet/db/chat/turns';
import { whenDatabaseIsBack } from '@sachet/db/connect';
import type { ChatTurn, Conversation } from '@sachet/db/chat/conversations';
import { readProfile } from '@sachet/db/people/profiles';
import type { ChatEvent } from '@sachet/shared/chat/contracts/chat';
import { toFailureReason, toFailureText, failureText } from '@sachet/shared/studio/failure';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { EventStream } from '../http/event-stream.ts';
import type { Dependencies } from '../dependencies.ts';
import { toWallet, toWalletFigures } from '../wallet/wallet-figures.ts';
import type { BegunTurn } from '@sachet/flows/chat/begin-turn';
import { nextReply } from './conversation-view.ts';
import { notificationMaxCharacters, type Reply } from './replies.ts';

type Data<Event extends ChatEvent['event']> = Extract<ChatEvent, { event: Event }>['data'];

interface Reader {
  readonly stream: EventStream;
  /** Characters of the reply that the client already has. */
  readonly from: number;
}

/** How long a reader waits for text from another process before it asks again, milliseconds. */
const askAgainMs = 2_000;

/** How long a reader collects text from another process before it asks for more, milliseconds. */
const gatherMs = 500;

/** How long a reader waits for an unreachable database, milliseconds. */
const readWithinMs = 20_000;

/** Mentions no charge, because only the ledger records whether the reply was charged. */
const endUnknown: Data<'error'> = {
  message: failureText.end_unknown,
  code: 'interrupted',
  reason: 'end_unknown',
};

const brokenOff =
  "The provider broke this reply off. Today's free broken replies are used up, so it counts.";

export async function sendConversation(
  stream: EventStream,
  turn: Pick<
    BegunTurn,
    'id' | 'conversation_id' | 'model_id' | 'model_label' | 'kept_from_turn_id'
  >,
  { title, provider }: Pick<Conversation, 'title' | 'provider'>,
): Promise<void> {
  const data: Data<'conversation'> = {
    conversationId: turn.conversation_id,
    turnId: turn.id,
    title,
    provider,
    modelId: turn.model_id,
    modelName: turn.model_label,
    keptFromTurnId: turn.kept_from_turn_id,
  };
  await stream.send('conversation', data);
}

const whenBack = <T>(read: () => Promise<T>, { closed }: EventStream): Promise<T> =>
  whenDatabaseIsBack(read, { withinMs: readWithinMs, signal: closed });

/** Sends what this process writes, as it arrives and as fast as this client accepts it. */
async function followReply(reply: Reply, { stream, from }: Reader): Promise<number> {
  let sent = from;
  while (!stream.isClosed) {
    if (sent < reply.text.length) {
      const text = reply.text.slice(sent);
      sent = reply.text.length;
      await stream.send('chunk', { text } satisfies Data<'chunk'>, String(sent));
    } else if (reply.ended) break;
    else await reply.next(stream.closed);
  }
  return sent;
}

/**
 * Sends what another process writes, as that process reports it, until the reply has ended and the rest is in
 * the database.
 */
async function followElsewhere(
  { db, live }: Dependencies,
  which: { id: string; uid: string },
  { stream, from }: Reader,
): Promise<number> {
  let sent = from;
  let told = '';
  let mayHaveEnded = false;
  let conversationId: string | undefined;
  let wake = () => {};
  const unsubscribe = live.subscribe((notification) => {
    if (notification === 'missed') mayHaveEnded = true;
    else if (notification.event === 'reply-text') {
      if (notification.id !== which.id || notification.from !== sent) return;
      told = notification.text;
    } else if (notification.event === 'conversation' && notification.id === conversationId) {
      mayHaveEnded = true;
    } else return;
    wake();
  });
  const askFor = (place: number) =>
    whenBack(() => live.tell({ event: 'reply-wanted', id: which.id, from: place }), stream);
  const leave = () => wake();
  stream.closed.addEventListener('abort', leave, { once: true });
  const untilWoken = async (withinMs: number) => {
    const timer = setTimeout(() => wake(), withinMs);
    await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(timer);
  };
  try {
    for (;;) {
      mayHaveEnded = false;
      const found = await whenBack(() => readTurn(db, which), stream);
      conversationId = found?.conversation.id;
      const { status, lease_until: lease } = found?.turn ?? {};
      if (status !== 'streaming' || lease!.getTime() < Date.now()) return sent;
      // A writer that works renews its lease before this moment.
      while (!mayHaveEnded && Date.now() < lease!.getTime()) {
        if (stream.isClosed) return sent;
        told = '';
        const woken = untilWoken(askAgainMs);
        await askFor(sent);
        await woken;
        if (!told) continue;
        const text = told;
        sent += text.length;
        await stream.send('chunk', { text } satisfies Data<'chunk'>, String(sent));
        if (text.length < notificationMaxCharacters && !mayHaveEnded) await untilWoken(gatherMs);
      }
    }
  } finally {
    unsubscribe();
    stream.closed.removeEventListener('abort', leave);
  }
}

/**
 * Sends the reply from the client's position to its end. The text comes from this process, from another
 * process, or from the database.
 */
export async function readReply(
  deps: Dependencies,
  which: { id: string; uid: string },
  reader: Reader,
): Promise<void> {
  const { stream } = reader;
  const reply = deps.replies.find(which.id);
  const sent = await (reply ? followReply(reply, reader) : followElsewhere(deps, which, reader));
  if (!stream.isClosed) await sendEnd(deps, which, { stream, from: sent });
  stream.end();
}

/** Sends the end from the database, not from this process's memory. */
async function sendEnd(
  deps: Dependencies,
  which: { id: string; uid: string },
  { stream, from }: Reader,
): Promise<void> {
  const found = await whenBack(() => readTurn(deps.db, which), stream).catch((error: unknown) => {
    deps.log.error({ err: error, turnId: which.id }, 'failed to read the end of a chat reply');
    return undefined;
  });
  if (!found) return stream.send('error', endUnknown);
  const { turn, conversation } = found;
  const rest = turn.content?.slice(from) ?? '';
  if (rest) {
    const data: Data<'chunk'> = { text: rest };
    await stream.send('chunk', data, String(turn.content!.length));
  }
  switch (turn.status) {
    case 'done':
    case 'stopped':
      await sendBilling(deps, turn, stream);
      return stream.send('done', {
        ...toDoneStatus(turn),
        turnCount: conversation.turn_count,
        paidBlocks: conversation.paid_blocks,
        next: nextReply(conversation),
      } satisfies Data<'done'>);
    case 'cancelled':
      return stream.send('error', {
        message: 'You stopped this before it began. Nothing was charged.',
        code: 'stopped',
        reason: 'cancelled',
      } satisfies Data<'error'>);
    case 'failed': {
      const reason = toFailureReason(turn.error!);
      return stream.send('error', {
        message: toFailureText(turn.error!),
        code: reason === 'interrupted' ? 'interrupted' : 'generation_failed',
        reason,
        until: turn.error!.until,
      } satisfies Data<'error'>);
    }
    case 'streaming':
      return stream.send('error', endUnknown);
    default:
      throw turn.status satisfies never;
  }
}

function toDoneStatus({
  status,
  error,
  is_cut: isCut,
}: Pick<ChatTurn, 'status' | 'error' | 'is_cut'>): Pick<Data<'done'>, 'status' | 'message'> {
  if (status === 'done') return { status: isCut ? 'cut_short' : status };
  return error === null ? { status: 'stopped' } : { status: 'broken_off', message: brokenOff };
}

async function sendBilling(
  { db }: Dependencies,
  { hold_id: holdId, price_paise: pricePaise, uid }: ChatTurn,
  stream: EventStream,
): Promise<void> {
  if (holdId === null || pricePaise === null) return;
  const profile = (await whenBack(() => readProfile(db, uid), stream))!;
  await stream.send('billing', {
    inr: rupeesFromPaise(pricePaise),
    wallet: toWalletFigures(toWallet(profile)),
  } satisfies Data<'billing'>);
}
