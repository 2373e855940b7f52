import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOn, say, someWords } from '../testing/chat.ts';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { listenToEvents } from '../testing/live.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

const perUser = 6;
const perProcess = 40;
const limits = { eventStreamsPerUser: perUser, eventStreams: perProcess };

let administered: AdministeredStack;
let open: AdministeredStack['stack'];
let other: OpenStack;
beforeAll(async () => {
  administered = await openAdministeredStack({ limits });
  open = administered.stack;
  const url = open.database.appUrl;
  // A second API process on the same database.
  other = await openStack({
    withoutWorker: true,
    limits,
    env: { DATABASE_URL: url, QUEUE_URL: url },
  });
});
afterAll(async () => {
  await other?.stop();
  await administered?.stop();
});

interface Stream {
  isOpen: boolean;
  leave(): void;
}

/** Resolves with the head of the response. */
async function openStream(apiUrl: string, customer: Customer): Promise<Stream> {
  const leaving = new AbortController();
  const { headers } = customer;
  const answer = await fetch(`${apiUrl}/api/events`, { headers, signal: leaving.signal });
  if (answer.status !== 200) throw new Error(`GET /api/events: ${answer.status}`);
  const stream = { isOpen: true, leave: () => leaving.abort() };
  const ended = () => void (stream.isOpen = false);
  void answer.body!.pipeTo(new WritableStream()).then(ended, ended);
  return stream;
}

const poll = { timeout: 60_000, interval: 20 };
const openOnes = (streams: Stream[]) => streams.filter(({ isOpen }) => isOpen).length;

describe('the event streams of one person', () => {
  test('the newest 6 of 50 concurrent streams of one user in two processes stay open', async () => {
    const customer = await createCustomer(open);
    const streams = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        openStream(i % 2 ? open.apiUrl : other.stack.apiUrl, customer),
      ),
    );
    await expect.poll(() => openOnes(streams), poll).toBe(perUser);
    // A user who reconnects is admitted.
    const listener = await listenToEvents(open.apiUrl, customer.headers);
    await expect.poll(() => openOnes(streams), poll).toBe(perUser - 1);
    // Closed streams free their places, in the other process too.
    for (const stream of streams) stream.leave();
    for (let made = 1; made < perUser; made += 1) {
      await listenToEvents(other.stack.apiUrl, customer.headers);
    }
    expect(listener.heard.map(({ event }) => event)).not.toContain('replaced');
    await listenToEvents(other.stack.apiUrl, customer.headers);
    await listener.hears('replaced');
  });

  test('the readers of a chat reply are limited, and the reply continues', async () => {
    const customer = await createCustomer(open);
    const words = { prompt: someWords('[[fail:hang]]') };
    const talk = await say(open, customer, words, { 'idempotency-key': 'read-on' });
    const { turnId } = await talk.hears('conversation');
    const readers = await Promise.all(
      Array.from({ length: 10 }, () => readOn(open, customer, { turnId })),
    );
    const over = new Set<object>();
    for (const each of [talk, ...readers]) void each.isOver().then(() => over.add(each));
    await expect.poll(() => over.size, poll).toBe(11 - perUser);
    expect(over).toContain(talk);
    const [turn] = await administered.books.query<{ status: string }>(
      'select status from chat_turn where id = $1',
      [turnId],
    );
    expect(turn!.status).toBe('streaming');
    await customer.send('/api/stop-chat', { json: { turnId } });
  });

  test.each(['disable', 'delete'] as const)(
    "a user's streams end in every process when an admin wants to %s them",
    async (action) => {
      const customer = await createCustomer(open);
      const bystander = await createCustomer(open);
      const streams = await Promise.all(
        [open.apiUrl, other.stack.apiUrl].map((url) => openStream(url, customer)),
      );
      const others = await openStream(other.stack.apiUrl, bystander);
      await administered.done({ uid: customer.uid, action });
      await expect.poll(() => openOnes(streams), poll).toBe(0);
      expect(others.isOpen).toBe(true);
      const answer = await send(`${open.apiUrl}/api/events`, { headers: customer.headers });
      expect([401, 403]).toContain(answer.status);
    },
  );
});

test('a process with too many streams refuses more and says when to try again', async () => {
  const customers = await Promise.all(Array.from({ length: 8 }, () => createCustomer(open)));
  const streams: Stream[] = [];
  let refused = null;
  for (let i = 0; i < perProcess + 10 && !refused; i += 1) {
    const customer = customers[i % customers.length]!;
    const answer = await openStream(other.stack.apiUrl, customer).catch(() => null);
    if (answer) streams.push(answer);
    else refused = await customer.send('/api/user');
  }
  expect(refused).toMatchObject({ status: 200 });
  expect(streams.length).toBeLessThanOrEqual(perProcess);
  const headers = customers[0]!.headers;
  const answer = await send(`${other.stack.apiUrl}/api/events`, { headers });
  expectRefusal(answer, 'unavailable');
  expect(answer.headers.get('retry-after')).toBe('5');
  for (const stream of streams) stream.leave();
  await expect
    .poll(
      () =>
        openStream(other.stack.apiUrl, customers[0]!).then(
          ({ isOpen }) => isOpen,
          () => false,
        ),
      poll,
    )
    .toBe(true);
});
