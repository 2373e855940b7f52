// Charges for replies that their provider breaks off after their first words were shown.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { forgiveBrokenReply } from '@sachet/db/chat/broken-replies';
import { createKysely, createPool } from '@sachet/db/connect';
import type { FreeWork } from '@sachet/db/studio/free-work';
import { istDay } from '@sachet/shared/time';
import {
  conversationsWith,
  hearOut,
  readConversation,
  readStatuses,
  say,
  someWords,
  toEventNames,
  type Talk,
} from '../testing/chat.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import { shareTwoProcesses, type OpenStack } from '../testing/stack.ts';

const slowly = { timeout: 180_000 };
const poll = { timeout: 60_000, interval: 20 };
const freePerDay = 3;
const price = 15;
/** The default of FREE_WORK_USD_PER_DAY. */
const perDayMicrousd = 200_000_000;

let open: OpenStack;
let other: OpenStack;
beforeAll(async () => {
  [open, other] = await shareTwoProcesses();
});
afterAll(() => open?.stop());
afterEach(() => open.books.expectToBeSound());

/** Requests a reply that the provider breaks off after its first words. */
const breakOff = (customer: Customer, conversationId: string, stack = open.stack) =>
  hearOut(stack, asCustomer(stack, customer), {
    conversationId,
    prompt: someWords('[[fail:midstream]]'),
  });

const readKinds = async (customer: Customer) => {
  const { SignupBonusCredited: _, ...kinds } = await open.books.kinds(
    (await customer.wallet()).walletId,
  );
  return kinds;
};

/** How each broken reply ended: `error` is free, `done` counts. */
const toEnds = (talks: readonly Talk[]) => talks.map((talk) => toEventNames(talk).at(-1));

const countOf = (values: readonly unknown[], value: unknown) =>
  values.filter((each) => each === value).length;

/** The booked provider calls of this customer's broken replies. */
const readBrokenCalls = (customer: Customer) =>
  open.books.query<{ cost: number; output: number }>(
    `select c.cost_microusd as cost, c.output_tokens as output
       from provider_call c join chat_turn t on t.id = c.chat_turn_id
      where t.uid = $1 and c.failure is not null`,
    [customer.uid],
  );

async function expectCostsBooked(customer: Customer, calls: number): Promise<void> {
  await expect.poll(async () => (await readBrokenCalls(customer)).length, poll).toBe(calls);
  for (const { cost, output } of await readBrokenCalls(customer)) {
    expect([cost > 0, output > 0]).toEqual([true, true]);
  }
}

const readFreeReplies = ({ uid }: Customer) =>
  open.books.query('select used from free_broken_reply where uid = $1', [uid]);

async function readFreeWork(): Promise<number> {
  const [row] = await open.books.query<{ used: number }>(
    `select used from daily_allowance where name = 'free_work'`,
  );
  return row?.used ?? 0;
}

test(
  'replies of paid blocks that break off are free three times, then each counts and every block is charged',
  slowly,
  async () => {
    const customer = await createCustomer(open.stack);
    const [conversationId] = await conversationsWith(open, customer, { count: 1, replies: 5 });
    const freeWorkBefore = await readFreeWork();
    // The sixth of them opens a second block.
    const counted = 6;
    const talks: Talk[] = [];
    for (let i = 0; i < freePerDay + counted; i += 1)
      talks.push(await breakOff(customer, conversationId!));
    for (const talk of talks) expect(talk.text).not.toBe('');
    expect(toEnds(talks)).toEqual([
      ...Array<string>(freePerDay).fill('error'),
      ...Array<string>(counted).fill('done'),
    ]);

    const opening = talks[freePerDay]!;
    expect(toEventNames(opening)).toEqual(['conversation', 'chunk', 'billing', 'done']);
    expect(await opening.hears('billing')).toMatchObject({ inr: price });
    expect(await opening.hears('done')).toMatchObject({
      status: 'broken_off',
      message: expect.stringMatching(/^The provider broke this reply off.*it counts/),
      turnCount: 6,
      paidBlocks: 1,
    });
    expect(toEventNames(talks.at(-2)!)).toEqual(['conversation', 'chunk', 'done']);

    const blocks = Math.ceil(counted / 5);
    expect(await readKinds(customer)).toEqual({
      HoldPlaced: freePerDay + blocks,
      HoldVoided: freePerDay,
      HoldCaptured: blocks,
    });
    expect(await customer.wallet()).toMatchObject({
      walletBalance: 250 - blocks * price,
      held: 0,
    });
    const { messages, turnCount, paidBlocks } = await readConversation(customer, conversationId!);
    expect([turnCount, paidBlocks]).toEqual([5 + counted, blocks]);
    expect(await readStatuses(customer, conversationId!)).toEqual([
      'done',
      ...Array<string>(freePerDay).fill('failed'),
      ...Array<string>(counted).fill('broken_off'),
    ]);
    expect(messages.filter(({ role }) => role === 'system')).toHaveLength(freePerDay);
    expect(messages.filter(({ charged }) => charged === price)).toHaveLength(blocks);

    await expectCostsBooked(customer, freePerDay + counted);
    const calls = await readBrokenCalls(customer);
    const costOfFree = (await readFreeWork()) - freeWorkBefore;
    expect(costOfFree).toBeGreaterThan(0);
    expect(costOfFree).toBeLessThan(calls.reduce((sum, { cost }) => sum + cost, 0));
  },
);

