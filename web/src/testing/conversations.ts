import type {
  ChatEvent,
  ChatRequest,
  Conversation,
  ConversationSummary,
  Message,
  RenameConversationRequest,
  ReplyStatus,
  StopChatRequest,
} from '@sachet/shared/chat/contracts/chat';
import type { FailureReason } from '@sachet/shared/studio/contracts/failure';
import { failureText } from '@sachet/shared/studio/failure';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { openEventStream, type EventStream } from './event-stream';
import { figuresAfter } from './people';
import { answer, cutOff, respond, type Sent } from './server';

const at = '2026-03-01T10:00:00.000Z';

const plain = {
  replacesTurnId: null,
  pictures: [],
  status: null,
  modelName: null,
  charged: null,
  reason: null,
};

/** The two messages of a question and its reply. */
export function someTurn(
  number: number,
  given: { question?: string; reply?: string; status?: ReplyStatus; charged?: number | null } = {},
): Message[] {
  const { question = `Question ${number}`, reply = `Answer ${number}`, status = 'done' } = given;
  const turnId = `turn_${number}`;
  const each = { ...plain, createdAt: at, turnId };
  return [
    { ...each, role: 'user', content: question },
    {
      ...each,
      role: 'assistant',
      content: reply,
      status,
      modelName: 'Gemini Flash',
      charged: given.charged ?? null,
    },
  ];
}

/** A conversation with one reply. It has defaults that a test can override. */
export const someConversation = (given: Partial<Conversation> = {}): Conversation => ({
  id: 'con_1',
  uid: 'user',
  provider: 'google',
  modelId: 'gemini-flash',
  modelName: 'Gemini Flash',
  language: 'en',
  title: 'Kites for Uttarayan',
  turnCount: 1,
  paidBlocks: 0,
  createdAt: at,
  updatedAt: at,
  messages: someTurn(1),
  keptFromTurnId: null,
  streamingTurnId: null,
  next: { block: 0, repliesLeft: 4, inr: 0 },
  ...given,
});

const pageSize = 20;

/**
 * Answers with pages of these conversations, the last written first. Requests to rename or delete change
 * them.
 */
export function answerConversations(given: ConversationSummary[]): void {
  let all = given;
  answer('GET /api/conversations', ({ search }) => {
    const after = search.get('after');
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return { conversations: all.slice(start, start + pageSize) };
  });
  answer('PATCH /api/conversation', ({ search, body }) => {
    const { title } = body as RenameConversationRequest;
    all = all.map((each) => (each.id === search.get('id') ? { ...each, title } : each));
    return all.find(({ id }) => id === search.get('id'))!;
  });
  respond('DELETE /api/conversation', ({ search }) => {
    all = all.filter(({ id }) => id !== search.get('id'));
    return new Response(null, { status: 204 });
  });
}

type DataOf<Name> = Extract<ChatEvent, { event: Name }>['data'];

/** The server's side of a conversation. A test controls it. */
export interface ServedChat {
  saved(): Conversation;
  /** Sends more text of the reply in progress, as the model writes it. */
  write(text: string): void;
  finish(given?: {
    status?: 'done' | 'stopped' | 'broken_off';
    inr?: number;
    next?: Conversation['next'];
  }): void;
  /**
   * Fails the reply, for which nothing is charged. A null `reason` is one that the client does not
   * know.
   */
  fail(reason: FailureReason | null, message?: string): void;
  /** Stops the reply before its first words, as if the user had never requested it. */
  takeBack(): void;
  /** Breaks every connection. New connections work. */
  breakOff(): void;
  /** Breaks every connection and refuses new ones until `plugIn`. */
  pull(): void;
  plugIn(): void;
  /** For each connection, the number of characters after which it started reading the reply. */
  readonly connections: number[];
  /** The ids of the turns that the client asked to stop. */
  readonly stopped: string[];
}

/**
 * Answers requests for one conversation and its messages. If `isNew`, the first message creates the
 * conversation.
 */
