// Unusual answers of real providers, repeated by the sandbox: what the user gets, and what is booked.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { parseIdeas } from '@sachet/shared/studio/ideas';
import { conversationBeforeBlock, hearOut, readConversation } from '../testing/chat.ts';
import { createCustomer, somePrompt, type Customer } from '../testing/client.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());
afterEach(() => open.books.expectToBeSound());

const readKinds = async (customer: Customer) => {
  const { SignupBonusCredited: _, ...kinds } = await open.books.kinds(
    (await customer.wallet()).walletId,
  );
  return kinds;
};

describe('a final picture', () => {
  test.each([
    ['google', 'flat'],
    ['openai', 'no_picture'],
  ] as const)(
    'a final picture of %s that is %s is not sold: the price is released, and our cost is booked once',
    async (provider, kind) => {
      const customer = await createCustomer(open.stack);
      const prompt = somePrompt(`[[fail:${kind}#premium]]`);
      const preview = await customer.preview({ provider, prompt, quality: 'quality' });
      const { body } = await customer.unlock(preview, 1024);
      expect(body).toMatchObject({ code: 'generation_failed' });
      expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
      expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
      const calls = await open.books.providerCalls(preview.generationId);
      const finals = calls.filter(({ purpose }) => purpose === 'final');
      expect(finals).toHaveLength(1);
      expect(finals[0]!.cost_microusd).toBeGreaterThan(0);
    },
  );

  test.each([
    ['google', 'unreported'],
    ['openai', 'odd_usage'],
  ] as const)(
    'a final picture of %s whose usage is %s is sold, and our cost is booked as more than zero',
    async (provider, kind) => {
      const customer = await createCustomer(open.stack);
      const prompt = somePrompt(`[[fail:${kind}]]`);
      const preview = await customer.preview({ provider, prompt, quality: 'quality' });
      expect((await customer.unlock(preview, 512)).body.charged).toBe(preview.prices![512]);
      expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
      const calls = await open.books.providerCalls(preview.generationId);
      expect(calls.map(({ purpose }) => purpose)).toEqual(['preview', 'final']);
      expect(calls.every(({ cost_microusd: cost }) => cost > 0)).toBe(true);
    },
  );
});

describe('captions', () => {
  const ask = async (marker: string, mode: Mode = 'instagram') => {
    const customer = await createCustomer(open.stack);
    const { body } = await customer.generate({ mode, prompt: somePrompt(marker) });
    const { generationId } = body;
    const calls = await open.books.providerCalls(generationId);
    return { result: await customer.generation(generationId), calls };
  };

  test('captions with U+0000 are stored without it, after one request', async () => {
    const { result, calls } = await ask('[[fail:nul]]');
    expect(result).toMatchObject({
      status: 'ready',
      content: expect.stringMatching(/^Chai\ufffdtime/),
    });
    expect(calls).toHaveLength(1);
  });

  test('captions that are cut short are requested once more with a higher token limit, and fail if that is cut short, too', async () => {
    const { result, calls } = await ask('[[fail:cut]]');
    expect(result).toMatchObject({ status: 'failed', errorCode: 'cut_short', content: null });
    expect(calls).toHaveLength(2);
    const once = await ask('[[fail:cut*1]]');
    expect(once.result).toMatchObject({ status: 'ready' });
  });

  test('captions of white space alone, or that end in an error, fail', async () => {
    expect((await ask('[[fail:blank]]')).result).toMatchObject({ status: 'failed', content: null });
    expect((await ask('[[fail:error_finish]]')).result).toMatchObject({ status: 'failed' });
  });

  test('a text for sale that is cut short is not sold', async () => {
    const { result } = await ask('[[fail:cut]]', 'general');
    expect(result).toMatchObject({ status: 'failed', errorCode: 'cut_short' });
  });

  test('ideas in a code fence are read; unreadable ideas and an empty list of them are failures that say so', async () => {
    const { result } = await ask('[[ideas:fenced]]', 'instagram_ideas');
    expect(parseIdeas(result.content!)).toHaveLength(4);
    for (const [marker, errorCode, error] of [
      [
        '[[ideas:broken]]',
        'unreadable_ideas',
        "Couldn't parse ideas. Try again with simpler inputs.",
      ],
      ['[[ideas:none]]', 'no_ideas', 'No ideas generated. Try again.'],
    ] as const) {
      const { result: failed } = await ask(marker, 'instagram_ideas');
      expect(failed).toMatchObject({ status: 'failed', content: null, errorCode, error });
    }
  });
});

