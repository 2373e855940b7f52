import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCustomer } from './testing/client.ts';
import { expectRefusal } from './testing/refusals.ts';
import { shareStack, type OpenStack } from './testing/stack.ts';

// The catalogue is everybody's: one test after the other, and each puts it back.
let open: OpenStack;
let catalogue: Model[];
beforeAll(async () => {
  open = await shareStack();
  catalogue = await open.books.query<Model>('select id, enabled, status, tier from model');
});
afterAll(() => open?.stop());
afterEach(async () => {
  for (const model of catalogue) await change(model.id, model);
  await open.books.expectToBeSound();
});

interface Model {
  id: string;
  enabled: boolean;
  status: string;
  tier: string;
}

async function change(id: string, to: Partial<Model>): Promise<void> {
  await open.books.query(
    `update model set enabled = coalesce($2, enabled), status = coalesce($3, status),
            tier = coalesce($4, tier) where id = $1`,
    [id, to.enabled ?? null, to.status ?? null, to.tier ?? null],
  );
}

test.each([
  ['switched off', { enabled: false }],
  ['deprecated', { status: 'deprecated' }],
])('an image whose premium model was %s since comes from another one', async (_how, gone) => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview({ provider: 'openai' });
  await change('gpt-image-2', gone);
  await change('gpt-image-1-mini', { tier: 'quality' });
  const { status, body } = await customer.unlock(preview, 1536);
  expect([status, body.charged]).toEqual([200, preview.prices![1536]]);
  const calls = await open.books.providerCalls(preview.generationId);
  expect(calls.map((call) => [call.purpose, call.model_id, call.failure])).toEqual([
    ['preview', 'gpt-image-1-mini', null],
    ['final', 'gpt-image-1-mini', null],
  ]);
  expect((await customer.wallet()).walletBalance).toBe(250 - preview.prices![1536]!);
});

test.each(['google', 'openai'] as const)(
  'an image of %s that no model can make any more is refused, and nothing is reserved',
  async (provider) => {
    const premium = { google: 'gemini-3-pro-image', openai: 'gpt-image-2' }[provider];
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ provider });
    const before = await open.books.mark();
    await change(premium, { enabled: false });
    expectRefusal(await customer.unlock(preview), 'unavailable');
    expect(await open.books.mark()).toBe(before);
    const nobody = { finalModelId: null, finalModelName: null };
    expect(await customer.generation(preview.generationId)).toEqual({ ...preview, ...nobody });
    const rows = await open.books.query('select 1 from unlock where generation_id = $1', [
      preview.generationId,
    ]);
    expect(rows).toEqual([]);

    await change(premium, { enabled: true });
    expect((await customer.unlock(preview)).body.charged).toBe(preview.cost);
  },
);

test('a text is sold as it was written, whatever became of its model', async () => {
  const customer = await createCustomer(open.stack);
  const text = await customer.preview({ mode: 'general' });
  await change('gemini-3-pro', { enabled: false, status: 'deprecated' });
  const { status, body } = await customer.unlockText(text);
  expect([status, body.charged]).toEqual([200, 6]);
  expect(body.generation.content).toEqual(expect.any(String));
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1, Charged: 1 });
});

test('a new order finds no model, and leaves no row', async () => {
  const customer = await createCustomer(open.stack);
  await change('gpt-image-1-mini', { enabled: false });
  expectRefusal(await customer.generate({ provider: 'openai' }), 'unavailable');
  expect((await customer.send('/api/generations')).body.generations).toEqual([]);
});
