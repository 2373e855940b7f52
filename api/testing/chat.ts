// Talks with `POST /api/chat` and checks its server-sent events against the contract.
import { randomBytes } from 'node:crypto';
import type { EventSourceMessage } from 'eventsource-parser';
import { expect, vi } from 'vitest';
import { ChatEvent, type Conversation, type ReplyStatus } from '@sachet/shared/chat/contracts/chat';
import type { ErrorCode } from '@sachet/shared/contracts/error';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { send, type Answer, type AnyBody, type Customer } from './client.ts';
import { expectRefusal } from './refusals.ts';
import { readMessages } from './server-sent-events.ts';
import type { OpenStack } from './stack.ts';

export type ReceivedEvent = ChatEvent & { readonly id: string | null };

type Data<Event extends ChatEvent['event']> = Extract<ChatEvent, { event: Event }>['data'];

/** One stream of events, as far as it has been read. */
export interface Talk {
  readonly told: readonly ReceivedEvent[];
  /** All chunks so far. */
  readonly text: string;
  /** Waits for the first of these events, at any time since the stream was opened. */
  hears<Event extends ChatEvent['event']>(event: Event): Promise<Data<Event>>;
  /** Waits until the server has ended the stream, or the client has left. */
  isOver(): Promise<Talk>;
  /** Closes the connection. */
  leave(): void;
}

/** Any field of the contract, or an invalid one. */
export interface ChatOrder {
  readonly conversationId?: string;
  readonly provider?: Provider;
  readonly prompt?: string;
  readonly [other: string]: unknown;
}

/** A unique prompt, because the sandbox counts by prompt; its answer has no pauses. */
export function someWords(marker = ''): string {
  return `how do I sell blue kites ${randomBytes(4).toString('hex')} [[slow:0]] ${marker}`.trim();
}

/** Includes the price of a block, which is ignored if no block begins. */
export const toRequest = ({ provider = 'google', prompt = someWords(), ...rest }: ChatOrder) => ({
  provider,
  prompt,
  blockPrice: chatBlockPriceRupees(provider),
  ...rest,
});

interface Speaker {
  readonly apiUrl: string;
  readonly headers: Record<string, string>;
}

/** The answer of a chat request that is refused before its first event. */
export async function readRefusal(
  customer: Customer,
  request: ChatOrder,
  headers?: Record<string, string>,
): Promise<Answer<AnyBody>> {
  return customer.send('/api/chat', { json: toRequest(request), headers });
}

/** Sends a message and listens. Throws when it is refused. */
export function say(
  { apiUrl }: { readonly apiUrl: string },
  customer: Customer,
  request: ChatOrder = {},
  headers: Record<string, string> = {},
): Promise<Talk> {
  const json = { 'content-type': 'application/json' };
  return openTalk(
    { apiUrl, headers: { ...customer.headers, ...json, ...headers } },
    '/api/chat',
    JSON.stringify(toRequest(request)),
  );
}

/** Continues reading a reply. */
export function readOn(
  { apiUrl }: { readonly apiUrl: string },
  customer: Customer,
  { turnId, lastEventId }: { turnId: string; lastEventId?: string },
): Promise<Talk> {
  const headers: Record<string, string> = { ...customer.headers };
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
  return openTalk({ apiUrl, headers }, `/api/chat?turn=${turnId}`);
}

