// Refusals, endings and counts of real providers, repeated by the sandbox: what the person gets, what is
// charged, what is booked, and which notices are raised. Models rest here, so the stack is not shared.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  AdminNoticesResponse,
  type AdminNotice,
} from '@sachet/shared/admin/contracts/admin-notices';
import { failureText } from '@sachet/shared/studio/failure';
import { chatBlockPriceRupees } from '@sachet/shared/models/rate-card';
import { hourMs } from '@sachet/shared/time';
import { conversationAfter, hearOut } from '../testing/chat.ts';
import { createCustomer, somePrompt, type Customer } from '../testing/client.ts';
import { impatient, openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const poll = { timeout: 60_000, interval: 50 };

let open: OpenStack;
let admin: Customer;
let customer: Customer;
beforeAll(async () => {
  open = await openStack({ queue: 'postgres', limits: impatient, env: { PROMPT_CHECK: 'on' } });
  admin = await createSuperAdmin(open);
});
afterAll(() => open?.stop());
beforeEach(async () => {
  customer = await createCustomer(open.stack);
});
afterEach(() => open.books.expectToBeSound());

const readNotices = async (kind: AdminNotice['kind']) => {
  const { body } = await admin.send('/api/admin/notices');
  return AdminNoticesResponse.parse(body).notices.filter((notice) => notice.kind === kind);
};
const subjects = async () =>
  (await readNotices('provider_refuses')).map(({ subject }) => subject).toSorted();
const readKinds = async () => {
  const { SignupBonusCredited: _, ...kinds } = await open.books.kinds(
    (await customer.wallet()).walletId,
  );
  return kinds;
};
const readFinals = async (generationId: string) =>
  (await open.books.providerCalls(generationId)).filter(({ purpose }) => purpose === 'final');

describe('a refusal that only an admin can end', () => {
  test.each([
    ['openai', 'billing', 'billing', 'Billing hard limit has been reached.'],
    ['openai', 'inactive', 'billing', 'Your account is not active'],
    ['google', 'leaked', 'leaked_key', 'Your API key was reported as leaked.'],
    ['openai', 'region', 'region', 'Country, region, or territory'],
    ['google', 'region', 'region', 'location'],
  ] as const)(
    'a picture that %s refuses by %s is ours to fix: one call, the price released, a notice with the cause %s',
    async (provider, kind, cause, words) => {
      const prompt = somePrompt(`[[fail:${kind}#premium]]`);
      const preview = await customer.preview({ provider, prompt, quality: 'quality' });
      const { body } = await customer.unlock(preview, 1024);
      expect(body).toMatchObject({ errorCategory: 'access', error: failureText.access });
      expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0 });
      expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
      expect(await readFinals(preview.generationId)).toMatchObject([
        { failure: 'access', cost_microusd: 0 },
      ]);
      await expect
        .poll(() => readNotices('provider_refuses'), poll)
        .toMatchObject([
          {
            subject: `${provider}:${cause}:picture`,
            data: { provider, cause, detail: expect.stringContaining(words) },
          },
        ]);
      // A picture of the provider ends it, whichever model makes it.
      await customer.preview({ provider, mode: 'image' });
      await expect.poll(subjects, poll).toEqual([]);
    },
  );

  test('an open notice hides no worse one, and each ends when its cause has ended', async () => {
    const ask = (marker: string) =>
      customer.generate({ mode: 'image', provider: 'openai', prompt: somePrompt(marker) });
    await ask('[[fail:access]]');
    await ask('[[fail:key]]');
    await expect
      .poll(subjects, poll)
      .toEqual(['openai:key:picture', expect.stringMatching(/^openai:verification:gpt-image/)]);
    // A text ends the notice about a text and neither of those about pictures.
    const text = { mode: 'general', provider: 'openai' } as const;
    await customer.generate({ ...text, prompt: somePrompt('[[fail:billing]]') });
    await expect.poll(subjects, poll).toContain('openai:billing:text');
    await customer.preview(text);
    await expect
      .poll(subjects, poll)
      .toEqual(['openai:key:picture', expect.stringMatching(/^openai:verification:gpt-image/)]);
    await customer.preview({ provider: 'openai', mode: 'image' });
    await expect.poll(subjects, poll).toEqual([]);
  });

  test('prompts pass unchecked while the check is rejected, with a notice that ends when it answers', async () => {
    await customer.preview({ mode: 'instagram', prompt: somePrompt('[[moderate:401]]') });
    expect(await readNotices('prompts_unchecked')).toMatchObject([
      { data: { provider: 'openai', cause: 'key', status: 401 } },
    ]);
    await customer.preview({ mode: 'instagram' });
    expect(await readNotices('prompts_unchecked')).toEqual([]);
  });
});