test('later replies of a block that break off are free three times, then count in the block', async () => {
  const customer = await createCustomer(open.stack);
  const [conversationId] = await conversationsWith(open, customer, { count: 1, replies: 6 });
  const talks: Talk[] = [];
  for (let i = 0; i < 4; i += 1) talks.push(await breakOff(customer, conversationId!));
  expect(toEnds(talks)).toEqual(['error', 'error', 'error', 'done']);
  expect(await talks.at(-1)!.hears('done')).toMatchObject({ status: 'broken_off', turnCount: 7 });
  expect(await readKinds(customer)).toEqual({});
  await expectCostsBooked(customer, 4);
});

test('free replies that break off are free three times, then use up the five free replies', async () => {
  const customer = await createCustomer(open.stack);
  const [conversationId] = await conversationsWith(open, customer, { count: 1, replies: 4 });
  const talks: Talk[] = [];
  for (let i = 0; i < 4; i += 1) talks.push(await breakOff(customer, conversationId!));
  expect(toEnds(talks)).toEqual([...Array(3).fill('error'), 'done']);
  expect(await talks.at(-1)!.hears('done')).toMatchObject({
    turnCount: 5,
    next: { block: 1, inr: price },
  });
  expect(await readKinds(customer)).toEqual({});
  await expectCostsBooked(customer, 4);
});

test(
  'three of six replies that break off concurrently in two processes are free',
  slowly,
  async () => {
    const customer = await createCustomer(open.stack);
    const opening = await conversationsWith(open, customer, { count: 3, replies: 5 });
    const within = await conversationsWith(open, customer, { count: 3, replies: 7 });
    const talks = await Promise.all(
      [...opening, ...within].map((id, i) =>
        breakOff(customer, id, i % 2 ? open.stack : other.stack),
      ),
    );
    const ends = toEnds(talks);
    expect([countOf(ends, 'error'), countOf(ends, 'done')]).toEqual([freePerDay, 3]);
    const voided = countOf(ends.slice(0, opening.length), 'error');
    const captured = opening.length - voided;
    expect(await readKinds(customer)).toEqual({
      HoldPlaced: opening.length,
      ...(voided > 0 && { HoldVoided: voided }),
      ...(captured > 0 && { HoldCaptured: captured }),
    });
    expect(await customer.wallet()).toMatchObject({
      walletBalance: 250 - captured * price,
      held: 0,
    });
    await expectCostsBooked(customer, 6);
  },
);

test('a paid reply that breaks off counts when the free work of the day is used up', async () => {
  const customer = await createCustomer(open.stack);
  const [conversationId] = await conversationsWith(open, customer, { count: 1, replies: 5 });
  const before = await readFreeWork();
  const setUsed = (used: number) =>
    open.books.query(`update daily_allowance set used = $1 where name = 'free_work'`, [used]);
  await setUsed(perDayMicrousd);
  const talk = await breakOff(customer, conversationId!);
  await setUsed(before);
  expect(await talk.hears('done')).toMatchObject({ status: 'broken_off', turnCount: 6 });
  expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
  expect(await readFreeReplies(customer)).toEqual([]);
});

test('a process that crashes after it has decided that a broken reply is free leaves it free, and only once', async () => {
  const customer = await createCustomer(open.stack);
  const { walletId } = await customer.wallet();
  const [conversationId] = await conversationsWith(open, customer, { count: 1, replies: 5 });
  const prompt = someWords('[[fail:hang]]');
  const headers = { 'idempotency-key': conversationId! };
  const talk = await say(other.stack, customer, { conversationId, prompt }, headers);
  const { turnId } = await talk.hears('conversation');
  const db = createKysely(createPool(open.stack.database.appUrl, { max: 5 }));
  const freeWork: FreeWork = {
    day: istDay(Date.now()),
    microusd: 70,
    shares: { free_work: perDayMicrousd },
    findBacking: async () => null,
  };
  const usedBefore = await readFreeWork();
  const turn = { id: turnId, uid: customer.uid };
  const decisions = await Promise.all(
    Array.from({ length: 5 }, () =>
      forgiveBrokenReply(db, turn, { allowed: freePerDay, freeWork }),
    ),
  );
  await db.destroy();
  expect(decisions).toEqual(Array(5).fill(true));
  await other.stack.api.kill('SIGKILL');
  await other.stack.api.start();
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: price });

  await open.books.query(
    `update chat_turn set lease_until = now() - interval '1 s' where id = $1`,
    [turnId],
  );
  const next = await hearOut(open.stack, customer, { conversationId });
  expect(await next.hears('billing')).toMatchObject({ inr: price });
  expect(await open.books.kinds(walletId)).toMatchObject({
    HoldPlaced: 2,
    HoldVoided: 1,
    HoldCaptured: 1,
  });
  expect((await readFreeWork()) - usedBefore).toBe(70);
  expect(await readFreeReplies(customer)).toEqual([{ used: 1 }]);
});
