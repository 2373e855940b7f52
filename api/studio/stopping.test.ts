// An API process is replaced by another: no request fails, and a reply continues to its end.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { conversationAfter, say } from '../testing/chat.ts';
import { createCustomer, send } from '../testing/client.ts';
import { startGate, type Gate } from '../testing/gate.ts';
import { listenToEvents } from '../testing/live.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

let gate: Gate;
let open: OpenStack;
beforeAll(async () => {
  gate = await startGate(coordinate('TEST_GEMINI_URL'));
  open = await openStack({
    queue: 'postgres',
    withoutWorker: true,
    // `stopGraceMs` is long enough for a busy machine.
    env: { GEMINI_BASE_URL: gate.url },
    limits: { stopGraceMs: 120_000 },
  });
});
afterAll(async () => {
  gate?.open();
  await open?.stop();
  await gate?.close();
});

test('a process that stops while it writes a paid reply reports it, serves requests, redirects listeners and ends the reply', async () => {
  const { stack, books } = open;
  const customer = await createCustomer(stack);
  const { walletId } = await customer.wallet();
  const listener = await listenToEvents(stack.apiUrl, customer.headers);
  const conversationId = await conversationAfter(stack, customer, 5);
  const asked = gate.asked.length;
  gate.shut();
  const talk = await say(stack, customer, { conversationId });
  await talk.hears('conversation');
  await gate.isAsked(asked + 1);

  const { apiUrl } = stack;
  const stopped = stack.api.kill('SIGTERM');
  await expect
    .poll(async () => (await fetch(`${apiUrl}/readyz`)).status, { timeout: 60_000, interval: 20 })
    .toBe(503);
  const meanwhile = await send<{ walletBalance: number }>(`${apiUrl}/api/wallet`, {
    headers: customer.headers,
  });
  expect([meanwhile.status, meanwhile.body.walletBalance]).toEqual([200, 250]);
  await listener.hears('reconnect');

  gate.open();
  expect(await talk.hears('billing')).toMatchObject({ inr: 15, wallet: { walletBalance: 235 } });
  await talk.hears('done');
  await stopped;
  await books.expectToBeSound();
  expect(await books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 1,
    HoldCaptured: 1,
  });
});
