import { failureText } from '@sachet/shared/studio/failure';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  conversationBeforeBlock,
  readConversation,
  hearOut,
  say,
  someWords,
  readStatuses,
  stopReply,
  toEventNames,
} from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };
const price = 15;

let open: OpenStack;
let gate: Gate;
beforeAll(async () => {
  const shared = await shareStack();
  gate = shared.gates.google;
  open = shared;
});
afterAll(() => open?.stop());
afterEach(async () => {
  gate.open();
  await open.books.expectToBeSound();
});

const readKinds = async (customer: Customer) => {
  const { SignupBonusCredited: _, ...kinds } = await open.books.kinds(
    (await customer.wallet()).walletId,
  );
  return kinds;
};

// `provider-trouble.test.ts` and `every-provider.test.ts` sell blocks of the other providers.
describe('a block', () => {
  test('five replies are free, and the sixth and the eleventh each pay for five more', async () => {
    const customer = await createCustomer(open.stack);
    let conversationId: string | undefined;
    for (let turn = 0; turn < 11; turn++) {
      const talk = await hearOut(open.stack, customer, { conversationId });
      const opens = turn === 5 || turn === 10;
      const end = opens ? ['billing', 'done'] : ['done'];
      expect(toEventNames(talk)).toEqual(['conversation', 'chunk', ...end]);
      ({ conversationId } = await talk.hears('conversation'));
      const blocks = Math.ceil(Math.max(0, turn - 4) / 5);
      expect(await talk.hears('done')).toEqual({
        status: 'done',
        turnCount: turn + 1,
        paidBlocks: blocks,
        next: {
          block: turn < 4 ? 0 : Math.floor((turn - 4) / 5) + 1,
          repliesLeft: turn < 4 ? 4 - turn : 5 - ((turn - 4) % 5),
          inr: turn === 4 || turn === 9 ? price : 0,
        },
      });
      const bills = talk.told.flatMap((each) => (each.event === 'billing' ? [each.data] : []));
      const bill = { inr: price, wallet: { walletBalance: 250 - blocks * price } };
      expect(bills).toMatchObject(opens ? [bill] : []);
      const wallet = await customer.wallet();
      expect(wallet).toMatchObject({ walletBalance: 250 - blocks * price, held: 0 });
      expect(await readKinds(customer)).toEqual(
        blocks ? { HoldPlaced: blocks, HoldCaptured: blocks } : {},
      );
    }
    const charges = await open.books.query(
      `select counter_account, actor, member_uid, conversation_id, amount_paise
         from ledger_event where member_uid = $1 and kind = 'HoldCaptured'`,
      [customer.uid],
    );
    const charge = {
      counter_account: 'revenue:chat',
      actor: 'api',
      member_uid: customer.uid,
      conversation_id: conversationId,
      amount_paise: -100 * price,
    };
    expect(charges).toEqual([charge, charge]);
    expect(await readStatuses(customer, conversationId!)).toEqual(Array(11).fill('done'));
    const { messages } = await readConversation(customer, conversationId!);
    const charged = messages.flatMap((message) => (message.charged ? [message.turnId] : []));
    const answers = messages.filter(({ role }) => role === 'assistant');
    expect(charged).toEqual([answers[5]!.turnId, answers[10]!.turnId]);
    expect(answers[5]).toMatchObject({ charged: price });
  });

  test('the price is reserved before the provider sends a word', async () => {
    const customer = await createCustomer(open.stack);
    const conversationId = await conversationBeforeBlock(open, customer);
    const askedBefore = gate.asked.length;
    gate.shut();
    const talk = await say(open.stack, customer, { conversationId });
    await gate.isAsked(askedBefore + 1);
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: price });
    expect(toEventNames(talk)).toEqual(['conversation']);
    gate.open();
    await talk.isOver();
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250 - price, held: 0 });
  });
});