export function answerChat(given: Conversation, { isNew = false } = {}): ServedChat {
  let saved = isNew ? { ...given, turnCount: 0, messages: [] } : given;
  let text = '';
  let turnId = saved.streamingTurnId;
  let openStreams: EventStream[] = [];
  const connections: number[] = [];
  const stopped: string[] = [];
  let end: ((stream: EventStream) => void) | null = null;

  function send<Name extends ChatEvent['event']>(
    event: Name,
    data: DataOf<Name>,
    stream: EventStream,
    id?: number,
  ): void {
    stream.send(event, data, id);
  }

  function connect({ headers }: Sent): Response {
    const { response, stream } = openEventStream();
    const after = Number(headers.get('Last-Event-ID') ?? 0);
    connections.push(after);
    const { id, title, provider, modelId, modelName, keptFromTurnId } = saved;
    const named = { conversationId: id, turnId: turnId!, title, provider, modelId, modelName };
    send('conversation', { ...named, keptFromTurnId }, stream);
    if (text.length > after) send('chunk', { text: text.slice(after) }, stream, text.length);
    if (end) end(stream);
    else openStreams.push(stream);
    return response;
  }

  function close(events: (stream: EventStream) => void): void {
    end = (stream) => {
      events(stream);
      stream.end();
    };
    for (const stream of openStreams) end(stream);
    openStreams = [];
  }

  function replace(messages: Message[]): void {
    const others = saved.messages.filter((message) => message.turnId !== turnId);
    saved = { ...saved, messages: [...others, ...messages], streamingTurnId: null };
  }

  function question(): Message[] {
    return saved.messages.filter((message) => message.turnId === turnId && message.role === 'user');
  }

  function toAnswer(status: ReplyStatus, charged: number | null): Message {
    const { modelName } = saved;
    const replacesTurnId = question()[0]?.replacesTurnId ?? null;
    const given = { createdAt: at, turnId: turnId!, role: 'assistant', content: text } as const;
    return { ...plain, ...given, replacesTurnId, status, modelName, charged };
  }

  function ask(sent: Sent): Response {
    const { prompt, replacesTurnId = null } = sent.body as z.input<typeof ChatRequest>;
    turnId = `turn_${saved.messages.length + 100}`;
    text = '';
    end = null;
    const said = { createdAt: at, turnId, role: 'user', content: prompt, replacesTurnId } as const;
    const asked = { ...plain, ...said };
    saved = { ...saved, messages: [...saved.messages, asked], streamingTurnId: turnId };
    return connect(sent);
  }

  function breakOff(): void {
    for (const stream of openStreams) stream.breakOff();
    openStreams = [];
  }

  function plugIn(): void {
    respond('POST /api/chat', ask);
    respond('GET /api/chat', connect);
  }

  plugIn();
  answer('GET /api/conversation', () => saved);
  respond('POST /api/stop-chat', ({ body }) => {
    stopped.push((body as StopChatRequest).turnId);
    return new Response(null, { status: 204 });
  });

  const served: ServedChat = {
    saved: () => saved,
    connections,
    stopped,
    write(more) {
      text += more;
      for (const stream of openStreams) send('chunk', { text: more }, stream, text.length);
    },
    finish({ status = 'done', inr = 0, next } = {}) {
      replace([...question(), toAnswer(status, inr || null)]);
      const { turnCount, paidBlocks } = saved;
      const { block, repliesLeft } = saved.next;
      const nextReply = next ?? { block, repliesLeft: repliesLeft - 1, inr: 0 };
      saved = { ...saved, turnCount: turnCount + 1, next: nextReply };
      close((stream) => {
        if (inr > 0) send('billing', { inr, wallet: figuresAfter(-inr) }, stream);
        send('done', { status, turnCount: turnCount + 1, paidBlocks, next: nextReply }, stream);
      });
    },
    fail(reason, message = reason ? failureText[reason] : '') {
      const told: Message = { ...toAnswer('failed', null), role: 'system', status: null, reason };
      const failed = { ...told, modelName: null, content: `Error: ${message}` };
      replace([...question(), ...(text === '' ? [] : [toAnswer('failed', null)]), failed]);
      close((stream) => send('error', { message, code: 'generation_failed', reason }, stream));
    },
    takeBack() {
      replace([]);
      const message = 'Stopped before it began.';
      close((stream) => send('error', { message, code: 'stopped', reason: 'cancelled' }, stream));
    },
    breakOff,
    pull() {
      cutOff('POST /api/chat');
      cutOff('GET /api/chat');
      breakOff();
    },
    plugIn,
  };
  // Ends the connections, because the client would otherwise reconnect during the next test.
  onTestFinished(() => {
    if (openStreams.length > 0) served.finish();
  });
  return served;
}