test.each(['openai', 'google'] as const)(
  'a paid picture of %s is made without a parameter that is refused, charged once, and admins get a notice',
  async (provider) => {
    const prompt = somePrompt('[[fail:parameter#premium]]');
    const preview = await customer.preview({ provider, prompt, quality: 'quality' });
    const { body } = await customer.unlock(preview, 1024);
    expect(body.charged).toBe(preview.prices![1024]);
    expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
    const finals = await readFinals(preview.generationId);
    expect(finals.map(({ failure, cost_microusd: cost }) => [failure, cost > 0])).toEqual([
      ['access', false],
      [null, true],
    ]);
    const parameter = provider === 'openai' ? 'quality' : 'aspectRatio';
    expect(await readNotices('parameter_refused')).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ provider, parameter }) }),
    );
    expect(await subjects()).toEqual([]);
  },
);

test('a text is written without the parameters that a server does not know', async () => {
  const prompt = somePrompt('[[fail:parameter]]');
  const { generationId } = await customer.preview({ mode: 'general', provider: 'openai', prompt });
  const calls = await open.books.providerCalls(generationId);
  expect(calls.map(({ failure }) => failure)).toEqual(['access', 'access', null]);
});

describe('a chat reply that opens a paid block', () => {
  test.each([
    ['openai', 'no_finish'],
    ['openai', 'late_break'],
    ['openai', 'tool_calls'],
    ['openai', 'zero_usage'],
    ['openai', 'think'],
    ['google', 'no_finish'],
    ['google', 'late_break'],
    ['google', 'zero_usage'],
  ] as const)('a whole reply of %s by %s is done and charged once', async (provider, kind) => {
    const price = chatBlockPriceRupees(provider);
    const conversationId = await conversationAfter(open.stack, customer, 5, provider);
    const prompt = `Continue. [[fail:${kind}]]`;
    const talk = await hearOut(open.stack, customer, { conversationId, provider, prompt });
    expect(await talk.hears('done')).toMatchObject({ status: 'done', turnCount: 6 });
    expect(talk.told.filter(({ event }) => event === 'error')).toEqual([]);
    expect(talk.text).toMatch(/^[^<]+$/);
    expect(await customer.wallet()).toMatchObject({ walletBalance: 250 - price, held: 0 });
    expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
    const [call] = await open.books.query<{ cost: number }>(
      `select c.cost_microusd as cost from provider_call c
         join chat_turn t on t.id = c.chat_turn_id
        where t.conversation_id = $1 order by c.id desc limit 1`,
      [conversationId],
    );
    expect(call!.cost).toBeGreaterThan(0);
  });
});

test.each([
  ['google', 'uncounted'],
  ['openai', 'uncounted'],
  ['openai', 'zero_usage'],
] as const)(
  'a picture of %s with the usage %s is charged once, and booked as the usual one',
  async (provider, kind) => {
    const buy = async (marker: string) => {
      const prompt = somePrompt(marker);
      const preview = await customer.preview({ provider, prompt, quality: 'quality' });
      await customer.unlock(preview, 512);
      const [final] = await readFinals(preview.generationId);
      return final!.cost_microusd;
    };
    const usual = await buy('');
    expect(await buy(`[[fail:${kind}#premium]]`)).toBeGreaterThan(usual * 0.5);
    expect(await readKinds()).toEqual({ HoldPlaced: 2, HoldCaptured: 2 });
    expect(await readNotices('cheap_call')).toEqual([]);
  },
);

