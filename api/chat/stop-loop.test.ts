// Our cost when a reply is bought, requested from its provider and stopped before its first words.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { conversationAfter, say, stopReply, toEventNames, type Talk } from '../testing/chat.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareTwoProcesses, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };
const slowly = { timeout: 120_000 };
const freePerDay = 3;
const price = 15;

let open: OpenStack;
let other: OpenStack;
let gate: Gate;
beforeAll(async () => {
  const [shared, second] = await shareTwoProcesses();
  gate = shared.gates.google;
  open = shared;
  other = second;
});
afterAll(() => open?.stop());
afterEach(async () => {
  gate.open();
  await open.books.expectToBeSound();
});

/** Returns conversations that have used their free replies, or have `turns` replies. */
async function createConversations(customer: Customer, many: number, turns = 5) {
  const made = await Promise.all(
    Array.from({ length: many }, () => conversationAfter(open.stack, customer, 1)),
  );
  await open.books.query(
    'update conversation set turn_count = $1, paid_blocks = $2 where id = any($3)',
    [turns, turns > 5 ? 1 : 0, made],
  );
  return made;
}

/** A reply that was requested from the provider and has no words yet. */
async function startSilent(customer: Customer, conversationId: string, key?: string) {
  const askedBefore = gate.asked.length;
  gate.shut();
  const headers = key ? { 'idempotency-key': key } : undefined;
  const talk = await say(open.stack, customer, { conversationId }, headers);
  const { turnId } = await talk.hears('conversation');
  await gate.isAsked(askedBefore + 1);
  return { talk, turnId };
}

const readStatus = async (turnId: string) =>
  (
    await open.books.query<{ status: string }>('select status from chat_turn where id = $1', [
      turnId,
    ])
  )[0]!.status;

const sendStop = (customer: Customer, turnId: string) =>
  customer.send('/api/stop-chat', { json: { turnId } });

async function expectBooks(customer: Customer, { voided, paid }: { voided: number; paid: number }) {
  const { walletId, walletBalance, held, freeCancels } = await customer.wallet();
  expect([walletBalance, held]).toEqual([250 - paid * price, 0]);
  expect(freeCancels).toEqual({ left: freePerDay - voided, perDay: freePerDay });
  const { HoldPlaced = 0, HoldVoided = 0, HoldCaptured = 0 } = await open.books.kinds(walletId);
  expect([HoldPlaced, HoldVoided, HoldCaptured]).toEqual([voided + paid, voided, paid]);
}

/** The booked provider calls of this customer's paid replies. */
const countCalls = (customer: Customer) =>
  open.books.query<{ failure: string | null; estimate: boolean; input: number; cost: number }>(
    `select c.failure, c.is_estimate as estimate, c.input_tokens as input, c.cost_microusd as cost
       from provider_call c join chat_turn t on t.id = c.chat_turn_id
      where t.uid = $1 and t.number >= 5 order by c.id`,
    [customer.uid],
  );

type Stop = (customer: Customer, started: { talk: Talk; turnId: string }) => unknown;
const ways: [string, Stop, endsWithoutFree: string[]][] = [
  ['by the button', (customer, { turnId }) => sendStop(customer, turnId), ['done']],
  // The stop may be noticed after the first words: the reply then counts as well.
  ['by closing the request', (_customer, { talk }) => talk.leave(), ['done', 'stopped']],
];

describe.each(ways)(
  'a reply that opens a block, stopped before its first words %s',
  (_way, stop, endsWithoutFree) => {
    test(
      'five replies stopped in a loop: three are free, the others are written, count and are paid',
      slowly,
      async () => {
        const customer = await createCustomer(open.stack);
        const conversations = await createConversations(customer, 5);
        const ends: string[] = [];
        for (const [i, conversationId] of conversations.entries()) {
          const started = await startSilent(customer, conversationId);
          await stop(customer, started);
          const isCancelled = async () => (await readStatus(started.turnId)) === 'cancelled';
          await expect.poll(async () => i >= freePerDay || isCancelled(), poll).toBe(true);
          gate.open();
          await expect.poll(() => readStatus(started.turnId), poll).not.toBe('streaming');
          ends.push(await readStatus(started.turnId));
        }
        expect(ends.slice(0, freePerDay)).toEqual(Array(freePerDay).fill('cancelled'));
        for (const end of ends.slice(freePerDay)) expect(endsWithoutFree).toContain(end);
        await expectBooks(customer, { voided: freePerDay, paid: 2 });
        await expect.poll(async () => (await countCalls(customer)).length, poll).toBe(5);
        for (const { failure, estimate, input, cost } of await countCalls(customer)) {
          // A call that was cancelled may have reported its usage.
          const isGuessed = failure === null && estimate;
          expect([input > 0, cost > 0, isGuessed]).toEqual([true, true, false]);
        }
      },
    );
  },
);

