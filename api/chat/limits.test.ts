import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  conversationAfter,
  hearOut,
  readRefusal,
  say,
  someWords,
  stopReply,
} from '../testing/chat.ts';
import { createCustomer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const perMinute = 12;
const freePerDay = 8;
const atOnce = 2;
/** More concurrent replies than one user may have. */
const streams = 7;

let open: OpenStack;
beforeAll(async () => {
  open = await openStack({
    withoutWorker: true,
    limits: {
      chatRepliesPerMinute: perMinute,
      freeRepliesPerDay: freePerDay,
      chatRepliesAtOnce: atOnce,
      chatStreams: streams,
    },
  });
});
afterAll(() => open?.stop());
afterEach(() => open.books.expectToBeSound());

const hang = () => ({ prompt: someWords('[[fail:hang]]') });

test('one user can have only a limited number of replies written at a time, even with concurrent requests', async () => {
  const customer = await createCustomer(open.stack);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => say(open.stack, customer, hang()).catch(String)),
  );
  const talks = answers.filter((answer) => typeof answer !== 'string');
  expect(talks).toHaveLength(atOnce);
  for (const refused of answers.filter((answer) => typeof answer === 'string')) {
    expect(refused).toContain('429');
  }
  const refused = await readRefusal(customer, {});
  expectRefusal(refused, 'rate_limited');
  expect(refused.headers.get('retry-after')).toBe('5');
  for (const talk of talks) {
    await stopReply(customer, (await talk.hears('conversation')).turnId);
    await talk.isOver();
  }
  await hearOut(open.stack, customer);
});

test('a message over the limits is refused before the rows that it names are read', async () => {
  const customer = await createCustomer(open.stack);
  const unknownSeed = { seedGenerationId: 'gen_unknown' };
  expectRefusal(await readRefusal(customer, unknownSeed), 'not_found');
  const talks = [];
  for (let i = 0; i < atOnce; i++) talks.push(await say(open.stack, customer, hang()));
  expectRefusal(await readRefusal(customer, unknownSeed), 'rate_limited');
  for (const talk of talks) {
    await stopReply(customer, (await talk.hears('conversation')).turnId);
    await talk.isOver();
  }
});

test('a process with too many replies refuses more and says when to try again', async () => {
  const talks = [];
  for (let i = 0; i < streams; i++) {
    const customer = await createCustomer(open.stack);
    talks.push({ customer, talk: await say(open.stack, customer, hang()) });
  }
  const late = await createCustomer(open.stack);
  const refused = await readRefusal(late, {});
  expectRefusal(refused, 'unavailable');
  expect(refused.headers.get('retry-after')).toBe('5');
  for (const { customer, talk } of talks) {
    await stopReply(customer, (await talk.hears('conversation')).turnId);
    await talk.isOver();
  }
  await hearOut(open.stack, late);
});

describe('limits per minute and day', () => {
  test('free replies end at the daily limit, and paid replies continue until the limit per minute', async () => {
    const customer = await createCustomer(open.stack);
    const conversationId = await conversationAfter(open.stack, customer, 6);
    await conversationAfter(open.stack, customer, 3);
    const spent = await readRefusal(customer, {});
    expectRefusal(spent, 'rate_limited');
    expect(spent.body.error).toBe("You've used today's free replies.");
    // Replies of a paid block count toward the limit per minute, but not as free replies.
    for (let made = 9; made < perMinute; made++) {
      await hearOut(open.stack, customer, { conversationId });
    }
    // A slow machine may have taken over a minute for these.
    await open.books.query('update chat_turn set created_at = now() where uid = $1', [
      customer.uid,
    ]);
    const quick = await readRefusal(customer, { conversationId });
    expectRefusal(quick, 'rate_limited');
    expect(quick.headers.get('retry-after')).toBe('60');

    const age = (text: string) =>
      open.books.query(
        `update chat_turn set created_at = created_at - interval '${text}' where uid = $1`,
        [customer.uid],
      );
    await age('2 minutes');
    await hearOut(open.stack, customer, { conversationId });
    expectRefusal(await readRefusal(customer, {}), 'rate_limited');
    await age('24 hours');
    await hearOut(open.stack, customer);
    expect((await customer.wallet()).walletBalance).toBe(235);
  });
});
