import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepNow } from '../../worker/testing/sweep-now.ts';
import {
  conversationBeforeBlock,
  readConversation,
  hearOut,
  readOn,
  readRefusal,
  say,
  someWords,
  stopReply,
  toEventNames,
} from '../testing/chat.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import type { Gate } from '../testing/gate.ts';
import { listenToEvents } from '../testing/live.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareTwoProcesses, type OpenStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };

let open: OpenStack;
let other: OpenStack;
let gate: Gate;
beforeAll(async () => {
  const [shared, second] = await shareTwoProcesses();
  [open, other, gate] = [shared, second, shared.gates.google];
  // It would end abandoned replies itself.
  await open.stack.worker.kill('SIGTERM');
});
afterAll(() => open?.stop());
afterEach(async () => {
  gate.open();
  for (const { stack } of [open, other]) if (!stack.api.isRunning()) await stack.api.start();
  await open.books.expectToBeSound();
});

const readStatus = async (turnId: string) =>
  (
    await open.books.query<{ status: string }>('select status from chat_turn where id = $1', [
      turnId,
    ])
  )[0]!.status;

/** Simulates that the process that writes the reply has been silent for nearly half a minute, or longer. */
const endLease = (turnId: string, inSeconds = -1) =>
  open.books.query(
    'update chat_turn set lease_until = now() + make_interval(secs => $2) where id = $1',
    [turnId, inSeconds],
  );

const readKinds = async (walletId: string) => {
  const { HoldPlaced, HoldCaptured, HoldVoided, HoldExpired } = await open.books.kinds(walletId);
  return { HoldPlaced, HoldCaptured, HoldVoided, HoldExpired };
};

/** A paid reply whose provider has been asked and has not yet sent its first words. */
async function startPaidReply(marker = '[[fail:hang]]') {
  const { stack } = open;
  const customer = await createCustomer(stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationBeforeBlock(open, customer);
  const headers = { 'idempotency-key': conversationId };
  const prompt = `how do I fly a kite ${conversationId} ${marker}`;
  const order = { conversationId, prompt };
  const asked = gate.asked.length;
  const talk = await say(stack, customer, order, headers);
  const { turnId } = await talk.hears('conversation');
  await gate.isAsked(asked + 1);
  return { customer, walletId, conversationId, turnId, talk, order, headers };
}

async function expectUsableAgain(customer: Customer, walletId: string, conversationId: string) {
  const talk = await hearOut(open.stack, asCustomer(open.stack, customer), { conversationId });
  expect(toEventNames(talk)).toEqual(['conversation', 'chunk', 'billing', 'done']);
  expect(await talk.hears('billing')).toMatchObject({ inr: 15, wallet: { walletBalance: 235 } });
  expect(await talk.hears('done')).toMatchObject({ turnCount: 6, paidBlocks: 1 });
  expect(await readKinds(walletId)).toMatchObject({ HoldPlaced: 2, HoldCaptured: 1 });
}

describe('an API process that is killed while it writes a paid reply', () => {
  test("the next message releases the price of a killed process's reply once its lease has expired", async () => {
    const { customer, walletId, conversationId, turnId, talk } = await startPaidReply();
    await open.stack.api.kill('SIGKILL');
    await expect(talk.isOver()).rejects.toThrow('terminated');
    const there = asCustomer(other.stack, customer);
    expect(await there.wallet()).toMatchObject({ walletBalance: 250, held: 15 });
    expectRefusal(await readRefusal(there, { conversationId }), 'wrong_state');

    await endLease(turnId);
    await open.stack.api.start();
    await expectUsableAgain(customer, walletId, conversationId);
    expect(await readKinds(walletId)).toMatchObject({ HoldVoided: 1 });
    expect(await readStatus(turnId)).toBe('failed');
    const voided = await open.books.query(
      `select actor, reason from ledger_event where wallet_id = $1 and kind = 'HoldVoided'`,
      [walletId],
    );
    expect(voided).toEqual([{ actor: 'api', reason: 'interrupted' }]);
  });

  test("the worker's sweep releases the price of a killed process's reply without any message", async () => {
    const { walletId, turnId, customer, conversationId } = await startPaidReply();
    await open.stack.api.kill('SIGKILL');
    await endLease(turnId);
    await sweepNow(open);
    expect(await readStatus(turnId)).toBe('failed');
    expect(await readKinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldVoided: 1 });
    await open.stack.api.start();
    await expectUsableAgain(customer, walletId, conversationId);
  });

  test('a user whose reader is in another process learns that the reply of a killed process was interrupted', async () => {
    const { customer, turnId, walletId, order, headers } = await startPaidReply();
    await open.stack.api.kill('SIGKILL');
    await endLease(turnId, 2);
    const waiting = await readOn(other.stack, customer, { turnId });
    await waiting.isOver();
    expect(toEventNames(waiting)).toEqual(['conversation', 'error']);
    expect(await waiting.hears('error')).toMatchObject({ code: 'interrupted' });
    await open.stack.api.start();
    // Repeating the request finds the failed reply and creates no second one.
    await hearOut(open.stack, customer, { conversationId: order.conversationId });
    const again = await hearOut(open.stack, customer, order, headers);
    expect(toEventNames(again)).toEqual(['conversation', 'error']);
    expect(await readKinds(walletId)).toMatchObject({
      HoldPlaced: 2,
      HoldCaptured: 1,
      HoldVoided: 1,
    });
  });
});

