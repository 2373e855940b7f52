import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  conversationAfter,
  conversationBeforeBlock,
  readConversation,
  parseEvent,
  hearOut,
  readOn,
  say,
  someWords,
  stopReply,
  toEventNames,
  type Talk,
} from '../testing/chat.ts';
import { parseMessages } from '../testing/server-sent-events.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { shareTwoProcesses, type OpenStack, type SharedStack } from '../testing/stack.ts';
import { startTorrent } from '../testing/torrent.ts';

const poll = { timeout: 60_000, interval: 20 };

let open: SharedStack;
let other: OpenStack;
beforeAll(async () => {
  [open, other] = await shareTwoProcesses();
});
afterAll(() => open?.stop());
afterEach(() => open.books.expectToBeSound());

const slowly = (milliseconds = 15) => someWords().replace('[[slow:0]]', `[[slow:${milliseconds}]]`);

const readReplies = async (customer: Customer, talk: Talk) => {
  const { conversationId, turnId } = await talk.hears('conversation');
  const { messages } = await readConversation(customer, conversationId);
  return messages.find((each) => each.turnId === turnId && each.role === 'assistant')!.content;
};

/** Each chunk's id is the number of characters sent up to its end. */
function expectPlacesToFit({ told }: Talk, from = 0): void {
  let place = from;
  const places = told.map((each) =>
    each.event === 'chunk' ? String((place += each.data.text.length)) : null,
  );
  expect(told.map(({ id }) => id)).toEqual(places);
}

test.each(['en', 'hi'])(
  'a reader who returns gets the rest from the exact character (%s)',
  async (language) => {
    const customer = await createCustomer(open.stack);
    const order = { prompt: slowly(100), language };
    const headers = { 'idempotency-key': 'named' };
    const first = await say(open.stack, customer, order, headers);
    const { turnId } = await first.hears('conversation');
    await first.hears('chunk');
    first.leave();
    await first.isOver();
    const lastEventId = first.told.at(-1)!.id!;
    expect(lastEventId).toBe(String(first.text.length));

    const byTurn = await readOn(open.stack, customer, { turnId, lastEventId });
    const place = { ...headers, 'last-event-id': lastEventId };
    const bySameRequest = await say(open.stack, customer, order, place);
    const fromTheStart = await say(open.stack, customer, order, headers);
    const talks = [byTurn, bySameRequest, fromTheStart];
    await Promise.all(talks.map((talk) => talk.isOver()));
    const whole = await readReplies(customer, fromTheStart);
    expect(first.text + byTurn.text).toBe(whole);
    expect(first.text + bySameRequest.text).toBe(whole);
    expect(fromTheStart.text).toBe(whole);
    for (const talk of [byTurn, bySameRequest]) expectPlacesToFit(talk, Number(lastEventId));
    for (const talk of [first, fromTheStart]) expectPlacesToFit(talk);
    for (const talk of talks) {
      expect(toEventNames(talk)).toEqual(['conversation', 'chunk', 'done']);
      expect(talk.told.at(-1)).toEqual(byTurn.told.at(-1));
      expect((await talk.hears('conversation')).turnId).toBe(turnId);
    }
  },
);

test('a paid reply that is read again, here or in another process, is not paid again', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationBeforeBlock(open, customer);
  const order = { conversationId, prompt: slowly() };
  const headers = { 'idempotency-key': 'paid' };
  const talks = await Promise.all(
    [open, other, open, other, open].map(async ({ stack }, i) => {
      // Simulates a user who presses again while nothing arrives: the first request creates the reply, and
      // all requests read it.
      await expect.poll(async () => i === 0 || (await turnsNamed('paid')) === 1, poll).toBe(true);
      return hearOut(stack, customer, order, headers);
    }),
  );
  talks.push(await hearOut(other.stack, customer, order, headers));
  for (const talk of talks) {
    expect(toEventNames(talk)).toEqual(['conversation', 'chunk', 'billing', 'done']);
    expect(talk.text).toBe(talks[0]!.text);
    expect(talk.told.slice(-2)).toEqual(talks[0]!.told.slice(-2));
  }
  expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
  expect(await customer.wallet()).toMatchObject({ walletBalance: 235, held: 0 });
});

const turnsNamed = async (key: string) =>
  (await open.books.query('select 1 from chat_turn where idempotency_key = $1', [key])).length;