async function openTalk({ apiUrl, headers }: Speaker, path: string, body?: string): Promise<Talk> {
  const leaving = new AbortController();
  const answer = await fetch(apiUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body,
    signal: leaving.signal,
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const told: ReceivedEvent[] = [];
  const over = readEvents(answer.body!, told).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  // Prevents an unhandled rejection if the test never awaits the end.
  over.catch(() => {});
  const talk: Talk = {
    told,
    get text() {
      return told.map((each) => (each.event === 'chunk' ? each.data.text : '')).join('');
    },
    async hears(event) {
      const found = () => told.find((each) => each.event === event);
      await vi.waitUntil(found, { timeout: 60_000, interval: 5 });
      return found()!.data as never;
    },
    async isOver() {
      await over;
      return talk;
    },
    leave: () => leaving.abort(),
  };
  return talk;
}

async function readEvents(
  stream: ReadableStream<Uint8Array>,
  told: ReceivedEvent[],
): Promise<void> {
  for await (const message of readMessages(stream)) told.push(parseEvent(message));
}

export function parseEvent({ id, event, data }: EventSourceMessage): ReceivedEvent {
  return { ...ChatEvent.parse({ event, data: JSON.parse(data) }), id: id ?? null };
}

/** The names of the events in order, with consecutive chunks as one. */
export function toEventNames({ told }: Talk): string[] {
  return told
    .map(({ event }) => event)
    .filter((event, i, all) => event !== 'chunk' || all[i - 1] !== event);
}

/** Sends a message and resolves when its reply has ended. */
export async function hearOut(
  stack: { readonly apiUrl: string },
  customer: Customer,
  request?: ChatOrder,
  headers?: Record<string, string>,
): Promise<Talk> {
  return (await say(stack, customer, request, headers)).isOver();
}

/** Creates a conversation with this many replies and returns its id. */
export async function conversationAfter(
  stack: { readonly apiUrl: string },
  customer: Customer,
  replies: number,
  provider: Provider = 'google',
): Promise<string> {
  let conversationId: string | undefined;
  for (let turn = 0; turn < replies; turn++) {
    const talk = await hearOut(stack, customer, { conversationId, provider });
    const { turnCount } = await talk.hears('done');
    expect(turnCount).toBe(turn + 1);
    ({ conversationId } = await talk.hears('conversation'));
  }
  return conversationId!;
}

/** Creates conversations that have this many replies in the books; only one reply of each is written. */
export async function conversationsWith(
  { stack, books }: Pick<OpenStack, 'stack' | 'books'>,
  customer: Customer,
  { count, replies, provider }: { count: number; replies: number; provider?: Provider },
): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () => conversationAfter(stack, customer, 1, provider)),
  );
  await books.query(
    'update conversation set turn_count = $1, paid_blocks = $2 where id = any($3)',
    [replies, replies > 5 ? 1 : 0, made],
  );
  return made;
}

/** Creates a conversation whose free replies are used up: the next one opens a paid block. */
export async function conversationBeforeBlock(
  open: Pick<OpenStack, 'stack' | 'books'>,
  customer: Customer,
  provider?: Provider,
): Promise<string> {
  const [id] = await conversationsWith(open, customer, { count: 1, replies: 5, provider });
  return id!;
}

export async function readConversation(customer: Customer, id: string): Promise<Conversation> {
  const { status, body } = await customer.send<Conversation>(`/api/conversation?id=${id}`);
  expect(status).toBe(200);
  return body;
}

/** The status of each reply of a conversation; null for a message that is not a reply. */
export async function readStatuses(
  customer: Customer,
  id: string,
): Promise<(ReplyStatus | null)[]> {
  const { messages } = await readConversation(customer, id);
  return messages.filter(({ role }) => role === 'assistant').map(({ status }) => status);
}

export async function stopReply(
  customer: Customer,
  turnId: string,
  apiUrl?: string,
): Promise<void> {
  const sent = { json: { turnId } };
  const answer = apiUrl
    ? await send(`${apiUrl}/api/stop-chat`, { ...sent, headers: customer.headers })
    : await customer.send('/api/stop-chat', sent);
  expect(answer.status).toBe(204);
}

export async function expectChatRefusal(
  customer: Customer,
  request: ChatOrder,
  code: ErrorCode,
  field?: string,
): Promise<string> {
  const answer = await readRefusal(customer, request);
  expectRefusal(answer, code, field);
  return answer.body.error!;
}