test('an API process that is asked to stop first ends its replies, charges nothing and notifies readers', async () => {
  const { customer, walletId, conversationId, turnId, talk } = await startPaidReply();
  const free = await say(open.stack, customer, { prompt: someWords('[[fail:hang]]') });
  await free.hears('conversation');
  await open.stack.api.kill('SIGTERM');
  for (const each of [talk, free]) {
    expect(toEventNames(await each.isOver()).at(-1)).toBe('error');
    expect(await each.hears('error')).toMatchObject({ code: 'interrupted' });
  }
  expect(await readStatus(turnId)).toBe('failed');
  expect(await readKinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldVoided: 1 });
  await open.stack.api.start();
  await expectUsableAgain(customer, walletId, conversationId);
});

test('a process that lets replies finish when it stops reports it, serves requests, redirects listeners and ends a paid reply', async () => {
  const { stack } = other;
  const customer = await createCustomer(stack);
  const { walletId } = await customer.wallet();
  const listener = await listenToEvents(stack.apiUrl, customer.headers);
  const conversationId = await conversationBeforeBlock(open, customer);
  const asked = gate.asked.length;
  gate.shut();
  const talk = await say(stack, customer, { conversationId });
  await talk.hears('conversation');
  await gate.isAsked(asked + 1);

  const stopped = stack.api.kill('SIGTERM');
  const readReadiness = async () => (await fetch(`${stack.apiUrl}/readyz`)).status;
  await expect.poll(readReadiness, poll).toBe(503);
  expect((await customer.wallet()).walletBalance).toBe(250);
  await listener.hears('reconnect');

  gate.open();
  expect(await talk.hears('billing')).toMatchObject({ inr: 15, wallet: { walletBalance: 235 } });
  await talk.hears('done');
  await stopped;
  expect(await readKinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldCaptured: 1 });
});

test('a reply whose hold expired while it was written is not sold', async () => {
  const { customer, walletId, conversationId, turnId, talk } =
    await startPaidReply('[[slow:3000]]');
  await talk.hears('chunk');
  await open.books.passDeadlines();
  await sweepNow(open);
  expect(await readKinds(walletId)).toMatchObject({ HoldExpired: 1 });
  await open.books.restoreDeadlines();
  await stopReply(customer, turnId);
  expect(toEventNames(await talk.isOver())).toEqual(['conversation', 'chunk', 'error']);
  expect(await talk.hears('error')).toMatchObject({ code: 'interrupted' });
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
  const { turnCount, paidBlocks } = await readConversation(customer, conversationId);
  expect([turnCount, paidBlocks]).toEqual([5, 0]);
  await expectUsableAgain(customer, walletId, conversationId);
});
