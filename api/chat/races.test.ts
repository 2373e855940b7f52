// Two tabs and two processes send, delete and stop at the same moment: each block is paid once, and of the replies
// that are stopped before their first words, three a day are free.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  conversationBeforeBlock,
  conversationsWith,
  hearOut,
  readConversation,
  readRefusal,
  say,
  stopReply,
  toEventNames,
  type Talk,
} from '../testing/chat.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareTwoProcesses, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };
const freePerDay = 3;
const price = 15;

let open: OpenStack;
let other: OpenStack;
let gate: Gate;
beforeAll(async () => {
  const [shared, second] = await shareTwoProcesses();
  [open, other, gate] = [shared, second, shared.gates.google];
});
afterAll(() => open?.stop());
afterEach(async () => {
  gate.open();
  await open.books.expectToBeSound();
});

test('two tabs that send concurrently in two processes get one reply at a time and pay as one tab would', async () => {
  const turns = 5;
  const customer = await createCustomer(open.stack);
  const conversationId = await conversationBeforeBlock(open, customer);
  const senders = Array.from({ length: 8 }, (_, i) => (i % 2 ? open.stack : other.stack));
  const answers = await Promise.all(
    senders.map((stack) =>
      hearOut(stack, customer, { conversationId }).catch((error: Error) => error),
    ),
  );
  const heard = answers.filter((answer): answer is Talk => !(answer instanceof Error));
  for (const refused of answers.filter((answer) => answer instanceof Error)) {
    expect(refused.message).toContain('409');
    expect(refused.message).toContain('A reply is already being written in this conversation.');
  }
  // A request that arrived after the other had ended gets the next reply.
  expect(heard.length).toBeGreaterThanOrEqual(1);
  const { turnCount, paidBlocks } = await readConversation(customer, conversationId);
  expect(turnCount).toBe(turns + heard.length);
  const blocks = Math.ceil(heard.length / 5);
  expect(paidBlocks).toBe(blocks);
  const { walletId, ...wallet } = await customer.wallet();
  const left = 250 - price * blocks;
  expect(wallet).toMatchObject({ walletBalance: left, held: 0, available: left });
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: blocks,
    HoldCaptured: blocks,
  });
});

test('a paid message whose conversation is deleted in another tab in the meantime is refused and costs nothing', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationBeforeBlock(open, customer);
  const lock = await open.books.lockWallet(walletId);
  const sending = readRefusal(customer, { conversationId });
  await expect.poll(() => lock.waiting()).toBeGreaterThan(0);
  const path = `/api/conversation?id=${conversationId}`;
  expect((await customer.send(path, { method: 'DELETE' })).status).toBe(204);
  await lock.release();
  expectRefusal(await sending, 'not_found');
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
  expect((await open.books.kinds(walletId))['HoldPlaced']).toBeUndefined();
});

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

test('of replies that are stopped before their first words, three are free, and the others are written, count and are paid', async () => {
  const customer = await createCustomer(open.stack);
  const conversations = await conversationsWith(open, customer, { count: 5, replies: 5 });
  const [left, leftLater, stoppedLater, ...stopped] = conversations as [
    string,
    string,
    string,
    ...string[],
  ];
  const expectCancelled = async (turnId: string) => {
    await expect.poll(() => readStatus(turnId), poll).toBe('cancelled');
    gate.open();
  };
  for (const conversationId of stopped) {
    const { talk, turnId } = await startSilent(customer, conversationId);
    await stopReply(customer, turnId);
    expect(toEventNames(await talk.isOver())).toEqual(['conversation', 'error']);
    expect(await talk.hears('error')).toMatchObject({ code: 'stopped' });
    await expectCancelled(turnId);
  }
  const third = await startSilent(customer, left);
  third.talk.leave();
  await expectCancelled(third.turnId);

  const fourth = await startSilent(customer, leftLater);
  fourth.talk.leave();
  gate.open();
  // If the leaving is noticed only after the first words, the reply counts as well.
  await expect.poll(() => readStatus(fourth.turnId), poll).toMatch(/^(done|stopped)$/);
  const fifth = await startSilent(customer, stoppedLater);
  for (const { stack } of [open, other]) {
    const refused = await sendStop(asCustomer(stack, customer), fifth.turnId);
    expectRefusal(refused, 'no_free_cancels');
    expect(refused.body.error).toBe(
      "It is already being written and can no longer be cancelled. You have used today's 3 free cancels.",
    );
  }
  gate.open();
  const whole = ['conversation', 'chunk', 'billing', 'done'];
  expect(toEventNames(await fifth.talk.isOver())).toEqual(whole);
  expect(await fifth.talk.hears('done')).toMatchObject({ status: 'done' });
  await expectBooks(customer, { voided: freePerDay, paid: 2 });
  await expect.poll(async () => (await countCalls(customer)).length, poll).toBe(5);
  for (const { failure, estimate, input, cost } of await countCalls(customer)) {
    // A call that was cancelled may have reported its usage.
    const isGuessed = failure === null && estimate;
    expect([input > 0, cost > 0, isGuessed]).toEqual([true, true, false]);
  }
});

test('twenty concurrent stops of four replies from two processes release three', async () => {
  const customer = await createCustomer(open.stack);
  const conversations = await conversationsWith(open, customer, { count: 4, replies: 5 });
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
  const conversations = await conversationsWith(open, customer, { count: 4, replies: 7 });
  const ends: string[] = [];
  for (const id of conversations) {
    const { turnId } = await startSilent(customer, id, id);
    await sendStop(customer, turnId);
    gate.open();
    await expect.poll(() => readStatus(turnId), poll).not.toBe('streaming');
    ends.push(await readStatus(turnId));
  }
  expect(ends).toEqual([...Array(freePerDay).fill('cancelled'), 'done']);
  expect((await customer.wallet()).freeCancels.left).toBe(0);
  expect(await open.books.kinds((await customer.wallet()).walletId)).toEqual({
    SignupBonusCredited: 1,
  });
});

test('free replies can be stopped without limit, and are booked', async () => {
  const customer = await createCustomer(open.stack);
  const [conversationId] = await conversationsWith(open, customer, { count: 1, replies: 1 });
  for (let i = 0; i <= freePerDay; i++) {
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
  await expect.poll(async () => (await calls()).length, poll).toBe(freePerDay + 1);
});