test('a user without free cancels is told so and gets the reply to its end', async () => {
  const customer = await createCustomer(open.stack);
  const conversations = await createConversations(customer, 4);
  for (const id of conversations.slice(0, freePerDay)) {
    const { turnId, talk } = await startSilent(customer, id);
    await stopReply(customer, turnId);
    expect(toEventNames(await talk.isOver())).toEqual(['conversation', 'error']);
    expect(await talk.hears('error')).toMatchObject({ code: 'stopped' });
    gate.open();
  }
  const { turnId, talk } = await startSilent(customer, conversations[freePerDay]!, 'named');
  for (const stack of [open.stack, other.stack]) {
    const refused = await sendStop(asCustomer(stack, customer), turnId);
    expectRefusal(refused, 'no_free_cancels');
    expect(refused.body).toMatchObject({
      error:
        "It is already being written and can no longer be cancelled. You have used today's 3 free cancels.",
    });
  }
  gate.open();
  expect(toEventNames(await talk.isOver())).toEqual(['conversation', 'chunk', 'billing', 'done']);
  expect(await talk.hears('done')).toMatchObject({ status: 'done' });
  await expectBooks(customer, { voided: freePerDay, paid: 1 });
});

test('twenty concurrent stops of four replies from two processes release three', async () => {
  const customer = await createCustomer(open.stack);
  const conversations = await createConversations(customer, 4);
  const started: Awaited<ReturnType<typeof startSilent>>[] = [];
  for (const id of conversations) started.push(await startSilent(customer, id, id));
  const there = asCustomer(other.stack, customer);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      sendStop(i % 2 ? there : customer, started[i % 4]!.turnId),
    ),
  );
  for (const answer of answers) {
    if (answer.status !== 204) expectRefusal(answer, 'no_free_cancels');
  }
  gate.open();
  for (const { turnId } of started) {
    await expect.poll(() => readStatus(turnId), poll).toMatch(/cancelled|done/);
  }
  await expectBooks(customer, { voided: freePerDay, paid: 1 });
});

test('stopping later replies of a block uses free cancels too, though nothing is reserved for them', async () => {
  const customer = await createCustomer(open.stack);
  const conversations = await createConversations(customer, 5, 7);
  const ends: string[] = [];
  for (const id of conversations) {
    const { turnId } = await startSilent(customer, id, id);
    await sendStop(customer, turnId);
    gate.open();
    await expect.poll(() => readStatus(turnId), poll).not.toBe('streaming');
    ends.push(await readStatus(turnId));
  }
  expect(ends).toEqual([...Array(freePerDay).fill('cancelled'), 'done', 'done']);
  expect((await customer.wallet()).freeCancels.left).toBe(0);
  expect(await open.books.kinds((await customer.wallet()).walletId)).toEqual({
    SignupBonusCredited: 1,
  });
});

test('free replies can be stopped without limit, and are booked', async () => {
  const customer = await createCustomer(open.stack);
  const [conversationId] = await createConversations(customer, 1, 1);
  for (let i = 0; i < 5; i++) {
    const { turnId } = await startSilent(customer, conversationId!);
    await stopReply(customer, turnId);
    await expect.poll(() => readStatus(turnId), poll).toBe('cancelled');
    gate.open();
  }
  await expectBooks(customer, { voided: 0, paid: 0 });
  const calls = () =>
    open.books.query(
      `select c.id from provider_call c join chat_turn t on t.id = c.chat_turn_id
        where t.uid = $1 and c.failure = 'cancelled' and c.is_estimate and c.cost_microusd > 0`,
      [customer.uid],
    );
  await expect.poll(async () => (await calls()).length, poll).toBe(5);
});
