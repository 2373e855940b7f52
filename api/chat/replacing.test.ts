// "Again" on the last reply, and an edit of the last message: both take its place and count as a reply.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  conversationAfter,
  hearOut,
  readConversation,
  readRefusal,
  say,
  toEventNames,
  type ChatOrder,
} from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let google: Gate;
beforeAll(async () => {
  const shared = await shareStack();
  google = shared.gates.google;
  open = shared;
});
afterAll(() => open?.stop());
afterEach(async () => {
  google.open();
  await open.books.expectToBeSound();
});

async function readLastTurn(customer: Customer, conversationId: string): Promise<string> {
  return (await readConversation(customer, conversationId)).messages.at(-1)!.turnId;
}

/** A customer with a conversation of five free replies: the next reply opens a paid block. */
async function startBeforeBlock() {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationAfter(open.stack, customer, 5);
  const replacesTurnId = await readLastTurn(customer, conversationId);
  return { customer, walletId, conversationId, replacesTurnId };
}

const readKinds = async (walletId: string) => {
  const { SignupBonusCredited: _, ...kinds } = await open.books.kinds(walletId);
  return kinds;
};

interface GeminiBody {
  contents: { role: string; parts: { text: string }[] }[];
}

const lastAsked = (): string[] =>
  (
    JSON.parse(Buffer.from(google.asked.at(-1)!, 'latin1').toString('utf8')) as GeminiBody
  ).contents.map(({ parts }) => parts.map(({ text }) => text).join(''));

test('another reply and an edited message count, take the place of the last turn, and hide it from the model', async () => {
  const customer = await createCustomer(open.stack);
  const first = await hearOut(open.stack, customer, { prompt: 'One? [[slow:0]]' });
  const { conversationId } = await first.hears('conversation');
  const second = await hearOut(open.stack, customer, { conversationId, prompt: 'Two? [[slow:0]]' });
  const replaced = (await second.hears('conversation')).turnId;

  const again = await hearOut(open.stack, customer, {
    conversationId,
    prompt: 'Two? [[slow:0]]',
    replacesTurnId: replaced,
  });
  expect(await again.hears('done')).toMatchObject({ turnCount: 3, next: { repliesLeft: 2 } });
  expect(lastAsked()).toEqual(['One? [[slow:0]]', first.text, 'Two? [[slow:0]]']);

  const { turnId } = await again.hears('conversation');
  const edited = await hearOut(open.stack, customer, {
    conversationId,
    prompt: 'Three? [[slow:0]]',
    replacesTurnId: turnId,
  });
  expect(await edited.hears('done')).toMatchObject({ turnCount: 4, next: { repliesLeft: 1 } });
  expect(lastAsked()).toEqual(['One? [[slow:0]]', first.text, 'Three? [[slow:0]]']);

  const { messages } = await readConversation(customer, conversationId);
  const questions = messages.filter(({ role }) => role === 'user');
  expect(questions.map(({ replacesTurnId }) => replacesTurnId)).toEqual([
    null,
    null,
    replaced,
    turnId,
  ]);
  // Nothing that was delivered is lost.
  expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(4);
});

test('pressing "Again" in two tabs and repeating the request charges the block once', async () => {
  const { customer, walletId, conversationId, replacesTurnId } = await startBeforeBlock();
  const order = { conversationId, replacesTurnId, prompt: 'Price of kites? [[slow:0]]' };
  const headers = { 'idempotency-key': randomUUID() };
  google.shut();
  const asked = google.asked.length;
  const one = await say(open.stack, customer, order, headers);
  await google.isAsked(asked + 1);
  // The other tab, and the first one after its connection broke.
  expectRefusal(await readRefusal(customer, order), 'wrong_state');
  const repeated = await say(open.stack, customer, order, headers);
  expect((await repeated.hears('conversation')).turnId).toBe(
    (await one.hears('conversation')).turnId,
  );
  google.open();
  expect(toEventNames(await one.isOver())).toEqual(['conversation', 'chunk', 'billing', 'done']);
  await repeated.isOver();

  // The other tab still shows the old reply as the last one.
  expectRefusal(await readRefusal(customer, order), 'wrong_state', 'replacesTurnId');
  expect(await readKinds(walletId)).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
  expect(await customer.wallet()).toMatchObject({ walletBalance: 235, held: 0 });
});

test('a failed replacement is not charged, and the earlier reply has its place again', async () => {
  const { customer, walletId, conversationId, replacesTurnId } = await startBeforeBlock();
  const failed = await hearOut(open.stack, customer, {
    conversationId,
    replacesTurnId,
    prompt: 'Kites? [[fail:generic]]',
  });
  expect(toEventNames(failed)).toEqual(['conversation', 'error']);
  expect(await readKinds(walletId)).toEqual({ HoldPlaced: 1, HoldVoided: 1 });

  const again = await hearOut(open.stack, customer, { conversationId, replacesTurnId });
  expect(toEventNames(again)).toEqual(['conversation', 'chunk', 'billing', 'done']);
  expect(await readKinds(walletId)).toEqual({ HoldPlaced: 2, HoldVoided: 1, HoldCaptured: 1 });
  expect(await customer.wallet()).toMatchObject({ walletBalance: 235, held: 0 });
});

test('only the last counted turn of the own conversation can be replaced', async () => {
  const customer = await createCustomer(open.stack);
  const conversationId = await conversationAfter(open.stack, customer, 2);
  const { messages } = await readConversation(customer, conversationId);
  const [first, last] = [messages[0]!.turnId, messages.at(-1)!.turnId];
  const refuse = async (by: Customer, order: ChatOrder, code: string, field?: string) =>
    expectRefusal(await readRefusal(by, order), code as never, field);
  await refuse(
    customer,
    { conversationId, replacesTurnId: first },
    'wrong_state',
    'replacesTurnId',
  );
  await refuse(customer, { replacesTurnId: last }, 'invalid', 'replacesTurnId');
  const stranger = await createCustomer(open.stack);
  await refuse(stranger, { conversationId, replacesTurnId: last }, 'not_found');
  const own = await conversationAfter(open.stack, stranger, 1);
  await refuse(
    stranger,
    { conversationId: own, replacesTurnId: last },
    'wrong_state',
    'replacesTurnId',
  );
});
