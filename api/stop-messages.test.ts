// The lines that the API and the worker print when they are asked to stop with work in progress.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../dev/local/testing/coordinates.ts';
import { conversationAfter, say } from './testing/chat.ts';
import { createCustomer, respondAsync } from './testing/client.ts';
import { startGate, type Gate } from './testing/gate.ts';
import { openStack, type OpenStack } from './testing/stack.ts';

const poll = { timeout: 60_000, interval: 25 };

let gate: Gate;
let open: OpenStack;
beforeAll(async () => {
  gate = await startGate(coordinate('TEST_GEMINI_URL'));
  open = await openStack({
    env: { GEMINI_BASE_URL: gate.url, LOG_LEVEL: 'info' },
    limits: { stopGraceMs: 1_000 },
  });
});
afterAll(async () => {
  gate?.open();
  await open?.stop();
  await gate?.close();
});

/** The messages that the server has printed since it was ready, without the lines of its requests. */
function readMessages(server: 'api' | 'worker'): string[] {
  const lines = readFileSync(open.stack[server].logFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  const ready = lines.findLastIndex(({ msg }) => msg === 'ready');
  return lines
    .slice(ready + 1)
    .filter(({ msg }) => msg !== 'request')
    .map(({ level, msg }) => `${level} ${msg}`);
}

test('a worker that is asked twice to stop says so once and finishes its job', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  const asked = gate.asked.length;
  gate.shut();
  await customer.unlock(preview, 1024, respondAsync);
  await gate.isAsked(asked + 1);
  const stopped = open.stack.worker.kill('SIGTERM');
  await expect.poll(() => readMessages('worker'), poll).toContain('30 stopping');
  process.kill(open.stack.worker.pid(), 'SIGTERM');
  gate.open();
  await stopped;
  expect(readMessages('worker').filter((message) => message === '30 stopping')).toHaveLength(1);
  expect(await customer.generation(preview.generationId)).toMatchObject({ unlockStatus: 'done' });
});

test('an API that is asked twice to stop says so once, and names the paid reply that it ends after the time to stop', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const conversationId = await conversationAfter(open.stack, customer, 5);
  const asked = gate.asked.length;
  gate.shut();
  const talk = await say(open.stack, customer, { conversationId });
  const { turnId } = await talk.hears('conversation');
  await gate.isAsked(asked + 1);
  const stopped = open.stack.api.kill('SIGTERM');
  await expect.poll(() => readMessages('api'), poll).toContain('30 stopping');
  process.kill(open.stack.api.pid(), 'SIGTERM');
  await stopped;
  expect(readMessages('api')).toEqual([
    '30 stopping',
    '40 ended chat replies that took too long to stop',
  ]);
  expect(readFileSync(open.stack.api.logFile, 'utf8')).toContain(`"turnIds":["${turnId}"]`);
  expect(await talk.hears('error')).toMatchObject({ code: 'interrupted' });
  await open.books.expectToBeSound();
  expect(await open.books.kinds(walletId)).toMatchObject({ HoldPlaced: 1, HoldVoided: 1 });
});
