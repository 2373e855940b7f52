// Every provider of the registry, with all keys set: it works in each tool, is paid for, and is in the books.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { sumProviderCosts } from '@sachet/db/finance/provider-costs';
import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { FinanceResponse } from '@sachet/shared/finance/contracts/admin-finance';
import type { ProviderBalancesResponse } from '@sachet/shared/models/contracts/admin-balances';
import { knownModels } from '@sachet/shared/models/known-models';
import { chatBlockPriceRupees, textPriceRupees } from '@sachet/shared/models/rate-card';
import { isPictureProvider, providerEntries, providers } from '@sachet/shared/providers';
import type { ProviderUses } from '@sachet/shared/studio/contracts/generation';
import { istDay } from '@sachet/shared/time';
import { readRefusal, say } from '../testing/chat.ts';
import { createCustomer, send, somePrompt, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, shareStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const optional = providers.filter((provider) => providerEntries[provider].isOptional);
const textModelsOf = (provider: string) =>
  knownModels.filter((model) => model.provider === provider && model.capabilities.includes('text'));

let open: OpenStack;
let admin: Customer;
beforeAll(async () => {
  const keys = optional.map((provider) => [providerEntries[provider].variables.key, 'sandbox-key']);
  open = await openStack({ queue: 'postgres', env: Object.fromEntries(keys) });
  admin = await createSuperAdmin(open);
  const updates = optional.map((provider) => {
    const { id } = textModelsOf(provider)[0]!;
    return { id, provider, enabled: true };
  });
  if (updates.length > 0) {
    const { status } = await admin.send('/api/admin/models', { json: { updates } });
    expect(status).toBe(200);
  }
});
afterAll(() => open?.stop());

describe.each(providers)('%s', (provider) => {
  test('writes captions, ideas and chat replies without charging', async () => {
    const customer = await createCustomer(open.stack);
    for (const mode of ['instagram', 'instagram_ideas'] as const) {
      const { status, body } = await customer.generate({ mode, provider, prompt: somePrompt() });
      expect([mode, status, body.provider]).toEqual([mode, 200, provider]);
    }
    const talk = await say(open.stack, customer, { provider });
    await talk.hears('done');
    expect(talk.text).not.toBe('');
    expect((await customer.wallet()).walletBalance).toBe(250);
  });

  test('sells a text, whose charge is in the ledger and whose cost is in balance, books and margin', async () => {
    const customer = await createCustomer(open.stack);
    const price = textPriceRupees({ mode: 'general', provider, quality: 'quality' });
    expect(chatBlockPriceRupees(provider)).toBeGreaterThan(0);
    const preview = await customer.preview({ mode: 'general', provider, prompt: somePrompt() });
    const { status, body } = await customer.unlockText(preview);
    expect([status, body.charged]).toEqual([200, price]);
    const { walletId } = await customer.wallet();
    const charges = await open.books.query(
      `select amount_paise, counter_account, generation_id from ledger_event
        where wallet_id = $1 and kind = 'Charged'`,
      [walletId],
    );
    expect(charges).toEqual([
      {
        amount_paise: -100 * price,
        counter_account: 'revenue:general',
        generation_id: preview.generationId,
      },
    ]);
    const calls = await open.books.providerCalls(preview.generationId);
    expect(calls).toHaveLength(1);

    const { body: balances } = await admin.send<ProviderBalancesResponse>(
      '/api/admin/provider-balances',
    );
    const card = balances[providerEntries[provider].api];
    expect(card).toMatchObject({ apiKeyPresent: true, balanceUSD: null });
    expect(card!.spentUSD).toBeGreaterThan(0);

    const total = await readBooks();
    expect(total.providerCosts.find((each) => each.provider === provider)).toMatchObject({
      name: providerEntries[provider].name,
    });
    await open.books.expectToBeSound();
  });

  test.runIf(isPictureProvider(provider))('sells a picture', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ provider });
    const { status, body } = await customer.unlock(preview);
    expect([status, body.charged]).toEqual([200, preview.cost]);
    await open.books.expectToBeSound();
  });
});

/** The books of today, with the costs of all calls so far. */
async function readBooks() {
  const db = createKysely(createPool(open.stack.database.appUrl));
  await sumProviderCosts(db);
  await db.destroy();
  const today = istDay(Date.now());
  const path = `/api/admin/finance?from=${today}&to=${today}`;
  return (await admin.send<FinanceResponse>(path)).body.total;
}

test('the statement adds up: the providers’ costs are the cost that the margin is without', async () => {
  // Large costs, because those of the stand-ins are less than a paisa.
  await open.books.query('update provider_call set cost_microusd = 1000000 + id');
  await open.books.query('delete from provider_cost_day');
  const { providerCosts, cost, revenue, forfeited, fees, margin } = await readBooks();
  expect(providerCosts.map((each) => each.provider)).toEqual(providers);
  const paise = (rupees: number) => Math.round(rupees * 100);
  const sum = providerCosts.reduce((all, each) => all + paise(each.cost), 0);
  expect(sum).toBe(paise(cost));
  expect(Math.min(...providerCosts.map((each) => each.cost))).toBeGreaterThan(0);
  expect(paise(margin)).toBe(paise(revenue) + paise(forfeited) - paise(fees) - sum);
});

test.runIf(optional.length > 0)(
  'a process without the keys refuses these providers while the other processes have them',
  async () => {
    const database = { ...open.stack.database, drop: async () => {} };
    const other = await openStack({ queue: 'postgres', withoutWorker: true, database });
    // As after a later start of a process with the keys.
    await open.books.query('update provider set is_configured = true');
    const customer = await createCustomer(other.stack);
    for (const provider of optional) {
      const order = { mode: 'general', provider, prompt: somePrompt() } as const;
      expectRefusal(await customer.generate(order), 'unavailable');
      expectRefusal(await readRefusal(customer, { provider }), 'unavailable');
    }
    await other.stop();
  },
);

describe.each(optional)('%s without its key', (provider) => {
  let without: OpenStack;
  beforeAll(async () => {
    without = await shareStack();
  });
  afterAll(() => without?.stop());
  const { name, variables, api } = providerEntries[provider];

  test('is neither offered nor named, and has no card', async () => {
    const { body: uses } = await send<ProviderUses>(`${without.stack.apiUrl}/api/providers`);
    expect(Object.keys(uses)).not.toContain(provider);
    const { body: config } = await send<ClientConfig>(`${without.stack.apiUrl}/api/config`);
    expect(config.providers).not.toContain(provider);
    const superAdmin = await createSuperAdmin(without);
    const balances = await superAdmin.send<object>('/api/admin/provider-balances');
    expect(Object.keys(balances.body)).not.toContain(api);
    const notices = await without.books.query(
      `select kind from admin_notice where resolved_at is null and data->>'provider' = $1`,
      [provider],
    );
    expect(notices).toEqual([]);
  });

  test('has no model that an admin can enable, and the refusal names the variable', async () => {
    const superAdmin = await createSuperAdmin(without);
    const updates = [{ id: textModelsOf(provider)[0]!.id, provider, enabled: true }];
    const refused = await superAdmin.send('/api/admin/models', { json: { updates } });
    expectRefusal(refused, 'wrong_state', 'updates');
    expect(refused.body.error).toContain(`the key of ${name} isn’t set. Set ${variables.key}`);
  });

  test('is refused as a provider, and charges nothing', async () => {
    const customer = await createCustomer(without.stack);
    const order = { mode: 'general', provider, prompt: somePrompt() } as const;
    expectRefusal(await customer.generate(order), 'unavailable');
    expect((await customer.wallet()).walletBalance).toBe(250);
  });
});
