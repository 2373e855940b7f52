import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  conversationAfter,
  readConversation,
  hearOut,
  readRefusal,
  say,
  someWords,
  stopReply,
  type Talk,
} from '../testing/chat.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { adjustBalance } from '../testing/spending.ts';
import { shareTwoProcesses, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let other: OpenStack;
beforeAll(async () => {
  [open, other] = await shareTwoProcesses();
});
afterAll(() => open?.stop());
afterEach(() => open.books.expectToBeSound());

const countBlocks = (turnCount: number) => Math.ceil(Math.max(0, turnCount - 5) / 5);

/** Expects as many paid blocks as the replies need, each charged once. */
async function expectEveryBlockPaidOnce(customer: Customer, conversationId: string) {
  const { turnCount, paidBlocks } = await readConversation(customer, conversationId);
  const blocks = countBlocks(turnCount);
  expect(paidBlocks).toBe(blocks);
  const { walletId, ...wallet } = await customer.wallet();
  const left = 250 - 15 * blocks;
  expect(wallet).toMatchObject({ walletBalance: left, held: 0, available: left });
  const { HoldPlaced, HoldCaptured, HoldVoided } = await open.books.kinds(walletId);
  const times = blocks || undefined;
  expect([HoldPlaced, HoldCaptured, HoldVoided]).toEqual([times, times, undefined]);
  return turnCount;
}

describe('two tabs', () => {
  const turns = 5;

  test('two tabs that send concurrently in two processes get one reply at a time and pay as one tab would', async () => {
    const customer = await createCustomer(open.stack);
    const conversationId = await conversationAfter(open.stack, customer, turns);
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
    expect(heard.length).toBeGreaterThanOrEqual(1);
    // A request that arrived after the other had ended gets the next reply.
    expect(await expectEveryBlockPaidOnce(customer, conversationId)).toBe(turns + heard.length);
  });

  test('a second tab is refused while the reply of the first is written', async () => {
    const customer = await createCustomer(open.stack);
    const conversationId = await conversationAfter(open.stack, customer, turns);
    const prompt = someWords('[[fail:hang]]');
    const first = await say(open.stack, customer, { conversationId, prompt });
    const { turnId } = await first.hears('conversation');
    for (const { stack } of [open, other]) {
      const there = asCustomer(stack, customer);
      expectRefusal(await readRefusal(there, { conversationId }), 'wrong_state');
    }
    await stopReply(customer, turnId);
    await first.isOver();
    const second = await hearOut(other.stack, customer, { conversationId });
    expect(await second.hears('done')).toMatchObject({
      turnCount: turns + 1,
      paidBlocks: countBlocks(turns + 1),
    });
  });
});

test('a paid message whose conversation is deleted in another tab in the meantime is refused and costs nothing', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationAfter(open.stack, customer, 5);
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

test('two tabs that keep sending pay for each block once', async () => {
  const customer = await createCustomer(open.stack);
  const conversationId = await conversationAfter(open.stack, customer, 1);
  const sendUntilTwenty = async (stack: OpenStack['stack']) => {
    for (let tries = 0; tries < 500; tries++) {
      const talk = await hearOut(stack, customer, { conversationId }).catch(() => null);
      if (talk && (await talk.hears('done')).turnCount >= 20) return;
      const { turnCount } = await readConversation(customer, conversationId);
      if (turnCount >= 20) return;
    }
  };
  await Promise.all([open, other, open].map(({ stack }) => sendUntilTwenty(stack)));
  expect(await expectEveryBlockPaidOnce(customer, conversationId)).toBeGreaterThanOrEqual(20);
});

test('two conversations race for the last rupees: one is paid, the other is refused', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  await adjustBalance(open.stack.database, { walletId, amountPaise: -230_00 });
  const [one, two] = [
    await conversationAfter(open.stack, customer, 5),
    await conversationAfter(open.stack, customer, 5),
  ];
  const answers = await Promise.all([
    hearOut(open.stack, customer, { conversationId: one }).catch(String),
    hearOut(other.stack, customer, { conversationId: two }).catch(String),
  ]);
  const refused = answers.filter((answer) => typeof answer === 'string');
  expect(refused).toHaveLength(1);
  expect(refused[0]).toContain('402');
  expect(refused[0]).toContain('wallet has insufficient funds');
  expect(await customer.wallet()).toMatchObject({ walletBalance: 5, held: 0 });
  const { HoldPlaced, HoldCaptured } = await open.books.kinds(walletId);
  expect([HoldPlaced, HoldCaptured]).toEqual([1, 1]);
});
