// Opens thirty concurrent streams, or five hundred with `npm run soak -- chat`.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { readConversation, say, toEventNames, type Talk } from '../testing/chat.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { startGate, type Gate } from '../testing/gate.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const people = 10;
const streamsEach = process.env['CHAT_LOAD'] === 'full' ? 50 : 3;

let open: OpenStack;
let gate: Gate;
beforeAll(async () => {
  gate = await startGate(coordinate('TEST_GEMINI_URL'));
  const env = { GEMINI_BASE_URL: gate.url, LOG_LEVEL: 'info' };
  open = await openStack({ withoutWorker: true, env });
});
afterAll(async () => {
  gate?.open();
  await open?.stop();
  await gate?.close();
});

/** Resident memory of the API process, whose log names its pid. */
function residentMiB(): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(open.stack.api.logFile, 'utf8').split('\n')[0]!);
    return (
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
    );
  } catch {
    return null;
  }
}

test(`${people * streamsEach} concurrent chat streams all end`, async ({ annotate }) => {
  const customers = await Promise.all(
    Array.from({ length: people }, () => createCustomer(open.stack)),
  );
  const idleMiB = residentMiB();
  gate.shut();
  // Each customer begins one stream after another, because the API may refuse five hundred concurrent
  // requests.
  const begun = await Promise.all(
    customers.map(async (customer) => {
      const own: { customer: Customer; talk: Talk }[] = [];
      while (own.length < streamsEach)
        own.push({ customer, talk: await say(open.stack, customer) });
      return own;
    }),
  );
  const talks = begun.flat();
  await Promise.all(talks.map(({ talk }) => talk.hears('conversation')));
  await gate.isAsked(talks.length);
  const openMiB = residentMiB();
  if (idleMiB && openMiB) {
    const each = ((openMiB - idleMiB) * 1024) / talks.length;
    await annotate(`${each.toFixed(0)} KiB of the API's memory an open stream`);
  }
  // Other requests are served in the meantime.
  expect((await customers[0]!.wallet()).walletBalance).toBe(250);

  gate.open();
  await Promise.all(talks.map(({ talk }) => talk.isOver()));
  for (const { talk } of talks) {
    expect(toEventNames(talk)).toEqual(['conversation', 'chunk', 'done']);
  }
  const { customer, talk } = talks.at(-1)!;
  const { conversationId } = await talk.hears('conversation');
  const { messages } = await readConversation(customer, conversationId);
  expect(messages.at(-1)!.content).toBe(talk.text);
  const turns = await open.books.query('select status, count(*) from chat_turn group by status');
  expect(turns).toEqual([{ status: 'done', count: talks.length }]);
  await open.books.expectToBeSound();
});
