import type { ProviderUses } from '@sachet/shared/studio/contracts/generation';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

// All tests share the catalogue: they run one after another, and each restores it.
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

test('an image whose premium model was switched off in the meantime comes from another model', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview({ provider: 'openai' });
  await change('gpt-image-2.6-sunburst', { enabled: false });
  const { status, body } = await customer.unlock(preview, 1536);
  expect([status, body.charged]).toEqual([200, preview.prices![1536]]);
  const calls = await open.books.providerCalls(preview.generationId);
  expect(calls.map((call) => [call.purpose, call.model_id, call.failure])).toEqual([
    ['preview', 'gpt-image-2.6-flare', null],
    ['final', 'gpt-image-2.6-flare', null],
  ]);
  expect((await customer.wallet()).walletBalance).toBe(250 - preview.prices![1536]!);
});

test('an image that no model can make any more is refused, and nothing is reserved', async () => {
  const models = ['gemini-nano-banana-2.1', 'gemini-3.1-flash-lite-image'];
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  const before = await open.books.mark();
  for (const model of models) await change(model, { enabled: false });
  expectRefusal(await customer.unlock(preview), 'unavailable');
  expect(await open.books.mark()).toBe(before);
  const nobody = { finalModelId: null, finalModelName: null };
  expect(await customer.generation(preview.generationId)).toEqual({ ...preview, ...nobody });
  const rows = await open.books.query('select 1 from unlock where generation_id = $1', [
    preview.generationId,
  ]);
  expect(rows).toEqual([]);

  for (const model of models) await change(model, { enabled: true });
  expect((await customer.unlock(preview)).body.charged).toBe(preview.cost);
});

test('a text is sold as it was written, even if its model was disabled', async () => {
  const customer = await createCustomer(open.stack);
  const text = await customer.preview({ mode: 'general' });
  await change('gemini-3.8-flash', { enabled: false, status: 'deprecated' });
  const { status, body } = await customer.unlockText(text);
  expect([status, body.charged]).toEqual([200, 6]);
  expect(body.generation.content).toEqual(expect.any(String));
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({ SignupBonusCredited: 1, Charged: 1 });
});

test('a preview whose tier has no model left comes from the other tier', async () => {
  const customer = await createCustomer(open.stack);
  await change('gpt-image-2.6-flare', { enabled: false });
  const preview = await customer.preview({ provider: 'openai' });
  expect(preview).toMatchObject({ status: 'ready', modelId: 'gpt-image-2.6-sunburst' });
});

test('a model past its shutdown date is not used, although no sync has removed it', async () => {
  const customer = await createCustomer(open.stack);
  const end = (id: string, when: string) =>
    open.books.query(`update model set shutdown_at = ${when} where id = $1`, [id]);
  await end('gpt-image-2.6-flare', 'now()');
  expect(await customer.preview({ provider: 'openai' })).toMatchObject({
    modelId: 'gpt-image-2.6-sunburst',
  });
  await end('gpt-image-2.6-flare', 'null');
});

test('a new order without a suitable model is refused, and leaves no row', async () => {
  const customer = await createCustomer(open.stack);
  await change('gpt-image-2.6-flare', { enabled: false });
  await change('gpt-image-2.6-sunburst', { enabled: false });
  expectRefusal(await customer.generate({ provider: 'openai' }), 'unavailable');
  expect((await customer.send('/api/generations')).body.items).toEqual([]);
});

test("the list of a provider's uses omits those without a model", async () => {
  const read = async (): Promise<ProviderUses> =>
    (await fetch(`${open.stack.apiUrl}/api/providers`)).json() as Promise<ProviderUses>;
  const all = ['texts', 'photos in texts', 'pictures', 'edits'];
  expect(await read()).toMatchObject({ google: { uses: all }, openai: { uses: all } });
  const models = ['gemini-nano-banana-2.1', 'gemini-3.1-flash-lite-image'];
  for (const model of models) await change(model, { enabled: false });
  expect((await read()).google!.uses).toEqual(['texts', 'photos in texts']);
  for (const model of models) await change(model, { enabled: true });
});