describe('a chat reply', () => {
  test('a reply that opens a paid block is free if it is white space or fails before a word', async () => {
    const customer = await createCustomer(open.stack);
    const conversationId = await conversationBeforeBlock(open, customer);
    await hearOut(open.stack, customer, {
      conversationId,
      prompt: 'Continue. [[fail:blank]]',
    });
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
    expect(await readKinds(customer)).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
  });

  test('a reply that reached its maximum length says so, counts, and can be continued', async () => {
    const customer = await createCustomer(open.stack);
    const talk = await hearOut(open.stack, customer, { prompt: 'A list. [[fail:cut]]' });
    expect(await talk.hears('done')).toMatchObject({ status: 'cut_short', turnCount: 1 });
    const { conversationId } = await talk.hears('conversation');
    const { messages } = await readConversation(customer, conversationId!);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', status: 'cut_short' });
  });
});

test('an answer by another model than requested is booked by that model, and admins are notified', async () => {
  const customer = await createCustomer(open.stack);
  await open.books.query(`
    insert into model (provider, id, label, tier, capabilities, status, enabled)
    values ('google', 'gemini-3.7-flash', 'Gemini 3.7 Flash', 'speed', '{text,vision}', 'enabled', true)`);
  await open.books.query(`
    insert into model_price (provider, model_id, from_day, text_in, text_out)
    values ('google', 'gemini-3.7-flash', '2020-01-01', 1, 1)`);
  await open.books.query(
    `update model_default set model_id = 'gemini-3.7-flash' where purpose = 'text_speed'`,
  );
  try {
    const { body } = await customer.generate({ mode: 'instagram', prompt: somePrompt('') });
    const [call] = await open.books.providerCalls(body.generationId);
    expect(call!.cost_microusd).toBeGreaterThan(100);
    const notices = await open.books.query<{ data: object }>(
      `select data from admin_notice where kind = 'model_rerouted' and resolved_at is null`,
    );
    expect(notices).toMatchObject([
      { data: { modelId: 'gemini-3.7-flash', answeredBy: 'gemini-3.8-flash' } },
    ]);
  } finally {
    await open.books.query(
      `update model_default set model_id = 'gemini-3.5-flash-lite' where purpose = 'text_speed'`,
    );
    await open.books.query(`update model set enabled = false where id = 'gemini-3.7-flash'`);
  }
});

test('a successful call whose booked cost is zero is reported to admins', async () => {
  const customer = await createCustomer(open.stack);
  const price = (paise: string) =>
    open.books.query(
      `update model_price set text_in = ${paise}, text_out = ${paise}
        where model_id = 'gpt-6-luna'`,
    );
  const [before] = await open.books.query<{ text_in: number; text_out: number }>(
    `select text_in, text_out from model_price where model_id = 'gpt-6-luna'`,
  );
  await price('0');
  try {
    await customer.generate({ mode: 'instagram', provider: 'openai', prompt: somePrompt('') });
    const notices = await open.books.query(
      `select 1 from admin_notice where kind = 'cheap_call' and subject = 'openai/gpt-6-luna'`,
    );
    expect(notices).toHaveLength(1);
  } finally {
    await open.books.query(
      `update model_price set text_in = $1, text_out = $2 where model_id = 'gpt-6-luna'`,
      [before!.text_in, before!.text_out],
    );
  }
});

test('a preview whose result the database rejects fails, and its provider is not asked again', async () => {
  const customer = await createCustomer(open.stack);
  await open.books.query(`
    create function refuse_ready() returns trigger language plpgsql as $$
    begin raise 'refused for a test'; end $$`);
  await open.books.query(`
    create trigger refuse_ready before update on generation for each row
    when (new.status = 'ready' and new.uid = '${customer.uid}') execute function refuse_ready()`);
  try {
    const { body } = await customer.generate({ mode: 'instagram', prompt: somePrompt('') });
    expect(body).toMatchObject({ code: 'generation_failed' });
    expect(await open.books.providerCalls(body.generationId)).toHaveLength(1);
  } finally {
    await open.books.query('drop trigger refuse_ready on generation');
    await open.books.query('drop function refuse_ready');
  }
});