describe('a reply that ends before its time', () => {
  // How the provider fails, and the events that the client gets. None of these replies may be charged or
  // counted.
  const failures: [string, string, string[]][] = [
    ['is refused', '[[fail:safety]]', ['error']],
    ['reports an exhausted quota', '[[fail:quota]]', ['error']],
    ['returns an error without a reason', '[[fail:generic]]', ['error']],
    ['breaks off in the middle', '[[fail:midstream]]', ['chunk', 'error']],
    ['ends without a finish', '[[fail:truncated]]', ['chunk', 'error']],
  ];

  const turns = 5;
  let customer: Customer;
  let conversationId: string;
  beforeAll(async () => {
    customer = await createCustomer(open.stack);
    conversationId = await conversationBeforeBlock(open, customer);
  });

  async function expectNothingHappened(times: number): Promise<void> {
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
    expect(await readKinds(customer)).toEqual({ HoldPlaced: times, HoldVoided: times });
    const conversation = await readConversation(customer, conversationId);
    expect(conversation).toMatchObject({ turnCount: turns, paidBlocks: 0, next: { inr: price } });
    expect(conversation.streamingTurnId).toBeNull();
    expect(conversation.messages.filter(({ charged }) => charged !== null)).toEqual([]);
  }

  let voided = 0;
  test.each(failures)(
    'a reply that %s costs nothing and does not count',
    async (_how, marker, end) => {
      const prompt = someWords(marker);
      const talk = await hearOut(open.stack, customer, { conversationId, prompt });
      expect(toEventNames(talk)).toEqual(['conversation', ...end]);
      const { message, code, reason } = await talk.hears('error');
      expect([code, message]).toEqual(['generation_failed', failureText[reason!]]);
      await expectNothingHappened((voided += 1));
      const id = (await talk.hears('conversation')).conversationId;
      const { messages } = await readConversation(customer, id);
      expect(messages.at(-1)).toMatchObject({
        role: 'system',
        content: `Error: ${message}`,
        reason,
      });
      const said = messages.at(-2)!;
      expect(said).toMatchObject(
        end.includes('chunk')
          ? { role: 'assistant', content: talk.text, status: 'failed' }
          : { role: 'user', content: prompt },
      );
    },
  );

  test.each([
    ['by its button', true],
    ['by closing the request', false],
  ])('a reply that is stopped before its first word, %s, costs nothing', async (_how, byButton) => {
    const [asked, abandoned] = [gate.asked.length, gate.abandoned()];
    const prompt = someWords('[[fail:hang]]');
    const talk = await say(open.stack, customer, { conversationId, prompt });
    const { turnId } = await talk.hears('conversation');
    await gate.isAsked(asked + 1);
    if (byButton) {
      await stopReply(customer, turnId);
      await talk.isOver();
    } else talk.leave();
    const errors = talk.told.flatMap((each) => (each.event === 'error' ? [each.data] : []));
    expect(errors).toMatchObject(byButton ? [{ code: 'stopped' }] : []);
    await expect.poll(() => gate.abandoned(), poll).toBe(abandoned + 1);
    await expect.poll(() => readStatus(turnId), poll).toBe('cancelled');
    await expectNothingHappened((voided += 1));
    // The cost is recorded concurrently; the end of the reply does not wait for it.
    const readCalls = () =>
      open.books.query(
        'select purpose, failure, output_tokens from provider_call where chat_turn_id = $1',
        [turnId],
      );
    const call = { purpose: 'chat', failure: 'cancelled', output_tokens: 0 };
    await expect.poll(readCalls, poll).toEqual([call]);
  });

  test('a failed reply counts only after a retry of it has succeeded', async () => {
    const talk = await hearOut(open.stack, customer, { conversationId });
    const { turnCount, paidBlocks } = await talk.hears('done');
    expect([turnCount, paidBlocks]).toEqual([turns + 1, 1]);
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250 - price, held: 0 });
    expect(await readKinds(customer)).toEqual({
      HoldPlaced: voided + 1,
      HoldVoided: voided,
      HoldCaptured: 1,
    });
  });

  test.each([
    ['by its button', true],
    ['by closing the request', false],
  ])(
    'a reply that is stopped after its first words, %s, counts and is paid',
    async (_how, byButton) => {
      const customer = await createCustomer(open.stack);
      const conversationId = await conversationBeforeBlock(open, customer);
      const abandoned = gate.abandoned();
      const prompt = `how to fly a kite [[slow:1000]] ${conversationId}`;
      const talk = await say(open.stack, customer, { conversationId, prompt });
      const { turnId } = await talk.hears('conversation');
      await talk.hears('chunk');
      if (byButton) {
        await stopReply(customer, turnId);
        await talk.isOver();
      } else talk.leave();
      const end = byButton ? ['billing', 'done'] : [];
      expect(toEventNames(talk)).toEqual(['conversation', 'chunk', ...end]);
      const ends = talk.told.flatMap((each) => (each.event === 'done' ? [each.data] : []));
      expect(ends).toMatchObject(byButton ? [{ status: 'stopped', turnCount: 6 }] : []);
      await expect.poll(() => readStatus(turnId), poll).toBe('stopped');
      await expect.poll(() => gate.abandoned(), poll).toBe(abandoned + 1);
      expect(await customer.wallet()).toMatchObject({ walletBalance: 250 - price, held: 0 });
      expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
      const { messages, turnCount, paidBlocks } = await readConversation(customer, conversationId);
      expect([turnCount, paidBlocks]).toEqual([6, 1]);
      expect(messages.at(-1)).toMatchObject({ status: 'stopped', charged: price });
      expect(messages.at(-1)!.content.startsWith(talk.text)).toBe(true);
    },
  );
});

const readStatus = async (turnId: string) =>
  (
    await open.books.query<{ status: string }>('select status from chat_turn where id = $1', [
      turnId,
    ])
  )[0]!.status;

test('a reply with an idempotency key whose reader leaves is written to its end, and paid', async () => {
  const customer = await createCustomer(open.stack);
  const conversationId = await conversationBeforeBlock(open, customer);
  const headers = { 'idempotency-key': 'named' };
  const prompt = someWords().replace('[[slow:0]]', '[[slow:30]]');
  const talk = await say(open.stack, customer, { conversationId, prompt }, headers);
  const { turnId } = await talk.hears('conversation');
  await talk.hears('chunk');
  talk.leave();
  await expect.poll(() => readStatus(turnId), poll).toBe('done');
  expect(await customer.wallet()).toMatchObject({ walletBalance: 235, held: 0 });
  expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
});

test('a user who leaves while the price is being reserved pays nothing', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationBeforeBlock(open, customer);
  const lock = await open.books.lockWallet(walletId);
  const prompt = someWords('[[fail:hang]]');
  const leaving = new AbortController();
  const answer = fetch(`${open.stack.apiUrl}/api/chat`, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', conversationId, prompt, blockPrice: 15 }),
    signal: leaving.signal,
  }).catch(() => 'left');
  await expect.poll(lock.waiting, poll).toBe(1);
  leaving.abort();
  expect(await answer).toBe('left');
  await lock.release();
  await expect.poll(() => readTurnStatuses(conversationId), poll).toEqual(['cancelled']);
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
  expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
  // The provider was not called, so this cancel uses no free cancel.
  const { left, perDay } = (await customer.wallet()).freeCancels;
  expect(left).toBe(perDay);
});

const readTurnStatuses = async (conversationId: string) =>
  (
    await open.books.query<{ status: string }>(
      'select status from chat_turn where conversation_id = $1 order by id offset 1',
      [conversationId],
    )
  ).map(({ status }) => status);