test('a reply can be read and stopped from another process', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationBeforeBlock(open, customer);
  const headers = { 'idempotency-key': 'elsewhere' };
  const order = { conversationId, prompt: slowly(1_500) };
  const here = await say(open.stack, customer, order, headers);
  const { turnId } = await here.hears('conversation');
  await here.hears('chunk');
  const there = await readOn(other.stack, customer, { turnId });
  await stopReply(customer, turnId, other.stack.apiUrl);
  for (const talk of [here, there]) {
    expect(toEventNames(await talk.isOver())).toEqual(['conversation', 'chunk', 'billing', 'done']);
    expect(await talk.hears('done')).toMatchObject({ status: 'stopped', turnCount: 6 });
  }
  expect(there.text).toBe(here.text);
  expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
  // Once the reply is over there is nothing to stop.
  await stopReply(customer, turnId);
  expect(await customer.wallet()).toMatchObject({ walletBalance: 235, held: 0 });
});

test('a reader who returns to another process continues reading while the reply is written', async () => {
  const customer = await createCustomer(open.stack);
  const headers = { 'idempotency-key': 'moved-on' };
  const first = await say(open.stack, customer, { prompt: slowly(1_500) }, headers);
  const { turnId } = await first.hears('conversation');
  await first.hears('chunk');
  first.leave();
  await first.isOver();
  const lastEventId = first.told.at(-1)!.id!;

  const there = await readOn(other.stack, customer, { turnId, lastEventId });
  await there.hears('chunk');
  // The reader returned before the end: there is still something to stop.
  await stopReply(customer, turnId, other.stack.apiUrl);
  await there.isOver();
  expect(await there.hears('done')).toMatchObject({ status: 'stopped' });
  expect(first.text + there.text).toBe(await readReplies(customer, there));
  expectPlacesToFit(there, Number(lastEventId));
});

test('reading beyond the end, or a reply that ended long ago, ends immediately', async () => {
  const customer = await createCustomer(open.stack);
  const talk = await hearOut(open.stack, customer);
  const { turnId } = await talk.hears('conversation');
  const beyond = await readOn(open.stack, customer, { turnId, lastEventId: '999999999' });
  expect(toEventNames(await beyond.isOver())).toEqual(['conversation', 'done']);
  const whole = await (await readOn(other.stack, customer, { turnId, lastEventId: '0' })).isOver();
  expect(whole.text).toBe(talk.text);
  const failed = await hearOut(open.stack, customer, { prompt: someWords('[[fail:midstream]]') });
  const failedTurn = (await failed.hears('conversation')).turnId;
  const again = await (await readOn(other.stack, customer, { turnId: failedTurn })).isOver();
  expect(again.told).toEqual(
    failed.told
      .filter(({ event }) => event !== 'chunk')
      .toSpliced(1, 0, {
        event: 'chunk',
        data: { text: failed.text },
        id: String(failed.text.length),
      }),
  );
});

test('a reader that pauses delays no other reader, and then gets everything', async () => {
  const torrent = await startTorrent({ chunks: 2_000, chunkLength: 120 });
  open.gates.openai.forwardTo(torrent.url);
  const customer = await createCustomer(open.stack);
  const body = JSON.stringify({ provider: 'openai', prompt: 'say as much as you can' });
  const slow = request(`${open.stack.apiUrl}/api/chat`, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json', 'idempotency-key': 'slow' },
  });
  // Reads only the head of the response.
  const answered = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    slow.once('response', (response) => resolve(response.pause())).once('error', reject);
  });
  slow.end(body);
  const response = await answered;
  await expect.poll(() => torrent.sent(), poll).toBe(1);

  const meanwhile = await createCustomer(open.stack);
  await conversationAfter(open.stack, meanwhile, 1);
  const quick = await hearOut(open.stack, customer, { prompt: body, provider: 'openai' });
  expect(quick.text).toHaveLength(torrent.length);

  const events = parseMessages(await readText(response)).map(parseEvent);
  const chunks = events.flatMap((each) => (each.event === 'chunk' ? [each.data.text] : []));
  expect(chunks.join('') === quick.text).toBe(true);
  expect(events.at(-1)!.event).toBe('done');
  // The text that arrived during the pause came in one piece: no chunks were kept for the reader.
  expect(chunks.length).toBeLessThan(torrent.chunks);
  open.gates.openai.reset();
  await torrent.close();
});