test('a picture that is booked far below its estimate is sold, and admins get a notice', async () => {
  const prompt = somePrompt('[[fail:odd_usage#premium]]');
  const preview = await customer.preview({ provider: 'openai', prompt, quality: 'quality' });
  await customer.unlock(preview, 1024);
  expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldCaptured: 1 });
  const [notice] = await readNotices('cheap_call');
  expect(notice).toMatchObject({ data: { provider: 'openai' } });
});

test('a reply that breaks off is booked with the usage that was reported before', async () => {
  const prompt = 'Tell me more. [[fail:truncated]]';
  const talk = await hearOut(open.stack, customer, { provider: 'google', prompt });
  await talk.hears('error');
  const { turnId } = await talk.hears('conversation');
  const read = () =>
    open.books.query<{ output_tokens: number; is_estimate: boolean }>(
      'select output_tokens, is_estimate from provider_call where chat_turn_id = $1',
      [turnId],
    );
  // The reply ends for its reader before its cost is booked.
  await expect.poll(async () => (await read()).length, poll).toBe(1);
  const [call] = await read();
  expect(call!.is_estimate).toBe(false);
  expect(call!.output_tokens).toBeGreaterThan(talk.text.length / 4);
  expect(await readKinds()).toEqual({});
});

test('cached tokens are booked at their own price', async () => {
  const ask = async (marker: string) => {
    const order = { mode: 'general', provider: 'openai', prompt: somePrompt(marker) } as const;
    const { generationId } = await customer.preview(order);
    const [call] = await open.books.providerCalls(generationId);
    return call!;
  };
  const [usual, cached] = [await ask(''), await ask('[[fail:cached]]')];
  expect(cached.cached_tokens).toBeGreaterThan(0);
  const toInput = (call: typeof usual) => call.cost_microusd - call.output_tokens * 10;
  expect(toInput(cached)).toBeLessThan(toInput(usual) * 0.5);
});

test('a picture that is sent as an address of another host is not sold, and is booked as made', async () => {
  const prompt = somePrompt('[[fail:url#premium]]');
  const preview = await customer.preview({ provider: 'openai', prompt, quality: 'quality' });
  const { body } = await customer.unlock(preview, 1024);
  expect(body).toMatchObject({ errorCategory: 'generic' });
  expect(await readKinds()).toEqual({ HoldPlaced: 1, HoldVoided: 1 });
  const [final] = await readFinals(preview.generationId);
  expect(final!.cost_microusd).toBeGreaterThan(10_000);
});

test('the words of a model in place of a picture are shown to the person who asked', async () => {
  const prompt = somePrompt('[[fail:says@google]]');
  const { body } = await customer.generate({ mode: 'image', provider: 'google', prompt });
  const said = "I can't draw that person. Describe someone else.";
  expect(body).toMatchObject({ code: 'generation_failed', errorSaid: said });
  expect(await customer.generation(body.generationId)).toMatchObject({ errorSaid: said });
  expect(await readKinds()).toEqual({});
});

// Last, because the model rests from then on.
test.each(['openai', 'google'] as const)(
  'a model of %s that has no capacity for a day is not asked again, and the time is shown',
  async (provider) => {
    const ask = () =>
      customer.generate({ mode: 'image', provider, prompt: somePrompt('[[fail:long_wait]]') });
    const [first, second] = [await ask(), await ask()];
    for (const { body } of [first, second]) {
      expect(body).toMatchObject({ errorCategory: 'quota' });
      const hours = (Date.parse(body.errorUntil!) - Date.now()) / hourMs;
      expect(hours).toBeGreaterThan(23);
    }
    expect(await open.books.providerCalls(first.body.generationId)).toHaveLength(1);
    expect(await open.books.providerCalls(second.body.generationId)).toHaveLength(0);
    expect(await subjects()).toContainEqual(expect.stringMatching(`^${provider}:capacity:`));
  },
);
